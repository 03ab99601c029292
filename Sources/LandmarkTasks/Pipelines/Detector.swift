import LandmarkCore
import LandmarkImaging

/// Finds a task's objects in a whole image.
final class Detector {
    private let spec: DetectorSpec
    private let network: ImageModelRunner
    private let decoder: DetectionDecoder
    private var suppression: WeightedNMS
    private var chosen: [DetectionDecoder.Choice] = []
    private var decoded: [Detection] = []
    private var merged: [Detection] = []

    init(
        _ spec: DetectorSpec, entry: String, loader: NetworkLoader, minScore: Float
    ) throws(TaskError) {
        self.spec = spec
        decoder = DetectionDecoder(spec: spec, minScore: minScore)
        suppression = WeightedNMS(threshold: spec.suppressionThreshold)
        network = try loader.imageModelRunner(
            NetworkLoader.Layout(
                entry: entry, input: [spec.inputSize, spec.inputSize, 3],
                outputs: [decoder.anchorCount * spec.valuesPerBox, decoder.anchorCount]),
            border: .zero, fallback: spec.inputRange)
    }

    /// What is found in `image`, in fractions of it, best score first. The array is reused.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, timings: inout StageTimings
    ) throws(TaskError) -> [Detection] {
        let region = PixelRect(orientation.region(in: image.size), in: image.size)
        let letterbox = Letterbox(region)
        let isSeen = try network.run(
            on: letterbox.rect.moved(by: orientation.samplingOffset), of: image,
            sampling: .detectorInput, running: .detector, timings: &timings)
        guard isSeen else { return [] }
        try timings.measure(.regions) { () throws(TaskError) in
            try decode()
            place(letterbox, orientation: orientation, in: image.size)
        }
        return merged
    }

    private func decode() throws(TaskError) {
        try network.network.output(1) { decoder.select($0, into: &chosen) }
        try network.network.output(0) { decoder.decode($0, chosen: chosen, into: &decoded) }
        suppression.merge(decoded, into: &merged)
    }

    /// Brings the detections from the letterboxed input to the image.
    private func place(_ letterbox: Letterbox, orientation: Orientation, in size: PixelSize) {
        let matrix = DetectionProjection(letterbox.rect, in: size)
        for index in merged.indices {
            // MediaPipe's body detector only takes the bars off, which rounds otherwise than the
            // matrix, and is wrong for a turned image.
            merged[index] =
                spec.removesLetterbox && orientation == .up
                ? letterbox.removed(from: merged[index]) : matrix.project(merged[index])
        }
    }
}
