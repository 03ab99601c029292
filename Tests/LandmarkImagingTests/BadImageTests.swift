import Foundation
import LandmarkCore
import LandmarkImaging
import Testing

@Suite("Refusing bad images")
struct BadImageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ bytes: [UInt8]) -> ImagingError? {
        do {
            _ = try ImageFile.decode(bytes, name: "x")
            return nil
        } catch { return error }
    }

    private func failure(reading path: String) -> ImagingError? {
        do {
            _ = try ImageFile.read(path)
            return nil
        } catch { return error }
    }

    private func failure(writing path: String) throws -> ImagingError? {
        let image = try ImageFileTests.noise(format: .rgb24)
        do {
            try PNGFile.write(image, to: path)
            return nil
        } catch { return error }
    }

    @Test("A missing file, a folder and an empty file are told apart")
    func places() throws {
        #expect(failure(reading: folder.path("no")) == .notFound(file: folder.path("no")))
        #expect(failure(reading: folder.url.path) == .isFolder(file: folder.url.path))
        let empty = try folder.put([], as: "empty.png")
        #expect(failure(reading: empty) == .emptyFile(file: empty))
        #expect(failure([]) == .emptyFile(file: "x"))
        let long = folder.path(String(repeating: "a", count: 300))
        #expect(failure(reading: long) == .readFailed(file: long, code: Code.nameTooLong))
    }

    @Test("A file that may not be read says so")
    func permission() throws {
        if isSuperuser {
            // The superuser may read every file except those that the kernel itself closes.
            let closed = "/proc/sys/vm/compact_memory"
            guard FileManager.default.fileExists(atPath: closed) else {
                print("SKIPPED: the superuser may read everything here")
                return
            }
            #expect(failure(reading: closed) == .notPermitted(file: closed))
            return
        }
        let path = try folder.put([1], as: "closed.png")
        #expect(setMode(of: path, to: 0))
        #expect(failure(reading: path) == .notPermitted(file: path))
    }

    @Test("A file of more than 1 GiB is not read")
    func hugeFile() throws {
        let path = try folder.put([], as: "huge.png")
        #expect(setSize(of: path, to: 1 << 30 + 1))
        #expect(failure(reading: path) == .fileTooLarge(file: path, limit: 1 << 30))
    }

    @Test("Other content shows how it begins")
    func unknown() {
        let error = failure(Array("GIF89a, too long".utf8))
        #expect(error == .unknownFormat(file: "x", start: Array("GIF89a, ".utf8)))
        #expect(
            error?.description
                == "x is neither JPEG nor PNG: it begins with 47 49 46 38 39 61 2c 20")
    }

    @Test(
        "20000×20000 pixels are refused before memory is taken", arguments: ["rgb.png", "rgb.jpg"])
    func tooLarge(name: String) throws {
        var bytes = try Fixture.bytes("images/\(name)")
        let side: [UInt8] = [0x4E, 0x20]  // 20 000
        if name.hasSuffix("png") {
            bytes.replaceSubrange(16..<24, with: [0, 0] + side + [0, 0] + side)
        } else {
            let frame = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
            bytes.replaceSubrange(frame + 5..<frame + 9, with: side + side)
        }
        let size = PixelSize(width: 20_000, height: 20_000)
        #expect(failure(bytes) == .imageTooLarge(file: "x", size: size, limit: 1 << 28))
    }

    @Test("A caller's own pixel limit holds")
    func ownLimit() throws {
        let path = Fixture.path("images/rgb.png")
        let size = PixelSize(width: 37, height: 26)
        #expect(throws: ImagingError.imageTooLarge(file: path, size: size, limit: 961)) {
            try ImageFile.read(path, pixelLimit: 961)
        }
        #expect(try ImageFile.read(path, pixelLimit: 962).size == size)
    }

    @Test("A size of zero is malformed")
    func zeroSize() throws {
        var bytes = try Fixture.bytes("images/rgb.png")
        bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(failure(bytes) == .malformed(file: "x", offset: 16, flaw: .emptyImage))
    }

    @Test("A header out of place is malformed")
    func header() throws {
        var bytes = try Fixture.bytes("images/rgb.png")
        bytes[12] = UInt8(ascii: "J")
        #expect(failure(bytes) == .malformed(file: "x", offset: 8, flaw: .header))
        #expect(
            failure([0xFF, 0xD8, 0xFF, 0xD9]) == .malformed(file: "x", offset: 2, flaw: .header))
    }

    @Test("An impossible segment length is malformed")
    func segmentLength() throws {
        var png = try Fixture.bytes("images/rgb.png")
        png[8] = 0xFF
        #expect(failure(png) == .malformed(file: "x", offset: 8, flaw: .segmentLength))
        var jpeg = try Fixture.bytes("images/rgb.jpg")
        jpeg.replaceSubrange(4..<6, with: [0, 1])
        #expect(failure(jpeg) == .malformed(file: "x", offset: 4, flaw: .segmentLength))
    }

    @Test("A damaged PNG chunk is undecodable, in libpng's words")
    func damagedChunk() throws {
        var bytes = try Fixture.bytes("images/rgb.png")
        bytes[60] ^= 0x55
        guard case .undecodable("x", let reason) = failure(bytes) else {
            Issue.record("not refused as undecodable")
            return
        }
        #expect(reason.contains("IDAT") || reason.contains("CRC"))
    }

    @Test(
        "Every cut of a file is an error", arguments: ["rgb.jpg", "rgb-progressive.jpg", "rgb.png"])
    func truncations(name: String) throws {
        let bytes = try Fixture.bytes("images/\(name)")
        for count in 1..<bytes.count {
            let error = failure(Array(bytes.prefix(count)))
            #expect(error == .truncated(file: "x", offset: count), "after \(count) bytes")
        }
    }

    @Test("JPEG data that ends before its end marker is refused")
    func shortScan() throws {
        let bytes = try Fixture.bytes("images/rgb.jpg")
        let error = failure(Array(bytes.dropLast(200)) + [0xFF, 0xD9])
        guard case .undecodable("x", let reason) = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(reason.contains("premature") || reason.contains("Premature"))
    }

    @Test(
        "An output in a missing folder, on a folder or without a right to it fails and leaves nothing"
    )
    func unwritable() throws {
        let missing = folder.path("no/a.png")
        #expect(try failure(writing: missing) == .notFound(file: missing))
        #expect(try failure(writing: folder.url.path) == .isFolder(file: folder.url.path))
        #expect(folder.names.isEmpty)
    }

    @Test("A full disk is an error")
    func fullDisk() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else {
            print("SKIPPED: this system has no /dev/full")
            return
        }
        let error = try failure(writing: "/dev/full")
        #expect(error == .writeFailed(file: "/dev/full", code: Code.noSpace))
    }

    @Test("JPEG quality outside 1…100 and sizes that a format cannot hold are refused")
    func encoding() throws {
        let image = try ImageFileTests.noise(format: .rgb24)
        #expect(throws: ImagingError.invalidQuality(0)) {
            try JPEGFile.encode(image, name: "x", quality: 0)
        }
        let wide = try PixelBuffer(
            width: 70_000, height: 1, format: .gray8, bytes: [UInt8](repeating: 0, count: 70_000))
        let reason = "70000×1 is too large for JPEG"
        #expect(throws: ImagingError.unencodable(file: "x", reason: reason)) {
            try JPEGFile.encode(wide, name: "x")
        }
    }
}
