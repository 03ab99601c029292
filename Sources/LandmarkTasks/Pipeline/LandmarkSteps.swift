package import LandmarkCore
package import LandmarkImaging
import LandmarkInference

/// The steps of a landmark task on an image, for programs that run the landmark model elsewhere, and for
/// comparisons frame by frame.
///
/// Apart from `track`, the steps neither use nor change the tracking state.
package protocol LandmarkSteps<Instance>: AnyObject {
    associatedtype Instance: Sendable, Hashable, Codable

    /// The detections and ROIs of the last image.
    var trace: ROITrace { get }

    /// Makes `roi` the only tracked ROI for the next frame.
    func track(_ roi: NormalizedRect)

    /// Runs the detector; returns the ROI of each detection, best first.
    ///
    /// - Throws: `TaskError.imaging` or `.inference`.
    func detectedRegions(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> [NormalizedRect]

    /// Runs the detector; returns the ROIs on which an independent image's landmark model runs: at most
    /// as many as instances are wanted.
    ///
    /// - Throws: `TaskError.imaging` or `.inference`.
    func regions(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> [NormalizedRect]

    /// The size of the landmark model's input, which has three channels.
    var inputSize: PixelSize { get }

    /// Samples an ROI for the landmark model, row-major.
    ///
    /// - Returns: Whether `values` were written; false for a degenerate ROI.
    /// - Throws: `TaskError.imaging` or `.inference`.
    func sample(
        _ roi: NormalizedRect, of image: PixelBuffer, orientation: Orientation,
        into values: UnsafeMutablePointer<Float>
    ) throws(TaskError) -> Bool

    /// Decodes the landmark model's outputs for the ROIs of one image.
    ///
    /// - Parameters:
    ///   - outputs: The values of each output for all ROIs, one after another.
    ///   - size: The size of the image.
    /// - Throws: `TaskError.inference` for a wrong number of outputs or values, or for unusable values;
    ///   `.imaging` for a region that is not finite, or for masks that do not fit into memory.
    func decode(
        _ outputs: [UnsafeBufferPointer<Float>], of rois: [NormalizedRect], in size: PixelSize,
        orientation: Orientation
    ) throws(TaskError) -> LandmarkerResult<Instance>
}

extension LandmarkPipeline: LandmarkSteps {
    /// The limit of a region's numbers, which keeps landmarks finite.
    private static var regionLimit: Float { 1e9 }

    var steps: any LandmarkSteps<Model.Instance> { self }

    func detectedRegions(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> [NormalizedRect] {
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings(stages)
        let detections = try detector.detect(image, orientation: orientation, timings: &timings)
        return detections.map { model.roi(for: $0, in: image.size) }
    }

    func regions(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> [NormalizedRect] {
        pool.hold()
        defer { pool.release() }
        return try independentROIs(
            in: image, ImageContext(size: image.size, orientation: orientation))
    }

    var inputSize: PixelSize { runner.inputSize }

    func sample(
        _ roi: NormalizedRect, of image: PixelBuffer, orientation: Orientation,
        into values: UnsafeMutablePointer<Float>
    ) throws(TaskError) -> Bool {
        pool.hold()
        defer { pool.release() }
        return try runner.sample(
            roi: PixelRect(roi, in: image.size), in: image, orientation: orientation, into: values)
    }

    func decode(
        _ outputs: [UnsafeBufferPointer<Float>], of rois: [NormalizedRect], in size: PixelSize,
        orientation: Orientation
    ) throws(TaskError) -> LandmarkerResult<Model.Instance> {
        let network = Network(givenOutputsLike: runner.network)
        do throws(InferenceError) {
            try network.checkOutputs(outputs, samples: rois.count)
        } catch {
            throw .inference(error)
        }
        for roi in rois where !(roi.largest <= Self.regionLimit) {
            throw .imaging(.degenerateRegion(PixelRect(roi, in: size)))
        }
        let context = ImageContext(size: size, orientation: orientation)
        return try result(of: rois, in: context, from: network) { sample throws(InferenceError) in
            network.setOutputs(outputs, sample: sample)
        }
    }
}

extension NormalizedRect {
    /// The largest magnitude of a number; NaN if there is one.
    fileprivate var largest: Float {
        let numbers = [xCenter, yCenter, width, height, rotation]
        return numbers.allSatisfy(\.isFinite) ? numbers.reduce(0) { max($0, abs($1)) } : .nan
    }
}
