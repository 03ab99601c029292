public import LandmarkCore
public import LandmarkImaging
import LandmarkInference

/// Detects hands: the task of a `HandLandmarker`.
public final class HandTask: TrackingTask {
    /// `hand`.
    public static let singular = "hand"
    /// `hands`.
    public static let plural = "hands"
    /// The names of `HandJoint`.
    public static let landmarkNames = HandJoint.allCases.map(\.name)
    /// `HandConnections.all`.
    public static let connections = HandConnections.all

    private let pipeline: LandmarkPipeline<HandModel>

    /// The palm detector and the hand landmark model.
    public static func networks(for options: HandLandmarkerOptions) -> [NetworkSpec] {
        HandModel.networks(for: options)
    }

    /// Reads the model and prepares the networks.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: HandLandmarkerOptions) throws(TaskError) {
        pipeline = try LandmarkPipeline(options)
    }

    /// Detects hands in an image.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if a network
    ///   fails.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> HandLandmarkerResult {
        try pipeline.detect(image, orientation: orientation, at: timestamp)
    }

    /// Discards the tracking state.
    public func reset() { pipeline.reset() }

    package var steps: any LandmarkSteps<Hand> { pipeline }
}

/// The networks, ROI rules and decoding of hands.
struct HandModel: LandmarkModel {
    /// The landmark model's outputs by position.
    private enum Output {
        static let landmarks = 0
        static let presence = 1
        static let rightHand = 2
        static let world = 3
    }

    static let countOption = "numHands"
    static let landmarksEntry = "hand_landmarks_detector.tflite"
    static let emptyPayload: Void = ()

    private let averagesHandedness: Bool
    private let variant: PipelineVariant

    /// The landmark model.
    static let landmarks = NetworkSpec(
        entry: landmarksEntry, input: [224, 224, 3], outputs: [63, 1, 1, 63],
        precisions: Precision.allCases)

    static func networks(for options: HandLandmarkerOptions) -> [NetworkSpec] {
        [DetectorSpec.hand.network, landmarks]
    }

    static func rules(for options: HandLandmarkerOptions) -> PipelineRules {
        let isTasks = options.variant == .tasks
        var detector = DetectorSpec.hand
        detector.removesLetterbox = !isTasks
        return PipelineRules(
            detector: detector, limitsDetections: true,
            association: isTasks ? .keepTracked : .preferTracked,
            smoothing: SmoothingProfile(
                landmarkCount: Hand.landmarkCount, mediaPipe: nil, speedUnit: .bounds))
    }

    /// A model for hands whose regions are known.
    init(variant: PipelineVariant) {
        averagesHandedness = false
        self.variant = variant
    }

    init(
        _ options: HandLandmarkerOptions, bundle: TaskBundle, networks: NetworkLoader
    ) throws(TaskError) {
        averagesHandedness = options.averagesHandedness
        variant = options.variant
    }

    func roi(for detection: Detection, in size: PixelSize) -> NormalizedRect {
        HandROI.roi(for: detection, variant: variant, in: size)
    }

    func isSameInstance(_ a: Candidate, _ b: Candidate, in size: PixelSize) -> Bool {
        variant == .tasks && HandDuplicates.areSame(a.rawLandmarks, b.rawLandmarks, in: size)
    }

    func presence(_ network: Network) throws(InferenceError) -> Float {
        try network.withOutput(Output.presence) { $0[0] }
    }

    func decodeLandmarks(
        of network: Network, in size: PixelSize, into candidate: inout Candidate
    ) throws(InferenceError) {
        let projection = LandmarkProjection(candidate.roi)
        candidate.classScore = try network.withOutput(Output.rightHand) { $0[0] }
        try network.withOutput(Output.landmarks) {
            HandDecoder.decode($0, projection: projection, into: &candidate.rawLandmarks)
        }
        try network.withOutput(Output.world) {
            HandDecoder.decodeWorld($0, projection: projection, into: &candidate.rawWorldLandmarks)
        }
        candidate.nextROI = HandROI.roi(around: candidate.rawLandmarks, in: size)
    }

    func makeInstance(
        id: Int, of candidate: Candidate, payload: inout Void, tracks: TrackState,
        in image: ImageContext, timings: inout StageTimings
    ) throws(TaskError) -> Hand {
        let mean = averagesHandedness ? tracks.meanClassScore(of: id) : nil
        let (handedness, score) = HandDecoder.handedness(mean ?? candidate.classScore ?? 0)
        return Hand(
            id: id, handedness: handedness, handednessScore: score, presence: candidate.presence,
            landmarks: candidate.landmarks, worldLandmarks: candidate.worldLandmarks,
            region: candidate.roi, rawLandmarks: candidate.rawLandmarks,
            rawWorldLandmarks: candidate.rawWorldLandmarks)
    }
}

extension DetectorSpec {
    /// The palm detector.
    package static let hand = DetectorSpec(
        entry: "hand_detector.tflite", inputSize: 192, strides: [8, 16, 16, 16], keypointCount: 7,
        suppressionThreshold: 0.3, inputRange: 0...1, precisions: [.single, .fine])
}

/// Decodes the outputs of the hand landmark model.
package enum HandDecoder {
    /// The side of the model's input in pixels, which is the unit of its landmarks.
    package static let inputSize: Float = 224

    /// Replaces `landmarks` with landmarks in the image.
    ///
    /// - Parameter values: 21 × (x, y, z), in pixels of the input.
    package static func decode(
        _ values: UnsafeBufferPointer<Float>, projection: LandmarkProjection,
        into landmarks: inout [Landmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        for index in 0..<Hand.landmarkCount {
            let x = values[3 * index] / inputSize
            let y = values[3 * index + 1] / inputSize
            // The model's depths have 0.4 times the scale of x.
            let z = values[3 * index + 2] / inputSize / 0.4
            let point = projection.project(SIMD3(x, y, z))
            landmarks.append(Landmark(x: point.x, y: point.y, z: point.z))
        }
    }

    /// Replaces `landmarks` with world landmarks.
    ///
    /// - Parameter values: 21 × (x, y, z), in meters.
    package static func decodeWorld(
        _ values: UnsafeBufferPointer<Float>, projection: LandmarkProjection,
        into landmarks: inout [WorldLandmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        for index in 0..<Hand.landmarkCount {
            let point = projection.rotate(
                SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]))
            landmarks.append(WorldLandmark(x: point.x, y: point.y, z: point.z))
        }
    }

    /// Returns the more probable hand and its score, given the probability of a right hand.
    package static func handedness(_ right: Float) -> (Handedness, Float) {
        let left = Float(1 - Double(right))
        return right >= left ? (.right, right) : (.left, left)
    }
}
