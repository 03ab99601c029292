import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// One line of `images.txt`: what OpenCV decodes from a file.
struct ImageReference: Sendable, CustomTestStringConvertible {
    let name: String
    let size: PixelSize
    let format: PixelFormat
    let checksum: UInt32

    init(_ fields: [String]) {
        name = fields[0]
        size = PixelSize(width: Int(fields[1]) ?? 0, height: Int(fields[2]) ?? 0)
        format = ["1": .gray8, "3": .rgb24, "4": .rgba32][fields[3]] ?? .bgra32
        checksum = UInt32(fields[4], radix: 16) ?? 0
    }

    var testDescription: String { name }

    var path: String {
        name.hasPrefix("asset:")
            ? Fixtures.shared("assets/" + name.dropFirst(6)) : Fixtures.committed("images/\(name)")
    }

    static func all() throws -> [ImageReference] {
        try Fixtures.lines("images.txt").map(ImageReference.init)
    }
}

@Suite("Reading images")
struct ImageFileTests {
    @Test("Every file decodes to OpenCV's pixels", arguments: try ImageReference.all())
    func matchesOpenCV(reference: ImageReference) throws {
        if let reason = Fixtures.missing(reference.path) { try Test.cancel("\(reason)") }
        let image = try ImageFile.read(reference.path)
        #expect(image.size == reference.size)
        #expect(image.format == reference.format)
        #expect(FileContent.checksum(image.packed) == reference.checksum)
    }

    @Test("All eight orientations show the same scene")
    func orientations() throws {
        let upright = try ImageFile.read(Fixtures.committed("images/orientation-1.jpg"))
        for value in 2...8 {
            let turned = try ImageFile.read(Fixtures.committed("images/orientation-\(value).jpg"))
            let swaps = value >= 5
            #expect(turned.width == (swaps ? upright.height : upright.width))
            // The displayed position of the stored top left pixel according to EXIF.
            let (right, bottom) = (turned.width - 1, turned.height - 1)
            let seen = [
                2: (right, 0), 3: (right, bottom), 4: (0, bottom), 5: (0, 0), 6: (right, 0),
                7: (right, bottom), 8: (0, bottom),
            ]
            let (x, y) = try #require(seen[value])
            #expect(turned.pixel(x: x, y: y) == upright.pixel(x: 0, y: 0))
        }
    }

    @Test("CMYK without an Adobe segment is not inverted")
    func plainCMYK() throws {
        var bytes = try Fixtures.bytes("images/cmyk.jpg")
        let adobe = Array("Adobe".utf8)
        let mark = try #require(
            bytes.indices.first { bytes[$0...].starts(with: adobe) })
        bytes[mark] = UInt8(ascii: "X")
        let inverted = try ImageFile.decode(bytes, name: "plain")
        let adobes = try ImageFile.read(Fixtures.committed("images/cmyk.jpg"))
        #expect(inverted.size == adobes.size)
        #expect(inverted.packed != adobes.packed)
    }

    @Test("Stray bytes between segments are ignored")
    func strayBytes() throws {
        var bytes = try Fixtures.bytes("images/rgb.jpg")
        let clean = try ImageFile.decode(bytes, name: "clean")
        bytes.insert(contentsOf: [1, 2, 3], at: 20)
        #expect(try ImageFile.decode(bytes, name: "stray").packed == clean.packed)
    }

    @Test("Writing and reading PNG is lossless", arguments: PixelFormat.allCases)
    func writesPNG(format: PixelFormat) throws {
        let folder = try TemporaryFolder()
        let image = try Self.noise(format: format)
        try PNGFile.write(image, to: folder.path("a.png"))
        let again = try ImageFile.read(folder.path("a.png"))
        var expected = image.packed
        if format == .bgra32 {
            for i in stride(from: 0, to: expected.count, by: 4) { expected.swapAt(i, i + 2) }
        }
        #expect(again.format == (format == .bgra32 ? .rgba32 : format))
        #expect(again.packed == expected)
        #expect(folder.names == ["a.png"])
    }

    @Test("Writing and reading JPEG keeps colors within tolerance", arguments: PixelFormat.allCases)
    func writesJPEG(format: PixelFormat) throws {
        let folder = try TemporaryFolder()
        let bytes = [UInt8](repeating: 200, count: 40 * 31 * format.bytesPerPixel)
        let image = try PixelBuffer(width: 40, height: 31, format: format, bytes: bytes)
        try JPEGFile.write(image, to: folder.path("a.jpg"), quality: 95)
        let again = try ImageFile.read(folder.path("a.jpg"))
        #expect(again.size == image.size)
        #expect(again.format == (format == .gray8 ? .gray8 : .rgb24))
        #expect(again.packed.allSatisfy { abs(Int($0) - 200) <= 2 })
    }

    @Test("Writing replaces a file, and a link stays a link")
    func replaces() throws {
        let folder = try TemporaryFolder()
        let path = try folder.put([1, 2, 3], as: "old.png")
        #expect(symlinkTo("old.png", at: folder.path("link.png")))
        let image = try Self.noise(format: .rgb24)
        try PNGFile.write(image, to: folder.path("link.png"))
        #expect(try ImageFile.read(path).packed == image.packed)
        #expect(folder.names == ["link.png", "old.png"])
    }

    /// 19×7 pixels with 5 bytes of padding per row.
    static func noise(format: PixelFormat) throws -> PixelBuffer {
        var random = SplitMix64(seed: 5)
        let stride = 19 * format.bytesPerPixel + 5
        let bytes = (0..<stride * 7).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return try PixelBuffer(
            width: 19, height: 7, format: format, bytesPerRow: stride, bytes: bytes)
    }
}
