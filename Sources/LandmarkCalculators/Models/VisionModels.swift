/// Where the calculators of landmarks find their models, unless their nodes say so.
public struct VisionModels: Sendable, Hashable {
    /// The path of the face landmarker's bundle.
    public var face: String?
    /// The path of the hand landmarker's bundle.
    public var hand: String?
    /// The path of the pose landmarker's bundle of complexity 0, MediaPipe's "lite".
    public var poseLite: String?
    /// The path of the pose landmarker's bundle of complexity 1, MediaPipe's "full".
    public var poseFull: String?
    /// The path of the pose landmarker's bundle of complexity 2, MediaPipe's "heavy".
    public var poseHeavy: String?
    /// The threads of each landmarker, at least 1; nil for what suits the machine.
    public var threads: Int?

    /// Names no model: every node must.
    public init() {}

    /// The bundles of a folder, under the names that MediaPipe gives them.
    public init(folder: String) {
        let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        face = prefix + "face_landmarker.task"
        hand = prefix + "hand_landmarker.task"
        poseLite = prefix + "pose_landmarker_lite.task"
        poseFull = prefix + "pose_landmarker_full.task"
        poseHeavy = prefix + "pose_landmarker_heavy.task"
    }
}
