import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// What only the image segmenter has.
@Suite(
    "Image segmenter",
    .enabled(if: VisionTask.isAvailable && VisionTask.allCases.contains(.segmenter)))
struct SegmenterTests {
    static func segmenter(
        confidence: Bool = true, category: Bool = true,
        mode: MediaPipeTasksVision.RunningMode = .image
    ) throws -> MediaPipeTasksVision.ImageSegmenter {
        let options = MediaPipeTasksVision.ImageSegmenterOptions()
        options.baseOptions.modelAssetPath = VisionTask.segmenter.model
        options.runningMode = mode
        options.shouldOutputConfidenceMasks = confidence
        options.shouldOutputCategoryMask = category
        return try MediaPipeTasksVision.ImageSegmenter(options: options)
    }

    @Test("gives the mask of LandmarkTasks, and its categories")
    func masks() throws {
        let (image, pixels) = try Images.footage(Images.face)
        let settings = LandmarkTasks.ImageSegmenterOptions(model: .file(VisionTask.segmenter.model))
        let expected = try #require(
            try LandmarkTasks.ImageSegmenter(options: settings).detect(pixels).mask)
        let found = try Self.segmenter().segment(image: image)
        #expect(found.qualityScores == [1] && found.timestampInMilliseconds == 0)
        let confidence = try #require(found.confidenceMasks?.first)
        #expect(found.confidenceMasks?.count == 1 && confidence.dataType == .float32)
        #expect(confidence.width == 512 && confidence.height == 512)
        let count = expected.values.count
        #expect(
            Array(UnsafeBufferPointer(start: confidence.float32Data, count: count))
                == expected.values)
        let category = try #require(found.categoryMask)
        #expect(category.dataType == .uInt8 && category.width == 512)
        let categories = UnsafeBufferPointer(start: category.uint8Data, count: count)
        // As in MediaPipe, a person has the category 0, and everything else 255.
        #expect(zip(categories, expected.values).allSatisfy { $0 == ($1 > 0.5 ? 0 : 255) })
        #expect(categories[256 * 512 + 256] == 0 && categories[5 * 512 + 500] == 255)
    }

    @Test("gives only the requested masks")
    func outputs() throws {
        let (image, _) = try Images.footage(Images.face)
        let confidence = try Self.segmenter(category: false).segment(image: image)
        #expect(confidence.confidenceMasks?.count == 1 && confidence.categoryMask == nil)
        let category = try Self.segmenter(confidence: false).segment(image: image)
        #expect(category.confidenceMasks == nil && category.categoryMask != nil)
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: At least one of CONFIDENCE_MASK, CONFIDENCE_MASKS and CATEGORY_MASK"
                + " must be connected."
        ) { try Self.segmenter(confidence: false, category: false) }
    }

    @Test(
        "has the labels of the model's metadata",
        arguments: ["selfie_segmentation", "selfie_segmentation_landscape"])
    func labels(model: String) throws {
        let segmenter = try MediaPipeTasksVision.ImageSegmenter(
            modelPath: SolutionsModels.network(model))
        #expect(segmenter.labels == ["selfie"])
    }

    @Test("calls a completion before it returns")
    func completion() throws {
        let image = try Images.blank()
        var results: [Int] = []
        let stills = try Self.segmenter()
        stills.segment(image: image) { result, error in
            #expect(error == nil)
            results.append(result?.confidenceMasks?.count ?? 0)
        }
        #expect(results == [1])
        var codes: [Int] = []
        stills.segment(videoFrame: image, timestampInMilliseconds: 0) { result, error in
            #expect(result == nil)
            codes.append((error as NSError?)?.code ?? 0)
        }
        #expect(codes == [3])
        let video = try Self.segmenter(mode: .video)
        video.segment(videoFrame: image, timestampInMilliseconds: 7) { result, error in
            #expect(error == nil)
            results.append(result?.timestampInMilliseconds ?? 0)
        }
        #expect(results == [1, 7])
    }

    @Test("gives the mask of the image as passed in", arguments: [ImageOrientation.left, .down])
    func orientation(orientation: ImageOrientation) throws {
        let (upright, pixels) = try Images.footage(Images.face)
        let rotated = try Rotated.pixels(pixels, orientation)
        let segmenter = try Self.segmenter()
        let expected = try #require(segmenter.segment(image: upright).categoryMask)
        let found = try #require(
            segmenter.segment(image: MPImage(pixelBuffer: rotated, orientation: orientation))
                .categoryMask)
        var differing = 0
        for y in stride(from: 4, to: 512, by: 16) {
            for x in stride(from: 4, to: 512, by: 16) {
                let place = Rotated.place(
                    CGPoint(x: (Double(x) + 0.5) / 512, y: (Double(y) + 0.5) / 512), orientation)
                let (column, row) = (Int(place.x * 512), Int(place.y * 512))
                let same =
                    found.uint8Data[y * 512 + x] == expected.uint8Data[row * 512 + column]
                differing += same ? 0 : 1
            }
        }
        #expect(differing <= 2)
    }

    @Test("refuses models of other tasks")
    func otherModels() throws {
        expectFailure(.invalidArgumentError, "INVALID_ARGUMENT: ") {
            try MediaPipeTasksVision.ImageSegmenter(
                modelPath: SolutionsModels.network("hand_recrop"))
        }
        expectFailure(.notFoundError, "No file with name: selfie_segmentation.tflite.") {
            try MediaPipeTasksVision.ImageSegmenter(modelPath: VisionTask.pose.model)
        }
    }
}
