import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// A network that looks at one region of an image at a time.
struct ImageModelRunner {
    let network: TaskNetwork
    private let sampler: ImageToTensor
    private let border: ImageToTensor.Border
    private let range: ClosedRange<Float>
    private let pool: WorkerPool

    init(
        _ network: TaskNetwork, sampler: ImageToTensor, border: ImageToTensor.Border,
        range: ClosedRange<Float>, pool: WorkerPool
    ) {
        self.network = network
        self.sampler = sampler
        self.border = border
        self.range = range
        self.pool = pool
    }

    /// Runs the network on `region` of `image`; false when the region has no inside to look at.
    func run(
        on region: PixelRect, of image: PixelBuffer, sampling: StageTimings.Stage,
        running: StageTimings.Stage, timings: inout StageTimings
    ) throws(TaskError) -> Bool {
        let isFilled = try timings.measure(sampling) { () throws(TaskError) in
            try fill(from: image, region: region)
        }
        guard isFilled else { return false }
        timings.measure(running) { network.run() }
        return true
    }

    /// Runs a landmark model on `region`, in fractions of `image`.
    func look(
        at region: NormalizedRect, of image: PixelBuffer, orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> Bool {
        let pixels = PixelRect(region, in: image.size)
        return try run(
            on: pixels.moved(by: orientation.samplingOffset), of: image, sampling: .landmarkInput,
            running: .landmarks, timings: &timings)
    }

    private func fill(from image: PixelBuffer, region: PixelRect) throws(TaskError) -> Bool {
        let failure = try network.input { (input) -> ImagingError? in
            do throws(ImagingError) {
                try sampler.sample(
                    image, region: region, border: border, range: range, into: input,
                    on: pool)
                return nil
            } catch {
                return error
            }
        }
        switch failure {
        case nil: return true
        case .degenerateRegion: return false
        case .some(let error): throw .imaging(error)
        }
    }
}
