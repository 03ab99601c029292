import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// Runs a network on one ROI of an image at a time: image to tensor, then inference.
struct ImageModelRunner {
    /// How an ROI becomes the network's input tensor.
    struct Preprocessing {
        /// The value of pixels outside the image.
        let border: ImageToTensor.BorderMode
        /// The values that 0…255 maps to, unless the model's metadata specify a normalization.
        let range: ClosedRange<Float>
        let preprocessStage: StageTimings.Stage
        let inferenceStage: StageTimings.Stage

        /// The preprocessing of a detector; `range` applies to a model without metadata.
        static func detector(_ range: ClosedRange<Float>) -> Preprocessing {
            Preprocessing(
                border: .zero, range: range, preprocessStage: .detectorInput,
                inferenceStage: .detector)
        }

        /// The preprocessing of a landmark model. All of them expect 0…1, including those without
        /// metadata.
        static let landmarkModel = Preprocessing(
            border: .replicate, range: 0...1, preprocessStage: .landmarkInput,
            inferenceStage: .landmarks)
    }

    let network: Network
    private let preprocessing: Preprocessing
    private let range: ClosedRange<Float>
    private let sampler: ImageToTensor
    /// Samples if possible; otherwise `sampler` does.
    private let accelerator: (any RegionSampler)?
    private let pool: WorkerPool

    init(
        _ network: Network, _ preprocessing: Preprocessing, range: ClosedRange<Float>,
        sampler: ImageToTensor, accelerator: (any RegionSampler)?, pool: WorkerPool
    ) {
        self.network = network
        self.preprocessing = preprocessing
        self.range = range
        self.sampler = sampler
        self.accelerator = accelerator
        self.pool = pool
    }

    /// The size of the network's input; empty for a network without one, which no task accepts.
    var inputSize: PixelSize {
        let shape = network.inputs.first?.shape ?? []
        return shape.count == 4
            ? PixelSize(width: shape[2], height: shape[1]) : PixelSize(width: 0, height: 0)
    }

    /// Runs the network on an ROI.
    ///
    /// - Parameter roi: The ROI in pixels of `image`.
    /// - Returns: Whether the network ran; false if the ROI is degenerate.
    /// - Throws: `TaskError.imaging` if the image cannot be sampled; `.inference` if the device fails, and
    ///   the processor cannot take over, or if an output has an unusable number.
    func run(
        roi: PixelRect, in image: PixelBuffer, orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> Bool {
        let isFilled = try timings.measure(preprocessing.preprocessStage) {
            () throws(TaskError) in
            try preprocess(roi.moved(by: orientation.samplingOffset), in: image)
        }
        guard isFilled else { return false }
        try timings.measure(preprocessing.inferenceStage) { () throws(TaskError) in
            do throws(InferenceError) {
                try network.run()
                try network.checkValues()
            } catch {
                throw .inference(error)
            }
        }
        return true
    }

    /// Samples an ROI as the network's input, and copies it to `values`, row-major.
    ///
    /// - Parameter roi: The ROI in pixels of `image`.
    /// - Returns: Whether that was possible; false if the ROI is degenerate.
    /// - Throws: `TaskError.imaging` if the image cannot be sampled.
    func sample(
        roi: PixelRect, in image: PixelBuffer, orientation: Orientation,
        into values: UnsafeMutablePointer<Float>
    ) throws(TaskError) -> Bool {
        guard try preprocess(roi.moved(by: orientation.samplingOffset), in: image) else {
            return false
        }
        do throws(InferenceError) {
            try network.withInput { $0.copy(to: values) }
        } catch {
            throw .inference(error)
        }
        return true
    }

    private func preprocess(_ roi: PixelRect, in image: PixelBuffer) throws(TaskError) -> Bool {
        let failure: ImagingError?
        do throws(InferenceError) {
            failure = try network.withInput { (input) -> ImagingError? in
                if let accelerator,
                    accelerator.fill(
                        input, from: image, roi: roi, border: preprocessing.border, range: range)
                {
                    return nil
                }
                do throws(ImagingError) {
                    try sampler.convert(
                        image, roi: roi, border: preprocessing.border, range: range,
                        into: input, on: pool)
                    return nil
                } catch {
                    return error
                }
            }
        } catch {
            throw .inference(error)
        }
        switch failure {
        case nil: return true
        case .degenerateRegion: return false
        case .some(let error): throw .imaging(error)
        }
    }
}

extension Network {
    /// The device of a task: `requested`, unless the network runs elsewhere.
    func device(instead requested: ComputeDevice) -> ComputeDevice {
        device.kind == requested.kind ? requested : device
    }
}
