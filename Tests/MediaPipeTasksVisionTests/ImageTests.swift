import Foundation
import LandmarkImaging
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// Sources and orientations of images.
@Suite("Images")
struct ImageTests {
    static let image = Fixtures.footage("astronaut.png")

    #if !canImport(UIKit)
    @Test("An image can be read from a file", .enabled(if: Fixtures.available(image)))
    func file() throws {
        let image = try MPImage(contentsOfFile: Self.image)
        #expect(image.width == 512 && image.height == 512)
        #expect(image.orientation == .up)
        #expect(image.imageSourceType == .image)
        #expect(image.image?.width == 512)
        #expect(image.pixelBuffer == nil)
        let rotated = try MPImage(contentsOfFile: Self.image, orientation: .left)
        #expect(rotated.orientation == .left)
    }
    #endif

    @Test("An image can be created from pixels")
    func pixelBuffer() throws {
        let pixels = try PixelBuffer(
            width: 3, height: 2, format: .gray8, bytes: [1, 2, 3, 4, 5, 6])
        let image = try MPImage(pixelBuffer: pixels, orientation: .downMirrored)
        #expect(image.width == 3 && image.height == 2)
        #expect(image.orientation == .downMirrored)
        #expect(image.imageSourceType == .pixelBuffer)
        #expect(image.image == nil)
        #if !canImport(CoreVideo)
        #expect(image.pixelBuffer?.format == .gray8)
        #endif
        #expect(try MPImage(pixelBuffer: pixels).orientation == .up)
    }

    @Test("Orientations have UIKit's raw values")
    func orientations() {
        let all: [ImageOrientation] = [
            .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
        ]
        #expect(all.map(\.rawValue) == Array(0...7))
    }

    #if !canImport(UIKit)
    @Test("A missing file is code 5")
    func missingFile() {
        expectFailure(.notFoundError, "NOT_FOUND: /no/such.png") {
            try MPImage(contentsOfFile: "/no/such.png")
        }
    }

    @Test("A file that is not an image is code 3")
    func notAnImage() {
        expectFailure(.invalidArgumentError, "is not a readable image") {
            try MPImage(contentsOfFile: #filePath)
        }
    }

    @Test("An empty file is code 3")
    func emptyFile() throws {
        try ModelErrorTests.withFile("empty.png", []) { path in
            expectFailure(.invalidArgumentError, "INVALID_ARGUMENT: \(path) is empty") {
                try MPImage(contentsOfFile: path)
            }
        }
    }
    #endif

    @Test(
        "Pixels of any format are accepted", .enabled(if: VisionTask.isAvailable),
        arguments: [PixelFormat.rgba32, .bgra32, .gray8])
    func pixelFormats(format: PixelFormat) throws {
        let (image, pixels) = try Images.footage("astronaut.png")
        let bytes = pixels.withUnsafeBytes { source in
            stride(from: 0, to: source.count, by: 3).flatMap { start -> [UInt8] in
                let (red, green, blue) = (source[start], source[start + 1], source[start + 2])
                switch format {
                case .rgba32: return [red, green, blue, 255]
                case .bgra32: return [blue, green, red, 255]
                default: return [UInt8((Int(red) + Int(green) + Int(blue)) / 3)]
                }
            }
        }
        let converted = try PixelBuffer(
            width: pixels.width, height: pixels.height, format: format, bytes: bytes)
        let detector = try FaceDetector(modelPath: VisionTask.detector.model)
        let expected = try #require(detector.detect(image: image).detections.first)
        let found = try #require(
            detector.detect(image: MPImage(pixelBuffer: converted)).detections.first)
        if format == .gray8 {
            #expect(found.boundingBox.intersects(expected.boundingBox))
        } else {
            #expect(found.boundingBox == expected.boundingBox)
            #expect(found.keypoints == expected.keypoints)
        }
    }
}
