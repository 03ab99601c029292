import Foundation
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
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

    @Test("A missing file, a folder and an empty file are distinct errors")
    func places() throws {
        #expect(failure(reading: folder.path("no")) == .notFound(file: folder.path("no")))
        #expect(failure(reading: folder.url.path) == .isFolder(file: folder.url.path))
        let empty = try folder.put([], as: "empty.png")
        #expect(failure(reading: empty) == .emptyFile(file: empty))
        #expect(failure([]) == .emptyFile(file: "x"))
        let long = folder.path(String(repeating: "a", count: 300))
        #expect(failure(reading: long) == .readFailed(file: long, code: Code.nameTooLong))
    }

    @Test("A file without read permission is an error")
    func permission() throws {
        if isSuperuser {
            // The superuser can read any file except those that the kernel protects.
            let closed = "/proc/sys/vm/compact_memory"
            guard FileManager.default.fileExists(atPath: closed) else {
                try Test.cancel("the superuser may read everything here")
            }
            #expect(failure(reading: closed) == .notPermitted(file: closed))
            return
        }
        let path = try folder.put([1], as: "closed.png")
        #expect(setMode(of: path, to: 0))
        #expect(failure(reading: path) == .notPermitted(file: path))
    }

    @Test("Files above 1 GiB are rejected")
    func hugeFile() throws {
        let path = try folder.put([], as: "huge.png")
        #expect(setSize(of: path, to: 1 << 30 + 1))
        #expect(failure(reading: path) == .fileTooLarge(file: path, limit: 1 << 30))
    }

    @Test("Unknown formats are reported with their first bytes")
    func unknown() {
        let error = failure(Array("GIF89a, too long".utf8))
        #expect(error == .unknownFormat(file: "x", start: Array("GIF89a, ".utf8)))
        #expect(
            error?.description
                == "x is not a readable image: it begins with 47 49 46 38 39 61 2c 20")
    }

    @Test(
        "20000×20000 pixels are rejected before memory is allocated",
        arguments: ["rgb.png", "rgb.jpg"])
    func tooLarge(name: String) throws {
        var bytes = try Fixtures.bytes("images/\(name)")
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

    @Test("A custom pixel limit is respected")
    func ownLimit() throws {
        let path = Fixtures.committed("images/rgb.png")
        let size = PixelSize(width: 37, height: 26)
        #expect(throws: ImagingError.imageTooLarge(file: path, size: size, limit: 961)) {
            try ImageFile.read(path, pixelLimit: 961)
        }
        #expect(try ImageFile.read(path, pixelLimit: 962).size == size)
    }

    @Test("A size of zero is malformed")
    func zeroSize() throws {
        var bytes = try Fixtures.bytes("images/rgb.png")
        bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(failure(bytes) == .malformed(file: "x", offset: 16, flaw: .emptyImage))
    }

    @Test("A misplaced header is malformed")
    func header() throws {
        var bytes = try Fixtures.bytes("images/rgb.png")
        bytes[12] = UInt8(ascii: "J")
        #expect(failure(bytes) == .malformed(file: "x", offset: 8, flaw: .header))
        #expect(
            failure([0xFF, 0xD8, 0xFF, 0xD9]) == .malformed(file: "x", offset: 2, flaw: .header))
    }

    @Test("An impossible segment length is malformed")
    func segmentLength() throws {
        var png = try Fixtures.bytes("images/rgb.png")
        png[8] = 0xFF
        #expect(failure(png) == .malformed(file: "x", offset: 8, flaw: .segmentLength))
        var jpeg = try Fixtures.bytes("images/rgb.jpg")
        jpeg.replaceSubrange(4..<6, with: [0, 1])
        #expect(failure(jpeg) == .malformed(file: "x", offset: 4, flaw: .segmentLength))
    }

    @Test("A damaged PNG chunk is undecodable, with libpng's message")
    func damagedChunk() throws {
        var bytes = try Fixtures.bytes("images/rgb.png")
        bytes[60] ^= 0x55
        guard case .undecodable("x", let reason) = failure(bytes) else {
            Issue.record("not refused as undecodable")
            return
        }
        #expect(reason.contains("IDAT") || reason.contains("CRC"))
    }

    @Test(
        "Every truncation of a file is an error",
        arguments: ["rgb.jpg", "rgb-progressive.jpg", "rgb.png"])
    func truncations(name: String) throws {
        let bytes = try Fixtures.bytes("images/\(name)")
        for count in 1..<bytes.count {
            let error = failure(Array(bytes.prefix(count)))
            #expect(error == .truncated(file: "x", offset: count), "after \(count) bytes")
        }
    }

    @Test("JPEG data without an end marker is rejected")
    func shortScan() throws {
        let bytes = try Fixtures.bytes("images/rgb.jpg")
        let error = failure(Array(bytes.dropLast(200)) + [0xFF, 0xD9])
        guard case .undecodable("x", let reason) = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(reason.contains("premature") || reason.contains("Premature"))
    }

    @Test(
        "Writing to a missing folder, a folder or without permission fails and leaves nothing"
    )
    func unwritable() throws {
        let missing = folder.path("no/a.png")
        #expect(try failure(writing: missing) == .notFound(file: missing))
        #expect(try failure(writing: folder.url.path) == .isFolder(file: folder.url.path))
        #expect(folder.names.isEmpty)
    }

    @Test("A full disk is an error", .enabled(if: Fixtures.available("/dev/full")))
    func fullDisk() throws {
        let error = try failure(writing: "/dev/full")
        #expect(error == .writeFailed(file: "/dev/full", code: Code.noSpace))
    }

    @Test("JPEG quality outside 1…100 and sizes above a format's limit are rejected")
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

/// Decoding arbitrarily damaged files results in an image of valid size or a typed error.
@Suite("Damaged images")
struct ImageFuzzTests {
    @Test(
        "Truncations at every 64th byte and seeded bit flips give an image or an error",
        arguments: files)
    func walk(name: String) throws {
        let bytes = try Fixtures.bytes("images/\(name)")
        for count in stride(from: 0, to: bytes.count, by: 64) {
            #expect(throws: ImagingError.self) {
                try ImageFile.decode(Array(bytes.prefix(count)), name: name)
            }
        }
        var random = SplitMix64(seed: 64)
        for round in 0..<400 {
            var damaged = bytes
            for _ in 0...(round % 4) {
                // Half of the flips hit the headers, where they have the most effect.
                let end = round % 2 == 0 ? min(220, bytes.count) : bytes.count
                damaged[Int.random(in: 0..<end, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            }
            try expectImageOrError(damaged, name: "\(name), round \(round)")
        }
    }

    /// Expects an image of valid size, or a typed error that names the file.
    private func expectImageOrError(_ bytes: [UInt8], name: String) throws {
        do {
            let image = try ImageFile.decode(bytes, name: name, pixelLimit: 1 << 20)
            #expect(image.width * image.height <= 1 << 20)
            #expect(
                image.packed.count == image.width * image.height
                    * image.format.bytesPerPixel)
        } catch {
            #expect(error.description.contains(name))
        }
    }

    private static let files = [
        "rgb.jpg", "rgb-progressive.jpg", "cmyk.jpg", "orientation-6.jpg", "orientation-7.jpg",
        "rgb.png", "rgba-16.png", "palette-alpha.png", "gray-2-interlaced.png", "exif-6.png",
    ]
}
