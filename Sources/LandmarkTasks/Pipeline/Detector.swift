import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// Detects a task's instances in an image or a part of it: an SSD network, its decoder and NMS.
final class Detector {
    private let spec: DetectorSpec
    let runner: ImageModelRunner
    private let decoder: DetectionDecoder
    private var nms: WeightedNMS
    private var chosen: [DetectionDecoder.Choice] = []
    private var decoded: [Detection] = []
    private var merged: [Detection] = []

    /// Takes the detector's network from `networks`.
    ///
    /// - Throws: The errors of `NetworkLoader.network(_:)`.
    init(_ spec: DetectorSpec, networks: NetworkLoader, minScore: Float) throws(TaskError) {
        self.spec = spec
        decoder = DetectionDecoder(spec: spec, minScore: minScore)
        nms = WeightedNMS(threshold: spec.suppressionThreshold)
        runner = try networks.imageModelRunner(spec.entry, .detector(spec.inputRange))
    }

    /// Returns the detections, normalized to `image`, best score first. The array is reused by the
    /// next call.
    ///
    /// - Parameter part: The part of the image to search; nil for all of it.
    /// - Throws: `TaskError.imaging` if the image cannot be sampled.
    func detect(
        _ image: PixelBuffer, in part: NormalizedRect? = nil, orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> [Detection] {
        let roi = PixelRect(part ?? orientation.fullROI(in: image.size), in: image.size)
        let letterbox = Letterbox(roi)
        let hasRun = try runner.run(
            roi: letterbox.rect, in: image, orientation: orientation, timings: &timings)
        guard hasRun else { return [] }
        try timings.measure(.regions) { () throws(TaskError) in
            try decodeOutputs()
            project(letterbox, isUpright: part == nil && orientation == .up, in: image.size)
        }
        return merged
    }

    private func decodeOutputs() throws(TaskError) {
        do throws(InferenceError) {
            try runner.network.withOutput(1) { decoder.select($0, into: &chosen) }
            try runner.network.withOutput(0) {
                decoder.decode($0, chosen: chosen, into: &decoded)
            }
        } catch {
            throw .inference(error)
        }
        nms.merge(decoded, into: &merged)
    }

    /// Projects the detections from the letterboxed input to the image.
    private func project(_ letterbox: Letterbox, isUpright: Bool, in size: PixelSize) {
        let projection = DetectionProjection(letterbox.rect, in: size)
        for index in merged.indices {
            // MediaPipe's pose detector only removes the letterbox, which rounds differently from
            // the projection and is wrong for a rotated image.
            merged[index] =
                spec.removesLetterbox && isUpright
                ? letterbox.removed(from: merged[index]) : projection.project(merged[index])
        }
    }
}
