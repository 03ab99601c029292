import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Reading BMP, WebP, TIFF and HEIF")
struct StillImageTests {
    private static func image(_ name: String) throws -> PixelBuffer {
        try ImageFile.read(Fixtures.committed("still/\(name)"))
    }

    /// The largest difference between two images of the same size.
    private static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
        zip(a.packed, b.packed).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test(
        "what is stored without loss has the pixels of the PNG",
        arguments: ["rgb.bmp", "rgb.webp", "rgb.tif"])
    func lossless(name: String) throws {
        let image = try Self.image(name)
        let expected = try Self.image("rgb.png")
        #expect(image.size == expected.size && image.format == .rgb24)
        #expect(image.packed == expected.packed)
    }

    @Test("gray stays gray and alpha stays", arguments: ["gray.bmp", "gray.tif"])
    func gray(name: String) throws {
        // A palette of grays is a palette.
        let image = try Self.image(name)
        #expect(image.format == (name == "gray.tif" ? .gray8 : .rgb24))
        let rgb = try Self.image("rgb.png").pixel(x: 5, y: 9)
        let luma = (299 * Int(rgb[0]) + 587 * Int(rgb[1]) + 114 * Int(rgb[2])) / 1000
        #expect(abs(Int(image.pixel(x: 5, y: 9)[0]) - luma) <= 1)
    }

    @Test("alpha is not premultiplied", arguments: ["rgba.webp", "rgba.tif"])
    func alpha(name: String) throws {
        let image = try Self.image(name)
        #expect(image.format == .rgba32)
        #expect(
            image.pixel(x: 20, y: 1)[0..<3] == (try Self.image("rgb.png")).pixel(x: 20, y: 1)[...])
        #expect(image.pixel(x: 20, y: 1)[3] < image.pixel(x: 20, y: 15)[3])
    }

    @Test("lossy WebP is near")
    func lossy() throws {
        let image = try Self.image("lossy.webp")
        #expect(image.size == PixelSize(width: 24, height: 16))
        #expect(image.format == .rgb24)
    }

    @Test("EXIF orientation is applied", arguments: ["exif-6.webp", "exif-6.tif"])
    func orientation(name: String) throws {
        let image = try Self.image(name)
        #expect(image.packed == (try Self.image("rgb.png")).packed)
    }

    @Test(
        "HEIC and AVIF are decoded, rotated by the file's own rotation",
        .enabled(if: hasLibrary, hasNoLibrary))
    func heif() throws {
        let upright = try Self.image("rgb.heic")
        #expect(upright.size == PixelSize(width: 96, height: 64))
        let turned = try Self.image("exif-6.heic")
        #expect(turned.size == upright.size)
        // In the middle of squares, because colors are stored at half the resolution.
        let rgb = try Self.image("rgb.png")
        for name in ["rgb.heic", "exif-6.heic", "rgb.avif"] {
            let image = try Self.image(name)
            for (x, y) in [(2, 2), (10, 6), (21, 13)] {
                let (a, b) = (image.pixel(x: 4 * x + 2, y: 4 * y + 2), rgb.pixel(x: x, y: y))
                for channel in 0..<3 {
                    #expect(abs(Int(a[channel]) - Int(b[channel])) < 40, "\(name) at \(x), \(y)")
                }
            }
        }
    }

    /// Whether libheif is installed where it is needed.
    private static let hasLibrary = !ImageFileLibraries.versions.contains {
        $0.name == "libheif" && $0.version == "not installed"
    }
    private static let hasNoLibrary: Comment = "libheif1 is not installed"

    /// Cancels the test of a HEIC file where no library decodes it.
    private static func needsDecoder(_ name: String) throws {
        if name.hasSuffix("heic"), !hasLibrary { try Test.cancel(hasNoLibrary) }
    }

    @Test("an animated WebP is refused by name")
    func animation() {
        #expect {
            _ = try Self.image("animated.webp")
        } throws: { error in
            "\(error)".contains("animation")
        }
    }

    #if os(Linux)
    @Test("a TIFF file whose JPEG tables are apart from its images is refused by name")
    func sharedTables() {
        func entry(_ tag: UInt8, _ high: UInt8, type: UInt8, count: UInt8, _ value: UInt8)
            -> [UInt8]
        {
            [tag, high, type, 0, count, 0, 0, 0, value, 0, 0, 0]
        }
        let bytes: [UInt8] =
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 4, 0] + entry(0, 1, type: 3, count: 1, 2)
            + entry(1, 1, type: 3, count: 1, 2) + entry(3, 1, type: 3, count: 1, 7)
            + entry(0x5B, 1, type: 7, count: 4, 0) + [0, 0, 0, 0]
        #expect(
            throws: ImagingError.undecodable(
                file: "a.tif", reason: "the TIFF file is compressed as JPEG with shared tables")
        ) {
            _ = try ImageFile.decode(bytes, name: "a.tif")
        }
    }
    #endif

    @Test(
        "a file that ends early is an error, wherever it ends",
        arguments: [
            "rgb.bmp", "rgb.webp", "lossy.webp", "rgb.tif", "gray.tif", "rgba.tif", "rgb.heic",
        ])
    func truncated(name: String) throws {
        try Self.needsDecoder(name)
        let bytes = try Fixtures.bytes("still/\(name)")
        // The last bytes of a TIFF file can belong to a tag that is not needed.
        for count in stride(from: 1, to: bytes.count * 3 / 4, by: 7) {
            #expect(throws: ImagingError.self, "\(count) bytes of \(name)") {
                _ = try ImageFile.decode(Array(bytes.prefix(count)), name: name)
            }
        }
    }

    @Test(
        "damage never traps",
        arguments: ["rgb.bmp", "rgb.webp", "lossy.webp", "rgb.tif", "rgb.heic"])
    func damaged(name: String) throws {
        try Self.needsDecoder(name)
        let bytes = try Fixtures.bytes("still/\(name)")
        var random = SplitMix64(seed: 300)
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<3 {
                damaged[random.below(bytes.count)] = UInt8(random.below(256))
            }
            let image = try? ImageFile.decode(damaged, name: name, pixelLimit: 1 << 20)
            if let image { #expect(image.width * image.height <= 1 << 20) }
        }
    }

    @Test(
        "the pixel limit holds before memory is allocated",
        arguments: ["rgb.bmp", "rgb.webp", "lossy.webp", "rgb.tif", "rgb.heic"])
    func limit(name: String) throws {
        try Self.needsDecoder(name)
        let size = try Self.image(name).size
        #expect(throws: ImagingError.imageTooLarge(file: name, size: size, limit: 100)) {
            _ = try ImageFile.decode(
                try Fixtures.bytes("still/\(name)"), name: name, pixelLimit: 100)
        }
    }

    @Test("a header that declares a huge image is refused")
    func huge() throws {
        var bytes = try Fixtures.bytes("still/rgb.bmp")
        bytes.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F])
        let size = PixelSize(width: Int(Int32.max), height: Int(Int32.max))
        #expect(throws: ImagingError.imageTooLarge(file: "x", size: size, limit: 1 << 28)) {
            _ = try ImageFile.decode(bytes, name: "x")
        }
        // No columns, and as many rows as possible.
        bytes.replaceSubrange(18..<26, with: [0, 0, 0, 0, 0, 0, 0, 0x80])
        #expect(throws: ImagingError.self) { _ = try ImageFile.decode(bytes, name: "x") }
    }
}
