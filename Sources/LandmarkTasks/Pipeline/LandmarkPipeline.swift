public import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// The parts that a landmark task adds to `LandmarkPipeline`: its networks, ROI rules and decoding.
protocol LandmarkModel {
    associatedtype Options: TrackingOptions
    associatedtype Instance: Sendable, Hashable, Codable
    /// The data that a candidate holds in addition to landmarks, such as a mask, in memory that is reused.
    associatedtype Payload

    /// The name of the option behind `maxCount`.
    static var countOption: String { get }
    /// The landmark model's entry in the model bundle.
    static var landmarksEntry: String { get }
    /// The stages between `tracking` and `total`.
    static var extraStages: [StageTimings.Stage] { get }
    /// A payload without content.
    static var emptyPayload: Payload { get }

    /// The networks to prepare, the detector first.
    static func networks(for options: Options) -> [NetworkSpec]
    /// The entries needed from the model bundle besides the networks.
    static func files(for options: Options) -> [String]
    /// How the pipeline differs from those of other tasks and variants.
    static func rules(for options: Options) -> PipelineRules
    /// Checks the options that `TrackingOptions` does not have.
    static func validate(_ options: Options) throws(TaskError)
    /// Returns whether to exchange left and right where the model has mixed them up.
    static func guardsSides(_ options: Options) -> Bool

    /// Loads what the model needs besides the detector and the landmark model.
    init(
        _ options: Options, bundle: TaskBundle, networks: NetworkLoader
    ) throws(TaskError)

    /// Returns the ROI for a detection.
    func roi(for detection: Detection, in size: PixelSize) -> NormalizedRect
    /// Returns whether two candidates are the same instance, found in two ROIs.
    func isSameInstance(_ a: Candidate, _ b: Candidate, in size: PixelSize) -> Bool

    /// Returns the probability (0…1) that the ROI that `network` ran on shows an instance.
    func presence(_ network: Network) throws(InferenceError) -> Float

    /// Decodes the outputs of `network` for `candidate.roi`: sets the candidate's next ROI, its
    /// class score and its raw landmarks.
    mutating func decodeLandmarks(
        of network: Network, in size: PixelSize, into candidate: inout Candidate
    ) throws(InferenceError)

    /// Decodes the data that a candidate holds in addition to landmarks from the outputs of `network` for
    /// `roi`.
    mutating func decodePayload(
        of network: Network, from roi: NormalizedRect, in image: ImageContext,
        into payload: inout Payload, timings: inout StageTimings
    ) throws(TaskError)

    /// Changes the ROIs for the frame after the one at `timestamp`, once landmarks are smoothed.
    mutating func adjustROIs(
        of candidates: inout Candidates, at timestamp: Timestamp, in size: PixelSize)

    /// Discards the state of a stream.
    mutating func reset()

    /// Creates the result's instance from a tracked candidate.
    mutating func makeInstance(
        id: Int, of candidate: Candidate, payload: inout Payload, tracks: TrackState,
        in image: ImageContext, timings: inout StageTimings
    ) throws(TaskError) -> Instance
}

extension LandmarkModel {
    static var extraStages: [StageTimings.Stage] { [] }

    static func files(for options: Options) -> [String] { [] }

    static func guardsSides(_ options: Options) -> Bool { false }

    static func validate(_ options: Options) throws(TaskError) {}

    func isSameInstance(_ a: Candidate, _ b: Candidate, in size: PixelSize) -> Bool { false }

    mutating func adjustROIs(
        of candidates: inout Candidates, at timestamp: Timestamp, in size: PixelSize
    ) {}

    mutating func reset() {}

    func decodePayload(
        of network: Network, from roi: NormalizedRect, in image: ImageContext,
        into payload: inout Payload, timings: inout StageTimings
    ) throws(TaskError) {}
}

/// The rules of a task that depend on its options, most of them on the variant of the pipeline.
struct PipelineRules {
    let detector: DetectorSpec
    /// Whether only the best `maxCount` detections are considered. MediaPipe Tasks limits detected
    /// poses after association instead.
    let limitsDetections: Bool
    let association: Association
    let smoothing: SmoothingProfile
}

/// The image that a pipeline processes, for decoding.
struct ImageContext {
    let size: PixelSize
    let orientation: Orientation
}

/// The pipeline of all landmark tasks: preprocessing, inference, postprocessing, tracking and
/// smoothing, with the memory they reuse from image to image.
///
/// Tasks call it with a concrete model, so that the compiler specializes it.
final class LandmarkPipeline<Model: LandmarkModel> {
    let detector: Detector
    let runner: ImageModelRunner
    let pool: WorkerPool
    private let requested: ComputeDevice
    private let minPresence: Float
    private let detectionLimit: Int
    let stages: [StageTimings.Stage]
    private(set) var model: Model
    private var selector: ROISelector
    private var tracks: TrackState
    private var candidates = Candidates()
    /// The payload of the candidate at the same index.
    private var payloads: [Model.Payload] = []
    private var instances: [Model.Instance] = []
    /// The detections and ROIs of the last image.
    private(set) var trace = ROITrace()

    /// Reads the model bundle and prepares the networks.
    ///
    /// - Parameters:
    ///   - options: The options, with the model bundle.
    ///   - opened: The model bundle, if it is open already.
    ///   - shared: The threads that share the work; nil for threads of its own.
    /// - Throws: The errors of `LandmarkTask.init(options:)`.
    init(
        _ options: Model.Options, in opened: TaskBundle? = nil, pool shared: WorkerPool? = nil
    ) throws(TaskError) {
        try options.validate(countName: Model.countOption)
        try Model.validate(options)
        let rules = Model.rules(for: options)
        let specs = Model.networks(for: options)
        let entries = specs.map(\.entry) + Model.files(for: options)
        let bundle: TaskBundle
        if let opened {
            try opened.require(entries)
            bundle = opened
        } else {
            bundle = try TaskBundle(options.model, entries: entries)
        }
        let networks = try NetworkLoader(specs, of: bundle, options: options, pool: shared)
        detector = try Detector(
            rules.detector, networks: networks, minScore: options.minDetectionConfidence)
        runner = try networks.imageModelRunner(Model.landmarksEntry, .landmarkModel)
        model = try Model(options, bundle: bundle, networks: networks)
        pool = networks.pool
        requested = networks.device
        minPresence = options.minPresenceConfidence
        detectionLimit = rules.limitsDetections ? options.maxCount : .max
        stages = StageTimings.Stage.tracked + Model.extraStages + [.total]
        selector = ROISelector(
            maxCount: options.maxCount, minOverlap: options.minTrackingConfidence,
            association: rules.association, interval: options.detectionInterval,
            mode: options.runningMode)
        tracks = TrackState(
            options, profile: rules.smoothing, guardsSides: Model.guardsSides(options))
    }

    /// Detects instances in an image.
    ///
    /// - Throws: The errors of `LandmarkTask.detect(_:orientation:at:)`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> LandmarkerResult<Model.Instance> {
        let start = MonotonicTime.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings(stages)
        let context = ImageContext(size: image.size, orientation: orientation)
        forgetImage()
        try selectROIs(in: image, context, isStream: timestamp != nil, timings: &timings)
        for roi in selector.rois {
            try findCandidate(in: roi, of: image, context, timings: &timings)
        }
        return try makeResult(
            context, at: timestamp, from: runner.network, since: start, timings: &timings)
    }

    /// Removes the last image's instances. They share memory with the candidates, which would otherwise have
    /// to be allocated anew.
    private func forgetImage() {
        instances.removeAll(keepingCapacity: true)
        candidates.removeAll()
        trace.removeAll()
    }

    /// Tracks the candidates, and turns them into instances.
    private func makeResult(
        _ context: ImageContext, at timestamp: Timestamp?, from network: Network,
        since start: MonotonicTime, timings: inout StageTimings
    ) throws(TaskError) -> LandmarkerResult<Model.Instance> {
        timings.measure(.tracking) {
            tracks.update(&candidates, at: timestamp, in: context.size)
            if let timestamp {
                model.adjustROIs(of: &candidates, at: timestamp, in: context.size)
            }
            for index in candidates.indices {
                if timestamp != nil { selector.track(candidates[index].nextROI) }
                trace.nextROIs.append(candidates[index].nextROI)
            }
        }
        for index in candidates.indices {
            instances.append(
                try model.makeInstance(
                    id: tracks.ids[index], of: candidates[index], payload: &payloads[index],
                    tracks: tracks, in: context, timings: &timings))
        }
        timings.add(nanoseconds: start.elapsedNanoseconds, to: .total)
        return LandmarkerResult(
            instances: instances, timestamp: timestamp, imageSize: context.size, timings: timings,
            device: network.device(instead: requested))
    }

    /// Makes a result from the outputs of `network` for each ROI after `compute` is called with its index, as
    /// for an independent image.
    func result(
        of rois: [NormalizedRect], in context: ImageContext, from network: Network,
        compute: (_ index: Int) throws(InferenceError) -> Void
    ) throws(TaskError) -> LandmarkerResult<Model.Instance> {
        let start = MonotonicTime.now
        var timings = StageTimings(stages)
        forgetImage()
        for (index, roi) in rois.enumerated() {
            do throws(InferenceError) {
                try compute(index)
                try network.checkValues()
            } catch {
                throw .inference(error)
            }
            try addCandidate(in: roi, from: network, context, timings: &timings)
        }
        return try makeResult(
            context, at: nil, from: network, since: start, timings: &timings)
    }

    /// Makes `roi` the only tracked ROI for the next frame.
    func track(_ roi: NormalizedRect) {
        selector.reset()
        selector.track(roi)
    }

    /// Discards the track with an id.
    func forget(_ id: Int) { tracks.forget(id) }

    /// Discards the tracking state.
    func reset() {
        selector.reset()
        tracks.reset()
        model.reset()
    }

    /// Returns the ROIs of an independent image.
    func independentROIs(
        in image: PixelBuffer, _ context: ImageContext
    ) throws(TaskError) -> [NormalizedRect] {
        var timings = StageTimings(stages)
        trace.removeAll()
        try selectROIs(in: image, context, isStream: false, timings: &timings)
        return selector.rois
    }

    /// Selects the ROIs of the image; runs the detector if it is needed.
    private func selectROIs(
        in image: PixelBuffer, _ context: ImageContext, isStream: Bool,
        timings: inout StageTimings
    ) throws(TaskError) {
        let detects = !isStream || selector.needsDetector
        if detects {
            let detections = try detector.detect(
                image, orientation: context.orientation, timings: &timings)
            for detection in detections.prefix(detectionLimit) {
                trace.detections.append(detection)
                trace.detectedROIs.append(model.roi(for: detection, in: context.size))
            }
        }
        if isStream {
            selector.select(detected: detects ? trace.detectedROIs : nil)
        } else {
            selector.selectIndependently(detected: trace.detectedROIs)
        }
    }

    /// Runs the landmark model on an ROI, and adds a candidate if it shows a new instance.
    private func findCandidate(
        in roi: NormalizedRect, of image: PixelBuffer, _ context: ImageContext,
        timings: inout StageTimings
    ) throws(TaskError) {
        let hasRun = try runner.run(
            roi: PixelRect(roi, in: image.size), in: image, orientation: context.orientation,
            timings: &timings)
        guard hasRun else { return }
        try addCandidate(in: roi, from: runner.network, context, timings: &timings)
    }

    /// Adds a candidate if the outputs of `network` for an ROI show a new instance.
    private func addCandidate(
        in roi: NormalizedRect, from network: Network, _ context: ImageContext,
        timings: inout StageTimings
    ) throws(TaskError) {
        let presence: Float
        do {
            presence = try model.presence(network)
        } catch {
            throw .inference(error)
        }
        guard presence > minPresence else { return }
        let new = candidates.add()
        if new == payloads.count { payloads.append(Model.emptyPayload) }
        candidates[new].roi = roi
        candidates[new].sidesSwapped = false
        candidates[new].presence = presence
        do throws(InferenceError) {
            try timings.measure(.projection) { () throws(InferenceError) in
                try model.decodeLandmarks(
                    of: network, in: context.size, into: &candidates[new])
            }
        } catch {
            throw .inference(error)
        }
        try model.decodePayload(
            of: network, from: roi, in: context, into: &payloads[new], timings: &timings)
        for known in 0..<new
        where model.isSameInstance(candidates[known], candidates[new], in: context.size) {
            return candidates.removeLast()
        }
    }
}

extension StageTimings.Stage {
    /// Preprocessing the whole image for the detector.
    public static var detectorInput: Self { Self(rawValue: "detectorInput") }
    /// Inference of the detector.
    public static var detector: Self { Self(rawValue: "detector") }
    /// Decoding the detector's outputs.
    public static var regions: Self { Self(rawValue: "regions") }
    /// Preprocessing ROIs for the landmark model.
    public static var landmarkInput: Self { Self(rawValue: "landmarkInput") }
    /// Inference of the landmark model.
    public static var landmarks: Self { Self(rawValue: "landmarks") }
    /// Decoding the landmark model's outputs to landmarks in the image.
    public static var projection: Self { Self(rawValue: "projection") }
    /// Tracking and smoothing.
    public static var tracking: Self { Self(rawValue: "tracking") }

    /// The stages that all landmark tasks have, without `total`.
    static let tracked: [Self] = [
        .detectorInput, .detector, .regions, .landmarkInput, .landmarks, .projection, .tracking,
    ]
}
