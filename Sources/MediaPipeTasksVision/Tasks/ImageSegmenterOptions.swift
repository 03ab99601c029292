public import Foundation
import LandmarkTasks

/// Options of an `ImageSegmenter`. The model is `selfie_segmentation.tflite`, or
/// `selfie_segmentation_landscape.tflite`, which is faster and made for wide images. Models of other
/// segmenters are not supported.
#if canImport(ObjectiveC)
@objc(MPPImageSegmenterOptions) @objcMembers
#endif
open class ImageSegmenterOptions: TaskOptions {
    /// How images are passed to the segmenter.
    open var runningMode = RunningMode.image
    /// The delegate that receives the results of a live stream. Required in that mode, and not
    /// allowed in the others.
    open weak var imageSegmenterLiveStreamDelegate: (any ImageSegmenterLiveStreamDelegate)?
    /// The locale of labels. It has no effect: the models' labels have no translations.
    open var displayNamesLocale = "en"
    /// Whether to output a probability per pixel.
    open var shouldOutputConfidenceMasks = true
    /// Whether to output a category per pixel.
    open var shouldOutputCategoryMask = false

    /// Creates options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Returns an `ImageSegmenterOptions` with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ImageSegmenterOptions()
        copy.assign(from: self)
        return copy
    }

    override func assign(from other: TaskOptions) {
        super.assign(from: other)
        guard let other = other as? ImageSegmenterOptions else { return }
        runningMode = other.runningMode
        imageSegmenterLiveStreamDelegate = other.imageSegmenterLiveStreamDelegate
        displayNamesLocale = other.displayNamesLocale
        shouldOutputConfidenceMasks = other.shouldOutputConfidenceMasks
        shouldOutputCategoryMask = other.shouldOutputCategoryMask
    }
}

extension ImageSegmenterOptions: VisionTaskOptions {
    typealias Task = SegmentationTask

    var hasDelegate: Bool { imageSegmenterLiveStreamDelegate != nil }

    func configure(_ options: inout LandmarkTasks.ImageSegmenterOptions) throws {
        guard shouldOutputConfidenceMasks || shouldOutputCategoryMask else {
            throw NSError.status(
                .invalidArgumentError,
                "At least one of CONFIDENCE_MASK, CONFIDENCE_MASKS and CATEGORY_MASK must be"
                    + " connected. (shouldOutputConfidenceMasks and shouldOutputCategoryMask are"
                    + " false)")
        }
    }
}

/// The results of an `ImageSegmenter` for one image. Masks have the size of the image.
#if canImport(ObjectiveC)
@objc(MPPImageSegmenterResult) @objcMembers
#endif
open class ImageSegmenterResult: TaskResult {
    /// A mask per category with the probability, 0…1, that a pixel belongs to it, as `float32`. The
    /// models have one category: people. Nil unless requested by the options.
    public let confidenceMasks: [Mask]?
    /// The category of each pixel as `uInt8`. As in MediaPipe, models with one category give 0 where
    /// the probability exceeds 0.5, which is a person, and 255 elsewhere. Nil unless requested by the
    /// options.
    public let categoryMask: Mask?
    /// The quality of each mask, 0…1: 1 for each, because the models do not estimate it.
    public let qualityScores: [NSNumber]?

    /// Creates a result.
    public init(
        confidenceMasks: [Mask]?, categoryMask: Mask?, qualityScores: [NSNumber]?,
        timestampInMilliseconds: Int
    ) {
        self.confidenceMasks = confidenceMasks
        self.categoryMask = categoryMask
        self.qualityScores = qualityScores
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Creates a result without masks.
    public override convenience init(timestampInMilliseconds: Int) {
        self.init(
            confidenceMasks: nil, categoryMask: nil, qualityScores: nil,
            timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Returns an `ImageSegmenterResult` with the same content, including copies of the masks.
    open override func copy(with zone: NSZone? = nil) -> Any {
        ImageSegmenterResult(
            confidenceMasks: confidenceMasks?.map { $0.copied() },
            categoryMask: categoryMask?.copied(), qualityScores: qualityScores,
            timestampInMilliseconds: timestampInMilliseconds)
    }

    /// The masks that a result contains.
    struct Outputs: Sendable {
        let confidence: Bool
        let category: Bool

        init(_ options: ImageSegmenterOptions) {
            confidence = options.shouldOutputConfidenceMasks
            category = options.shouldOutputCategoryMask
        }
    }

    convenience init(
        _ result: LandmarkTasks.ImageSegmenterResult, _ outputs: Outputs, at timestamp: Int
    ) {
        let masks = result.instances.map(\.mask)
        self.init(
            confidenceMasks: outputs.confidence ? masks.compactMap(Mask.init) : nil,
            categoryMask: outputs.category ? masks.first.flatMap(Mask.categories) : nil,
            qualityScores: masks.map { _ in 1 }, timestampInMilliseconds: timestamp)
    }
}

/// Receives the results of an `ImageSegmenter` in live stream mode. The segmenter holds its delegate
/// weakly.
///
/// The method is optional. It is called on the segmenter's private serial queue, in frame order. It
/// is not called for dropped frames.
#if canImport(ObjectiveC)
@objc(MPPImageSegmenterLiveStreamDelegate)
#endif
public protocol ImageSegmenterLiveStreamDelegate: NSObjectProtocol {
    #if canImport(ObjectiveC)
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    @objc(imageSegmenter:didFinishSegmentationWithResult:timestampInMilliseconds:error:)
    optional func imageSegmenter(
        _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
    #else
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    func imageSegmenter(
        _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
    #endif
}

#if !canImport(ObjectiveC)
extension ImageSegmenterLiveStreamDelegate {
    /// Does nothing; makes the method optional, as in Objective-C.
    public func imageSegmenter(
        _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
#endif
