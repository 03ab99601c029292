import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Pixel buffers and masks")
struct PixelBufferTests {
    @Test("The last row needs no padding")
    func lastRow() throws {
        let image = try PixelBuffer(
            width: 2, height: 2, format: .rgb24, bytesPerRow: 8,
            bytes: [UInt8](0..<14))
        #expect(image.pixel(x: 1, y: 1) == [11, 12, 13])
        #expect(throws: ImagingError.tooFewBytes(expected: 14, got: 13)) {
            try PixelBuffer(
                width: 2, height: 2, format: .rgb24, bytesPerRow: 8, bytes: [UInt8](0..<13))
        }
    }

    @Test("Invalid and overflowing sizes are rejected")
    func sizes() {
        #expect(throws: ImagingError.invalidImageSize(width: 0, height: 3)) {
            try PixelBuffer(width: 0, height: 3, format: .gray8, bytes: [1])
        }
        #expect(throws: ImagingError.rowTooShort(bytesPerRow: 5, width: 2, format: .rgb24)) {
            try PixelBuffer(width: 2, height: 1, format: .rgb24, bytesPerRow: 5, bytes: [1])
        }
    }

    @Test("Sizes of 2 GiB and more need no memory to be rejected")
    func claims() {
        let most = Int(Int32.max)
        for (width, height) in [
            (1 << 31, 1), (1, 1 << 31), (1 << 40, 1 << 40), (.max, 1), (1, .max), (.max, .max),
        ] {
            for format in PixelFormat.allCases {
                #expect(throws: ImagingError.invalidImageSize(width: width, height: height)) {
                    try PixelBuffer(width: width, height: height, format: format, bytes: [1])
                }
            }
        }
        #expect(throws: ImagingError.tooFewBytes(expected: 1 << 31, got: 1)) {
            try PixelBuffer(width: 1 << 16, height: 1 << 15, format: .gray8, bytes: [1])
        }
        #expect(throws: ImagingError.tooFewBytes(expected: most * most, got: 1)) {
            try PixelBuffer(width: most, height: most, format: .gray8, bytes: [1])
        }
        #expect(throws: ImagingError.tooFewBytes(expected: .max, got: 1)) {
            try PixelBuffer(width: most, height: most, format: .rgba32, bytes: [1])
        }
    }

    @Test("Rows that overlap or run backward are rejected", arguments: [-6, -1, 0, 5, Int.min])
    func shortRows(bytesPerRow: Int) {
        #expect(
            throws: ImagingError.rowTooShort(bytesPerRow: bytesPerRow, width: 2, format: .rgb24)
        ) {
            try PixelBuffer(
                width: 2, height: 2, format: .rgb24, bytesPerRow: bytesPerRow,
                bytes: [UInt8](repeating: 0, count: 64))
        }
    }

    @Test("Rows as far apart as addresses go need the bytes between them")
    func longRows() throws {
        #expect(throws: ImagingError.tooFewBytes(expected: .max, got: 64)) {
            try PixelBuffer(
                width: 2, height: 3, format: .rgb24, bytesPerRow: .max,
                bytes: [UInt8](repeating: 0, count: 64))
        }
        // A single row ends before the next.
        let row = try PixelBuffer(
            width: 2, height: 1, format: .rgb24, bytesPerRow: .max, bytes: [UInt8](0..<6))
        #expect(row.pixel(x: 1, y: 0) == [3, 4, 5])
    }

    @Test("Images for which there is no memory are found before any is allocated")
    func memory() throws {
        let size = PixelSize(width: 1 << 25, height: 1 << 25)
        try ImageMemory.check(1 << 23, for: size, file: "a.png")
        for bytes in [1 << 50, Int.max] {
            #expect(throws: ImagingError.outOfMemory(file: "a.png", size: size, bytes: bytes)) {
                try ImageMemory.check(bytes, for: size, file: "a.png")
            }
        }
    }

    @Test("A mask has one value per pixel and converts to gray")
    func mask() throws {
        let mask = try Mask(width: 3, height: 2, values: [0, 0.5, 1, -1, 2, .nan])
        #expect(mask.image.packed == [0, 128, 255, 0, 255, 0])
        #expect(throws: ImagingError.wrongMaskCount(expected: 6, got: 5)) {
            try Mask(width: 3, height: 2, values: [1, 2, 3, 4, 5])
        }
        #expect(throws: ImagingError.invalidImageSize(width: -1, height: 2)) {
            try Mask(width: -1, height: 2, values: [])
        }
    }
}
