public import LandmarkCore
public import LandmarkImaging
import LandmarkInference
import LandmarkModelFile

/// Separates people from their background: the task of an `ImageSegmenter`.
///
/// It does not track: a frame is processed like an independent image.
public final class SegmentationTask: LandmarkTask {
    /// `mask`.
    public static let singular = "mask"
    /// `masks`.
    public static let plural = "masks"
    /// Empty: a mask has no landmarks.
    public static let landmarkNames: [String] = []
    /// Empty: a mask has no landmarks.
    public static let connections: [Connection] = []

    /// The names of the masks from the model's metadata; empty if it does not list them.
    let labels: [String]

    private let runner: ImageModelRunner
    private let pool: WorkerPool
    private let requested: ComputeDevice
    /// Columns and rows of the network's mask.
    private let maskSize: PixelSize
    private var resize = MaskResize()
    /// The last mask of the upright scene, and of a rotated image: memory that is reused once the caller has
    /// released the result.
    private var upright: [Float] = []
    private var turned: [Float] = []

    /// The selfie segmentation network for square images.
    public static func networks(for options: ImageSegmenterOptions) -> [NetworkSpec] {
        [.selfie(width: 256, height: 256)]
    }

    /// Reads the model and prepares the network.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: ImageSegmenterOptions) throws(TaskError) {
        try ImageSegmenterOptions.validate(options.threads, isAtLeastOne: "threads")
        var spec = NetworkSpec.selfie(width: 256, height: 256)
        let bundle = try TaskBundle(
            options.model, entries: [spec.entry], acceptsNetwork: true)
        let landscape = NetworkSpec.selfie(width: 256, height: 144)
        let model = try bundle.model(spec.entry)
        if landscape.takesInput(of: model) { spec = landscape }
        labels = Self.labels(of: model)
        maskSize = PixelSize(width: spec.inputShape[2], height: spec.inputShape[1])
        let networks = try NetworkLoader([spec], of: bundle, options: options)
        runner = try networks.imageModelRunner(spec.entry, .segmenter)
        pool = networks.pool
        requested = networks.device
    }

    /// Finds the people in an image.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if the network
    ///   fails.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> ImageSegmenterResult {
        let start = MonotonicTime.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings([.landmarkInput, .landmarks, .masks, .total])
        let roi = PixelRect(orientation.fullROI(in: image.size), in: image.size)
        guard try runner.run(roi: roi, in: image, orientation: orientation, timings: &timings)
        else { throw .imaging(.degenerateRegion(roi)) }
        let values = try timings.measure(.masks) { () throws(TaskError) in
            try resizedMask(image.size, orientation)
        }
        timings.add(nanoseconds: start.elapsedNanoseconds, to: .total)
        return ImageSegmenterResult(
            instances: [Segmentation(mask: Mask(trusted: image.size, values: values))],
            timestamp: timestamp, imageSize: image.size, timings: timings,
            device: runner.network.device(instead: requested))
    }

    /// Masks do not depend on the labels, so a model whose files cannot be read has none.
    private static func labels(of model: TFLiteModel) -> [String] {
        guard let name = model.metadata?.outputs.first?.associatedFiles.first,
            let bytes = try? model.associatedFile(named: name)
        else { return [] }
        let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Does nothing: there is no tracking state.
    public func reset() {}

    /// Returns the network's mask in the size of the image.
    private func resizedMask(
        _ size: PixelSize, _ orientation: Orientation
    ) throws(TaskError) -> [Float] {
        let swapsAxes = orientation == .right || orientation == .left
        let scene = swapsAxes ? PixelSize(width: size.height, height: size.width) : size
        do throws(InferenceError) {
            try runner.network.withOutput(0) {
                resize.resize($0, of: maskSize, to: scene, into: &upright)
            }
        } catch {
            throw .inference(error)
        }
        guard orientation != .up else { return upright }
        turned.removeAll(keepingCapacity: true)
        turned.reserveCapacity(upright.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .right: (size.height - 1 - y, x)
                    case .down: (size.width - 1 - x, size.height - 1 - y)
                    case .left: (y, size.width - 1 - x)
                    }
                turned.append(upright[row * scene.width + column])
            }
        }
        return turned
    }
}

extension NetworkSpec {
    /// MediaPipe's selfie segmentation, with an input and a mask of this size.
    fileprivate static func selfie(width: Int, height: Int) -> NetworkSpec {
        NetworkSpec(
            entry: "selfie_segmentation.tflite", input: [height, width, 3],
            outputs: [height * width])
    }
}

extension ImageModelRunner.Preprocessing {
    /// The preprocessing of a segmentation model, which sees the whole image.
    fileprivate static let segmenter = Self(
        border: .zero, range: 0...1, preprocessStage: .landmarkInput, inferenceStage: .landmarks)
}
