import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// What ImageIO may deliver, in bytes written by hand.
@Suite("Bitmaps in memory")
struct StoredBitmapTests {
    private static let two = PixelSize(width: 2, height: 1)

    @Test("Colors are found in every order", arguments: Layout.all)
    func orders(layout: Layout) throws {
        var bitmap = StoredBitmap(
            Self.two, .rgb, bitsPerPixel: layout.bits, bytesPerRow: 2 * layout.bits / 8)
        bitmap.alpha = layout.alpha
        bitmap.order = layout.order
        bitmap.bitsPerComponent = layout.componentBits
        let image = try #require(Self.pixels(bitmap, layout.bytes))
        #expect(image.format == (layout.hasAlpha ? .rgba32 : .rgb24))
        #expect(
            image.packed == (layout.hasAlpha ? [1, 2, 3, 40, 5, 6, 7, 80] : [1, 2, 3, 5, 6, 7]))
    }

    @Test("Rows may have padding, and the last may lack it")
    func padding() throws {
        let bitmap = StoredBitmap(
            PixelSize(width: 1, height: 2), .gray, bitsPerPixel: 8, bytesPerRow: 4)
        #expect(Self.pixels(bitmap, [7, 0, 0, 0, 9])?.packed == [7, 9])
        #expect(Self.pixels(bitmap, [7, 0, 0, 0]) == nil)
    }

    @Test("Small gray samples are scaled to 0…255", arguments: [1, 2, 4])
    func smallGray(bits: Int) throws {
        var bitmap = StoredBitmap(
            PixelSize(width: 3, height: 1), .gray, bitsPerPixel: bits, bytesPerRow: 2)
        bitmap.bitsPerComponent = bits
        // The largest, the smallest and 1.
        let bytes: [UInt8] =
            switch bits {
            case 1: [0b1010_0000, 0]
            case 2: [0b1100_0100, 0]
            default: [0xF0, 0x10]
            }
        let one: UInt8 = [1: 255, 2: 85, 4: 17][bits] ?? 0
        #expect(Self.pixels(bitmap, bytes)?.packed == [255, 0, one])
        bitmap.isInverted = true
        #expect(Self.pixels(bitmap, bytes)?.packed == [0, 255, 255 - one])
    }

    @Test("Gray with alpha becomes RGBA, and 16 bits keep their upper 8")
    func grayAlpha() {
        var bitmap = StoredBitmap(Self.two, .gray, bitsPerPixel: 32, bytesPerRow: 8)
        bitmap.bitsPerComponent = 16
        bitmap.order = .little16
        bitmap.alpha = .last(isPremultiplied: false)
        let image = Self.pixels(bitmap, [255, 9, 255, 128, 0, 200, 0, 255])
        #expect(image?.format == .rgba32)
        #expect(image?.packed == [9, 9, 9, 128, 200, 200, 200, 255])
    }

    @Test("Premultiplied colors are divided by alpha")
    func premultiplied() {
        var bitmap = StoredBitmap(
            PixelSize(width: 3, height: 1), .rgb, bitsPerPixel: 32, bytesPerRow: 12)
        bitmap.alpha = .last(isPremultiplied: true)
        let image = Self.pixels(bitmap, [100, 50, 0, 128, 9, 9, 9, 0, 1, 2, 3, 255])
        #expect(image?.packed == [199, 100, 0, 128, 0, 0, 0, 0, 1, 2, 3, 255])
    }

    @Test("Indices become colors, and one beyond the table is refused")
    func indexed() {
        var bitmap = StoredBitmap(
            Self.two, .indexed([1, 2, 3, 4, 5, 6]), bitsPerPixel: 4, bytesPerRow: 1)
        bitmap.bitsPerComponent = 4
        #expect(Self.pixels(bitmap, [0x10])?.packed == [4, 5, 6, 1, 2, 3])
        #expect(Self.pixels(bitmap, [0x20]) == nil)
    }

    @Test("Inks become light, in either direction")
    func inks() {
        // No ink, then full black.
        var bitmap = StoredBitmap(Self.two, .cmyk, bitsPerPixel: 32, bytesPerRow: 8)
        #expect(
            Self.pixels(bitmap, [0, 0, 0, 0, 0, 0, 0, 255])?.packed == [255, 255, 255, 0, 0, 0])
        bitmap.isInverted = true
        #expect(
            Self.pixels(bitmap, [255, 255, 255, 255, 255, 255, 255, 0])?.packed
                == [255, 255, 255, 0, 0, 0])
    }

    @Test("Layouts that make no sense are refused")
    func refused() {
        let bytes = [UInt8](repeating: 1, count: 64)
        let fine = StoredBitmap(Self.two, .rgb, bitsPerPixel: 24, bytesPerRow: 6)
        #expect(Self.pixels(fine, bytes) != nil)
        let changes: [(inout StoredBitmap) -> Void] = [
            { $0.bitsPerComponent = 32 }, { $0.bitsPerComponent = 0 }, { $0.bitsPerComponent = 4 },
            { $0.bitsPerPixel = 16 }, { $0.bytesPerRow = 5 }, { $0.bytesPerRow = -6 },
            { $0.alpha = .last(isPremultiplied: false) }, { $0.order = .little32 },
            { $0.size.width = 0 }, { $0.size.height = .max },
        ]
        for (index, change) in changes.enumerated() {
            var bitmap = fine
            change(&bitmap)
            #expect(Self.pixels(bitmap, bytes) == nil, "change \(index)")
        }
    }

    @Test(
        "Checksums of committed files are right, and a changed byte of a needed chunk is found",
        arguments: ["rgb.png", "palette-alpha.png", "exif-6.png"])
    func checksums(name: String) throws {
        var bytes = try Fixtures.bytes("images/\(name)")
        try PNGChecksums.check(bytes, name: name)
        bytes[20] ^= 1
        #expect(throws: ImagingError.undecodable(file: name, reason: "IHDR: CRC error")) {
            try PNGChecksums.check(bytes, name: name)
        }
    }

    @Test("A changed byte of a chunk that may be ignored is ignored")
    func ignoredChunk() throws {
        var bytes = try Fixtures.bytes("images/exif-6.png")
        let mark = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("eXIf".utf8)) })
        bytes[mark + 5] ^= 1
        try PNGChecksums.check(bytes, name: "x")
    }

    private static func pixels(_ bitmap: StoredBitmap, _ bytes: [UInt8]) -> PixelBuffer? {
        bytes.withUnsafeBytes { bitmap.pixels($0) }
    }
}

/// The pixels (1, 2, 3) with alpha 40 and (5, 6, 7) with alpha 80 in one of many orders.
struct Layout: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bits: Int
    var componentBits = 8
    var alpha: StoredBitmap.Alpha
    var order = StoredBitmap.Order.big
    var bytes: [UInt8]
    var hasAlpha = false

    static let all = [
        Layout(testDescription: "RGB", bits: 24, alpha: .none, bytes: [1, 2, 3, 5, 6, 7]),
        Layout(
            testDescription: "RGBX", bits: 32, alpha: .skippedLast,
            bytes: [1, 2, 3, 0, 5, 6, 7, 0]),
        Layout(
            testDescription: "XRGB", bits: 32, alpha: .skippedFirst,
            bytes: [0, 1, 2, 3, 0, 5, 6, 7]),
        Layout(
            testDescription: "BGRX", bits: 32, alpha: .skippedFirst, order: .little32,
            bytes: [3, 2, 1, 0, 7, 6, 5, 0]),
        Layout(
            testDescription: "RGBA", bits: 32, alpha: .last(isPremultiplied: false),
            bytes: [1, 2, 3, 40, 5, 6, 7, 80], hasAlpha: true),
        Layout(
            testDescription: "ARGB", bits: 32, alpha: .first(isPremultiplied: false),
            bytes: [40, 1, 2, 3, 80, 5, 6, 7], hasAlpha: true),
        Layout(
            testDescription: "BGRA", bits: 32, alpha: .first(isPremultiplied: false),
            order: .little32, bytes: [3, 2, 1, 40, 7, 6, 5, 80], hasAlpha: true),
        Layout(
            testDescription: "ABGR", bits: 32, alpha: .last(isPremultiplied: false),
            order: .little32, bytes: [40, 3, 2, 1, 80, 7, 6, 5], hasAlpha: true),
        Layout(
            testDescription: "RGB of 16 bits", bits: 48, componentBits: 16, alpha: .none,
            bytes: [1, 255, 2, 255, 3, 255, 5, 0, 6, 0, 7, 0]),
        Layout(
            testDescription: "RGBA of 16 bits, reversed", bits: 64, componentBits: 16,
            alpha: .last(isPremultiplied: false), order: .little16,
            bytes: [9, 1, 9, 2, 9, 3, 9, 40, 9, 5, 9, 6, 9, 7, 9, 80], hasAlpha: true),
    ]
}
