public import LandmarkCore
public import LandmarkImaging
import LandmarkInference

/// Detects poses: the task of a `PoseLandmarker`.
public final class PoseTask: TrackingTask {
    /// `pose`.
    public static let singular = "pose"
    /// `poses`.
    public static let plural = "poses"
    /// The names of `PoseJoint`.
    public static let landmarkNames = PoseJoint.allCases.map(\.name)
    /// `PoseConnections.all`.
    public static let connections = PoseConnections.all

    private let pipeline: LandmarkPipeline<PoseModel>

    /// The pose detector and the pose landmark model.
    public static func networks(for options: PoseLandmarkerOptions) -> [NetworkSpec] {
        PoseModel.networks(for: options)
    }

    /// Reads the model and prepares the networks.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: PoseLandmarkerOptions) throws(TaskError) {
        pipeline = try LandmarkPipeline(options)
    }

    /// Detects poses in an image.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if a network
    ///   fails.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> PoseLandmarkerResult {
        try pipeline.detect(image, orientation: orientation, at: timestamp)
    }

    /// Discards the tracking state.
    public func reset() { pipeline.reset() }

    package var steps: any LandmarkSteps<Pose> { pipeline }

    /// Discards the track with an id.
    func forget(_ id: Int) { pipeline.forget(id) }
}

/// The networks, ROI rules and decoding of poses.
struct PoseModel: LandmarkModel {
    /// The landmark model's outputs by position.
    private enum Output {
        static let landmarks = 0
        static let presence = 1
        static let mask = 2
        static let heatmap = 3
        static let world = 4
    }

    /// Rows and columns of the landmark model's mask.
    private static let maskSide = 256

    static let countOption = "numPoses"
    static let landmarksEntry = "pose_landmarks_detector.tflite"
    static let extraStages = [StageTimings.Stage.masks]
    /// The mask values over the whole image.
    static let emptyPayload: [Float] = []

    private let hasMasks: Bool
    private let maskWarp: MaskWarp
    private let pool: WorkerPool
    private let heatmap: HeatmapRefinement
    /// Smooths the points that determine the next ROI; nil if they are not smoothed.
    private var regionFilter: PoseRegionFilter?
    private var points: [PosePoint] = []
    private var probabilities: [Float] = []
    private var maskColumns: [Int32] = []

    static func networks(for options: PoseLandmarkerOptions) -> [NetworkSpec] {
        // Only the heatmap cells around each landmark are read.
        let outputs = [Output.landmarks, Output.presence, Output.heatmap, Output.world]
        let landmarks = NetworkSpec(
            entry: landmarksEntry, input: [256, 256, 3],
            outputs: [
                5 * PoseDecoder.pointCount, 1, maskSide * maskSide,
                HeatmapRefinement.shape.reduce(1, *), 3 * PoseDecoder.pointCount,
            ], windowedShapes: [Output.heatmap: HeatmapRefinement.shape],
            options: NetworkOptions(
                outputs: options.segmentationMasks ? nil : outputs, lazyOutputs: [Output.heatmap]),
            precisions: Precision.allCases)
        return [DetectorSpec.pose.network, landmarks]
    }

    static func rules(for options: PoseLandmarkerOptions) -> PipelineRules {
        var detector = DetectorSpec.pose
        let isTasks = options.variant == .tasks
        detector.suppressionThreshold = options.minSuppressionThreshold ?? (isTasks ? 0.5 : 0.3)
        return PipelineRules(
            detector: detector, limitsDetections: !isTasks, association: .preferDetected,
            smoothing: SmoothingProfile(
                landmarkCount: Pose.landmarkCount,
                mediaPipe: SmoothingProfile.Parameters(
                    image: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80),
                    world: OneEuroFilter.Parameters(minCutoff: 0.1, beta: 40)),
                speedUnit: .nextROI(margin: isTasks ? 1 : PoseROI.margin)))
    }

    static func validate(_ options: PoseLandmarkerOptions) throws(TaskError) {
        guard options.variant == .tasks || options.numPoses == 1 else {
            throw .invalidOption(
                name: countOption, expected: "1 for the variant “solutions”",
                got: "\(options.numPoses)")
        }
    }

    static func guardsSides(_ options: PoseLandmarkerOptions) -> Bool { options.sideGuard }

    init(
        _ options: PoseLandmarkerOptions, bundle: TaskBundle, networks: NetworkLoader
    ) throws(TaskError) {
        hasMasks = options.segmentationMasks
        pool = networks.pool
        heatmap = HeatmapRefinement(variant: options.variant)
        regionFilter = options.variant == .tasks ? nil : PoseRegionFilter()
        do {
            maskWarp = try MaskWarp(instructionSet: networks.device.instructionSet)
        } catch {
            throw .imaging(error)
        }
    }

    func roi(for detection: Detection, in size: PixelSize) -> NormalizedRect {
        let (center, scalePoint) = PoseROI.fromDetection.keypoints
        return PoseROI.roi(
            center: detection.keypoint(center), scalePoint: detection.keypoint(scalePoint), in: size
        )
    }

    func presence(_ network: Network) throws(InferenceError) -> Float {
        try network.withOutput(Output.presence) { $0[0] }
    }

    mutating func decodeLandmarks(
        of network: Network, in size: PixelSize, into candidate: inout Candidate
    ) throws(InferenceError) {
        let projection = LandmarkProjection(candidate.roi)
        try network.withOutput(Output.landmarks) { PoseDecoder.decode($0, into: &points) }
        for index in points.indices {
            guard let window = heatmap.window(around: points[index], channel: index)
            else { continue }
            try network.withOutput(Output.heatmap, in: window) {
                HeatmapRefinement.refine(&points[index], by: $0, in: window)
            }
        }
        let region = PoseROI.points(of: points, projection: projection)
        candidate.nextROI = PoseROI.roi(
            center: region.center, scalePoint: region.scalePoint, in: size)
        regionFilter?.points = region
        PoseDecoder.project(points, projection: projection, into: &candidate.rawLandmarks)
        try network.withOutput(Output.world) {
            PoseDecoder.decodeWorld(
                $0, points: points, projection: projection, into: &candidate.rawWorldLandmarks)
        }
    }

    mutating func adjustROIs(
        of candidates: inout Candidates, at timestamp: Timestamp, in size: PixelSize
    ) {
        guard regionFilter != nil else { return }
        guard !candidates.isEmpty else {
            regionFilter?.reset()
            return
        }
        regionFilter?.apply(to: &candidates[0].nextROI, at: timestamp, in: size)
    }

    mutating func reset() { regionFilter?.reset() }

    mutating func decodePayload(
        of network: Network, from roi: NormalizedRect, in image: ImageContext,
        into payload: inout [Float], timings: inout StageTimings
    ) throws(TaskError) {
        guard hasMasks else { return }
        let roi = roi.moved(by: image.orientation.samplingOffset, in: image.size)
        try timings.measure(.masks) { () throws(TaskError) in
            try warpMask(of: network, from: roi, to: image.size, into: &payload)
        }
    }

    /// Warps the mask of an ROI to the whole image.
    private mutating func warpMask(
        of network: Network, from roi: NormalizedRect, to size: PixelSize,
        into mask: inout [Float]
    ) throws(TaskError) {
        do throws(InferenceError) {
            try network.withOutput(Output.mask) {
                MaskWarp.decode($0, into: &probabilities, on: pool)
            }
        } catch {
            throw .inference(error)
        }
        do throws(ImagingError) {
            try probabilities.withUnsafeBufferPointer { (values) throws(ImagingError) in
                try maskWarp.project(
                    values, width: Self.maskSide, height: Self.maskSide, roi: roi, onto: size,
                    into: &mask, columns: &maskColumns, on: pool)
            }
        } catch {
            throw .imaging(error)
        }
    }

    func makeInstance(
        id: Int, of candidate: Candidate, payload: inout [Float], tracks: TrackState,
        in image: ImageContext, timings: inout StageTimings
    ) throws(TaskError) -> Pose {
        Pose(
            id: id, presence: candidate.presence, landmarks: candidate.landmarks,
            worldLandmarks: candidate.worldLandmarks,
            mask: hasMasks ? Mask(trusted: image.size, values: payload) : nil,
            region: candidate.roi, rawLandmarks: candidate.rawLandmarks,
            rawWorldLandmarks: candidate.rawWorldLandmarks, sidesSwapped: candidate.sidesSwapped)
    }
}

extension DetectorSpec {
    /// The pose detector.
    package static let pose = DetectorSpec(
        entry: "pose_detector.tflite", inputSize: 224, strides: [8, 16, 32, 32, 32],
        keypointCount: 4, suppressionThreshold: 0.5, removesLetterbox: true, inputRange: -1...1)
}

extension StageTimings.Stage {
    /// Warping masks to the size of the image.
    public static var masks: Self { Self(rawValue: "masks") }
}
