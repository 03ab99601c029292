public import LandmarkCore
public import LandmarkImaging

/// Separates people from their background, as MediaPipe's selfie segmentation does.
public typealias ImageSegmenter = Landmarker<SegmentationTask>

/// The result of an `ImageSegmenter` for one image.
public typealias ImageSegmenterResult = LandmarkerResult<Segmentation>

/// Where an image shows people.
public struct Segmentation: Sendable, Hashable, Codable {
    /// For each pixel of the image, the probability, 0…1, that it shows a person.
    public let mask: Mask

    /// Creates a segmentation.
    public init(mask: Mask) { self.mask = mask }
}

extension LandmarkerResult<Segmentation> {
    /// For each pixel of the image, the probability, 0…1, that it shows a person; nil in a result without
    /// a segmentation, which a segmenter does not return.
    public var mask: Mask? { instances.first?.mask }
}

/// The options of an `ImageSegmenter`.
public struct ImageSegmenterOptions: LandmarkTaskOptions {
    /// `selfie_segmentation.tflite`, or `selfie_segmentation_landscape.tflite`, which is faster and made
    /// for wide images.
    public var model: ModelSource
    /// How images reach the segmenter.
    public var runningMode = RunningMode.image
    /// Threads that share the work of a call, at least 1. Results do not depend on their number.
    public var threads = ProcessorCount.usual
    /// How these threads wait for work. Results do not depend on it.
    public var waitPolicy = WaitPolicy.usual
    /// The device that the network runs on; by default the CPU with its best instruction set.
    public var device = ComputeDevice.cpu
    /// The processor that samples images for the network; by default the CPU. Results do not
    /// depend on it.
    public var preprocessor = ImagePreprocessor.cpu
    /// The destination of log messages.
    public var logger = Logger.silent

    /// Creates options with the defaults.
    public init(model: ModelSource) {
        self.model = model
    }
}
