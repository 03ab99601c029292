import CWarpShader
import LandmarkApple
import LandmarkCore
import LandmarkImaging
import Testing

@Suite struct PixelLayoutTests {
    @Test(arguments: ColorMatrix.allCases, [true, false])
    func convertsLikeRealNumbers(_ matrix: ColorMatrix, isFullRange: Bool) {
        let conversion = lw_conversion(matrix, isFullRange: isFullRange)
        var worst = 0.0
        for y in stride(from: 0, through: 255, by: 15) {
            for u in stride(from: 0, through: 255, by: 17) {
                for v in stride(from: 0, through: 255, by: 15) {
                    let pixel = [UInt8(y)].withUnsafeBytes { luma in
                        [UInt8(u), UInt8(v)].withUnsafeBytes { chroma in
                            conversion.bgra(
                                width: 1, height: 1, luma: luma, lumaBytesPerRow: 1,
                                chroma: chroma, chromaBytesPerRow: 2)
                        }
                    }
                    let light = isFullRange ? Double(y) : (Double(y) - 16) * 255 / 219
                    let scale = isFullRange ? 1 : 255.0 / 224
                    let red = light + 2 * (1 - matrix.red) * (Double(v) - 128) * scale
                    let blue = light + 2 * (1 - matrix.blue) * (Double(u) - 128) * scale
                    let green =
                        (light - matrix.red * red - matrix.blue * blue)
                        / (1 - matrix.red - matrix.blue)
                    for (got, wanted) in zip(pixel, [blue, green, red]) {
                        worst = max(worst, abs(Double(got) - min(max(wanted, 0), 255)))
                    }
                }
            }
        }
        #expect(worst <= 1)
    }

    @Test func usesStridesAndOddSizes() throws {
        let luma: [UInt8] = [10, 20, 30, 255, 255, 40, 50, 60, 255, 255, 70, 80, 90]
        let chroma: [UInt8] = [128, 128, 128, 128, 255, 255, 128, 128, 128, 128]
        try luma.withUnsafeBytes { luma in
            try chroma.withUnsafeBytes { chroma in
                let image = try PixelBuffer(
                    .biplanarFullRange, width: 3, height: 3,
                    planes: [
                        PixelPlane(base: luma.baseAddress, rows: 3, bytesPerRow: 5),
                        PixelPlane(base: chroma.baseAddress, rows: 2, bytesPerRow: 6),
                    ], owner: Owner {})
                for index in 0..<9 {
                    let gray = UInt8(10 * (index + 1))
                    #expect(image.pixel(x: index % 3, y: index / 3) == [gray, gray, gray, 255])
                }
            }
        }
    }

    @Test func sharesMemoryAndKeepsItsOwner() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 40, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 7, count: 40)
        var isReleased = false
        do {
            let image = try PixelBuffer(
                .bgra, width: 4, height: 2,
                planes: [PixelPlane(base: UnsafeRawPointer(memory), rows: 2, bytesPerRow: 20)],
                owner: Owner { isReleased = true })
            let isShared = image.withUnsafeBytes { $0.baseAddress == UnsafeRawPointer(memory) }
            #expect(isShared)
            #expect(image.pixel(x: 3, y: 1) == [7, 7, 7, 7])
            #expect(!isReleased)
        }
        #expect(isReleased)
    }

    @Test func releasesPlanesWithTheConversion() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 128, count: 12)
        var isReleased = false
        let image = try PixelBuffer(
            .biplanarFullRange, width: 4, height: 2,
            planes: [
                PixelPlane(base: UnsafeRawPointer(memory), rows: 2, bytesPerRow: 4),
                PixelPlane(base: UnsafeRawPointer(memory + 8), rows: 1, bytesPerRow: 4),
            ], owner: Owner { isReleased = true })
        let copy = image
        #expect(!isReleased && image.source is BiplanarImage && image.yuv == nil)
        #expect(image.format == .bgra32 && image.bytesPerRow == 16 && image.owner == nil)
        #expect(copy.pixel(x: 3, y: 1) == [128, 128, 128, 255])
        #expect(isReleased && image.source == nil)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 12)
        #expect(image.pixel(x: 0, y: 0) == [128, 128, 128, 255])
    }

    @Test func refusesWhatDoesNotFit() {
        func error(_ layout: PixelLayout, width: Int = 4, _ planes: PixelPlane...)
            -> AppleImageError?
        {
            do throws(AppleImageError) {
                _ = try PixelBuffer(
                    layout, width: width, height: 2, planes: planes, owner: Owner {})
                return nil
            } catch {
                return error
            }
        }
        [UInt8](repeating: 0, count: 64).withUnsafeBytes { bytes in
            func plane(rows: Int = 2, stride: Int = 16) -> PixelPlane {
                PixelPlane(base: bytes.baseAddress, rows: rows, bytesPerRow: stride)
            }
            #expect(error(.bgra, plane()) == nil)
            #expect(error(.bgra, width: 0, plane()) == .emptyImage(width: 0, height: 2))
            #expect(
                error(.bgra, plane(stride: 15))
                    == .rowTooShort(plane: 0, bytesPerRow: 15, needed: 16))
            #expect(
                error(.bgra, plane(stride: .max))
                    == .rowTooShort(plane: 0, bytesPerRow: .max, needed: 16))
            #expect(error(.bgra, plane(rows: 1)) == .tooFewRows(plane: 0, rows: 1, needed: 2))
            #expect(
                error(.gray, PixelPlane(base: nil, rows: 2, bytesPerRow: 16))
                    == .missingBaseAddress(plane: 0))
            #expect(error(.biplanarFullRange, plane()) == .tooFewPlanes(planes: 1, needed: 2))
        }
        #expect(throws: AppleImageError.unsupportedFormat(FourCharacterCode("v210"))) {
            try PixelLayout(FourCharacterCode("v210"))
        }
    }

    /// Where EXIF orientations put the bottom right pixel of a stored 3×2 image.
    @Test func placesTurnedImages() {
        func upright(_ orientation: Orientation, _ isMirrored: Bool) -> [Double] {
            let placement = UprightPlacement(
                ImageTurn(orientation, isMirrored: isMirrored), width: 3, height: 2)
            let t = placement.transform
            let (x, y) = (2.5, 0.5)
            return [
                t.a * x + t.c * y + t.x - 0.5,
                Double(placement.size.height) - (t.b * x + t.d * y + t.y) - 0.5,
            ]
        }
        #expect(upright(.up, false) == [2, 1])
        #expect(upright(.down, false) == [0, 0])
        #expect(upright(.right, false) == [0, 2])
        #expect(upright(.left, false) == [1, 0])
        #expect(upright(.up, true) == [0, 1])
        #expect(upright(.down, true) == [2, 0])
        // EXIF 5 transposes, and EXIF 7 transposes around the other diagonal.
        #expect(upright(.left, true) == [1, 2])
        #expect(upright(.right, true) == [0, 0])
    }
}

/// Reports when it is released.
private final class Owner {
    private let released: () -> Void

    init(_ released: @escaping () -> Void) { self.released = released }

    deinit { released() }
}
