import Foundation
import LandmarkImaging
import MediaPipeTasksVision
import Testing

/// How pixels from Core Video and Core Graphics are converted.
@Suite("Premultiplied pixels")
struct PremultipliedPixelTests {
    static func copy(
        _ bytes: [UInt8], width: Int, height: Int, bytesPerRow: Int
    ) throws -> [UInt8] {
        try bytes.withUnsafeBytes { memory in
            let base = try #require(memory.baseAddress)
            let pixels = try PixelBuffer(
                premultiplied: base, width: width, height: height, bytesPerRow: bytesPerRow,
                format: .bgra32)
            #expect(pixels.width == width && pixels.height == height && pixels.format == .bgra32)
            return pixels.withUnsafeBytes { Array($0) }
        }
    }

    @Test("Padding is left out, also where the last row has none")
    func padding() throws {
        let bytes: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255, 99, 99, 7, 8, 9, 255, 10, 11, 12, 255]
        #expect(
            try Self.copy(bytes, width: 2, height: 2, bytesPerRow: 10) == [
                1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255,
            ])
    }

    @Test("Colors are divided by alpha")
    func alpha() throws {
        let bytes: [UInt8] = [64, 10, 200, 128, 5, 6, 7, 0, 1, 0, 255, 1]
        #expect(
            try Self.copy(bytes, width: 3, height: 1, bytesPerRow: 12) == [
                128, 20, 255, 128, 5, 6, 7, 0, 255, 0, 255, 1,
            ])
    }

    @Test(
        "Impossible sizes are code 13",
        arguments: [
            (0, 1, 4), (1, 0, 4), (-1, 1, 4), (2, 1, 7), (1, 2, 0), (1, 2, -4),
            (Int.max, 1, Int.max), (Int.max / 4, Int.max, Int.max), (1, Int.max, Int.max),
        ])
    func impossible(width: Int, height: Int, bytesPerRow: Int) {
        expectFailure(
            .internalError,
            "Some error occurred while preprocessing the input image. Please verify that the image"
                + " is not corrupted. (\(width)×\(height) pixels with \(bytesPerRow) bytes per row)"
        ) { try Self.copy([0, 0, 0, 0], width: width, height: height, bytesPerRow: bytesPerRow) }
    }
}
