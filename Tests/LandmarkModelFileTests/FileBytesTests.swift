import Foundation
import LandmarkModelFile
import LandmarkTestSupport
import Testing

struct FileBytesTests {
    @Test("a slice exists only when all of its bytes do")
    func slices() throws {
        let bytes = FileBytes([1, 2, 3, 4, 5])
        let middle = try #require(bytes.slice(offset: 1, count: 3))
        #expect(middle.withUnsafeBytes { Array($0) } == [2, 3, 4])
        #expect(middle.slice(offset: 1, count: 2)?.withUnsafeBytes { Array($0) } == [3, 4])
        #expect(bytes.slice(offset: 5, count: 0)?.count == 0)
        for (offset, count) in [
            (-1, 1), (0, 6), (5, 1), (6, 0), (1, Int.max), (Int.max, 1), (0, -1),
        ] {
            #expect(bytes.slice(offset: offset, count: count) == nil)
        }
    }

    @Test("a slice of a mapped file outlives the file and its parent")
    func mapping() throws {
        let path = NSTemporaryDirectory() + "landmark-bytes-\(UInt64.random(in: 0...UInt64.max))"
        try Data((0..<200).map { UInt8($0) }).write(to: URL(fileURLWithPath: path))
        let slice = try #require(try FileBytes(mapping: path).slice(offset: 100, count: 3))
        try FileManager.default.removeItem(atPath: path)
        #expect(slice.withUnsafeBytes { Array($0) } == [100, 101, 102])
    }

    @Test("an empty file is mapped to no bytes")
    func empty() throws {
        let path = NSTemporaryDirectory() + "landmark-bytes-\(UInt64.random(in: 0...UInt64.max))"
        try Data().write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try FileBytes(mapping: path).count == 0)
        #expect(throws: ModelFileError.archive(file: path, offset: 0, fault: .noEndRecord)) {
            try ModelBundle(path: path)
        }
        #expect(
            throws: ModelFileError.table(
                file: path, offset: 0, fault: .outside(size: 4, available: 0))
        ) { try TFLiteModel(path: path) }
    }

    @Test("a missing file, a folder and a pipe are rejected by name")
    func refusals() throws {
        let missing = NSTemporaryDirectory() + "no/such.task"
        #expect(
            throws: ModelFileError.cannotOpen(path: missing, reason: "No such file or directory")
        ) { try ModelBundle(path: missing) }
        let folder = NSTemporaryDirectory()
        #expect(throws: ModelFileError.notAFile(path: folder)) { try FileBytes(mapping: folder) }
        let pipe = NSTemporaryDirectory() + "landmark-pipe-\(UInt64.random(in: 0...UInt64.max))"
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        #expect(throws: ModelFileError.notAFile(path: pipe)) { try FileBytes(mapping: pipe) }
    }
}
