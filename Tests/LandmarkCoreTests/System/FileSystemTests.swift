import Foundation
import LandmarkCore
import Testing

/// A temporary folder, removed on deinitialization.
final class ScratchFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("system-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { Path.join(path, name) }

    /// Every name in the folder, including hidden ones, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func put(_ text: String, as name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(file(name)), as: UTF8.self)
    }
}

@Suite struct PathTests {
    @Test(
        "a path splits into folder, name, stem and extension",
        arguments: [
            ("a/b.tar.GZ", "a", "b.tar.GZ", "b.tar", "gz"),
            ("/a", "/", "a", "a", ""),
            ("a", ".", "a", "a", ""),
            ("a/b//", "a", "b", "b", ""),
            ("/", "/", "", "", ""),
            ("a/.hidden", "a", ".hidden", ".hidden", ""),
        ])
    func parts(path: String, folder: String, name: String, stem: String, suffix: String) {
        #expect(Path.folder(of: path) == folder)
        #expect(Path.name(of: path) == name)
        #expect(Path.stem(of: path) == stem)
        #expect(Path.suffix(of: path) == suffix)
    }

    @Test("joining adds a slash only where there is none")
    func joining() {
        #expect(Path.join("a", "b") == "a/b")
        #expect(Path.join("/", "b") == "/b")
    }

    @Test("links are resolved, also those of the folder of a missing file")
    func resolving() throws {
        let scratch = try ScratchFolder()
        let real = Path.resolved(try scratch.put("x", as: "real"))
        let link = scratch.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        #expect(Path.resolved(link) == real)
        let folder = scratch.file("folder")
        try FileManager.default.createSymbolicLink(
            atPath: folder, withDestinationPath: scratch.path)
        #expect(Path.resolved(folder + "/new") == Path.join(Path.folder(of: real), "new"))
        #expect(FileSystem.identity(of: link) == FileSystem.identity(of: real))
    }
}

@Suite struct FileSystemTests {
    @Test("names come in byte order, without hidden ones")
    func names() throws {
        let scratch = try ScratchFolder()
        for name in ["b", "a", "B", ".hidden", "é"] { _ = try scratch.put("", as: name) }
        #expect(try FileSystem.names(in: scratch.path) == ["B", "a", "b", "é"])
    }

    @Test("status tells files, folders and devices apart")
    func status() throws {
        let scratch = try ScratchFolder()
        let file = try FileSystem.status(of: scratch.put("four", as: "file"))
        #expect(file.kind == .file && file.byteCount == 4)
        #expect(try FileSystem.status(of: scratch.path).kind == .folder)
        #expect(try FileSystem.status(of: "/dev/null").kind == .other)
    }

    @Test("errors carry the system's cause and text")
    func errors() throws {
        let scratch = try ScratchFolder()
        let missing = #expect(throws: SystemError.self) {
            try FileSystem.status(of: scratch.file("missing"))
        }
        #expect(missing?.cause == .notFound)
        #expect(missing?.description == "No such file or directory")
        let folder = #expect(throws: SystemError.self) { try FileSystem.read(scratch.path) }
        #expect(folder?.cause == .isFolder)
    }

    @Test("folders are made with their ancestors, but not over a file")
    func folders() throws {
        let scratch = try ScratchFolder()
        try FileSystem.makeFolder(scratch.file("a/b/c"))
        try FileSystem.makeFolder(scratch.file("a/b/c"))
        #expect(FileSystem.isFolder(scratch.file("a/b/c")))
        let file = try scratch.put("", as: "file")
        #expect(throws: SystemError.self) { try FileSystem.makeFolder(file) }
    }

    @Test("reading stops at the limit, the end, or nothing")
    func reading() throws {
        let scratch = try ScratchFolder()
        let text = String(repeating: "0123456789", count: 1 << 14)
        let path = try scratch.put(text, as: "long")
        #expect(try scratch.text("long") == text)
        #expect(try FileSystem.read(path, atMost: 3) == Array("012".utf8))
        #expect(try FileSystem.read(path, atMost: 0) == [])
        #expect(try FileSystem.read("/dev/null") == [])
    }

    @Test("a mapped file has the file's bytes; what is no regular file is not mapped")
    func mapping() throws {
        let scratch = try ScratchFolder()
        let file = try #require(try MappedFile(scratch.put("mapped", as: "file")))
        #expect(file.withUnsafeBytes { Array($0) } == Array("mapped".utf8))
        #expect(try MappedFile(scratch.put("", as: "empty"))?.count == 0)
        #expect(try MappedFile(scratch.path) == nil)
        #expect(throws: SystemError.self) { try MappedFile(scratch.file("missing")) }
    }
}

@Suite struct AtomicFileTests {
    @Test("the old file stays until the new one is committed")
    func commit() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.put("old", as: "file")
        let new = try AtomicFile(path)
        #expect(new.isReplaced)
        try new.file.write(Array("new".utf8))
        #expect(try scratch.text("file") == "old")
        try new.commit()
        #expect(try scratch.text("file") == "new")
        #expect(scratch.names == ["file"])
    }

    @Test("a file that is discarded or forgotten leaves nothing")
    func discard() throws {
        let scratch = try ScratchFolder()
        let path = scratch.file("file")
        let discarded = try AtomicFile(path)
        try discarded.file.write([1])
        discarded.discard()
        do {
            let forgotten = try AtomicFile(path)
            try forgotten.file.write([1])
        }
        #expect(scratch.names == [])
    }

    @Test("a link stays a link, and its target is replaced")
    func link() throws {
        let scratch = try ScratchFolder()
        _ = try scratch.put("old", as: "target")
        let link = scratch.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        let file = try AtomicFile(link)
        try file.file.write(Array("new".utf8))
        try file.commit()
        #expect(try scratch.text("target") == "new")
        #expect(scratch.names == ["link", "target"])
    }

    @Test("a device is written directly; a folder, or one that is missing, is an error")
    func others() throws {
        let null = try AtomicFile("/dev/null")
        #expect(!null.isReplaced)
        try null.file.write([1, 2, 3])
        try null.commit()
        let scratch = try ScratchFolder()
        let folder = #expect(throws: SystemError.self) { try AtomicFile(scratch.path) }
        #expect(folder?.cause == .isFolder)
        let missing = #expect(throws: SystemError.self) {
            try AtomicFile(scratch.file("missing/file"))
        }
        #expect(missing?.cause == .notFound)
    }
}

@Suite struct ProcessTests {
    @Test("an unset or empty variable has no value")
    func environment() {
        #expect(CurrentProcess.environment("PATH")?.isEmpty == false)
        #expect(CurrentProcess.environment("LANDMARK_NOT_SET") == nil)
    }

    #if os(macOS) || os(Linux)
    @Test("a program's exit status is returned; one that is missing is an error")
    func child() throws {
        #expect(try ChildProcess.run("/bin/sh", ["-c", "exit 7"]) == 7)
        #expect(try ChildProcess.run("/bin/sh", ["-c", "kill -9 $$"]) == 137)
        let missing = #expect(throws: SystemError.self) { try ChildProcess.run("/missing", []) }
        #expect(missing?.cause == .notFound)
    }
    #endif

    @Test("the host and the process describe themselves")
    func description() {
        #expect(Host.processorCount >= 1)
        #expect(!Host.platform.isEmpty)
        #expect(FileSystem.isFile(CurrentProcess.executablePath))
        #expect(CurrentProcess.cpuTime > .zero)
        #expect(ThreadIdentity.current == ThreadIdentity.current)
        #if os(Linux)
        let state = ProcessState.now
        #expect((state?.residentBytes ?? 0) > 1 << 20)
        #expect((state?.threads ?? 0) >= 1)
        #endif
    }
}
