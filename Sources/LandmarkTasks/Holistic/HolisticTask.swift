public import LandmarkCore
public import LandmarkImaging
import LandmarkInference

/// Finds a person's pose, hands and face: the task of a `HolisticLandmarker`.
///
/// The pose is found first, and shows where to look for the hands and the face.
public final class HolisticTask: LandmarkTask {
    /// `person`.
    public static let singular = "person"
    /// `people`.
    public static let plural = "people"
    /// The names of `PoseJoint`.
    public static let landmarkNames = PoseTask.landmarkNames
    /// `PoseConnections.all`.
    public static let connections = PoseTask.connections

    private let tracksBetweenImages: Bool
    private let pool: WorkerPool
    private let device: ComputeDevice
    private let pose: LandmarkPipeline<PoseModel>
    private var leftHand: HolisticHand
    private var rightHand: HolisticHand
    private var face: HolisticFace

    /// The networks for poses, hands and faces, the pose detector first. The network for the landmarks of
    /// faces is the one in the bundle, if that can be read.
    public static func networks(for options: HolisticLandmarkerOptions) -> [NetworkSpec] {
        let faces = try? TaskBundle(options.faceModel ?? options.model, entries: [])
        let mesh: any FaceMesh.Type = faces.map(HolisticFace.mesh) ?? PlainMesh.self
        return PoseModel.networks(for: options.pose) + HolisticHand.networks
            + [DetectorSpec.face.network, mesh.network]
    }

    /// Reads the models and prepares the networks.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: HolisticLandmarkerOptions) throws(TaskError) {
        try options.validate()
        tracksBetweenImages = options.tracksBetweenImages
        do {
            pool = try WorkerPool(threads: options.threads, waitPolicy: options.waitPolicy)
        } catch {
            throw .inference(error)
        }
        pose = try LandmarkPipeline(options.pose, pool: pool)
        let hands = try TaskBundle(
            options.handModel ?? options.model, entries: HolisticHand.networks.map(\.entry))
        let handNetworks = try NetworkLoader(
            HolisticHand.networks, of: hands, options: options, pool: pool)
        leftHand = try HolisticHand(.left, options, networks: handNetworks)
        rightHand = try HolisticHand(.right, options, networks: handNetworks)
        let faces = try TaskBundle(
            options.faceModel ?? options.model, entries: [DetectorSpec.face.entry])
        let mesh = HolisticFace.mesh(in: faces)
        let faceNetworks = try NetworkLoader(
            [DetectorSpec.face.network, mesh.network], of: faces, options: options, pool: pool)
        face = try HolisticFace(mesh, options, networks: faceNetworks)
        device = handNetworks.device
    }

    /// Finds the person in an image.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if a network
    ///   fails.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> HolisticLandmarkerResult {
        // Frames have a time; images do not.
        if timestamp == nil, !tracksBetweenImages { reset() }
        let found = try pose.detect(image, orientation: orientation, at: timestamp)
        var timings = found.timings
        let start = MonotonicTime.now
        pool.hold()
        defer { pool.release() }
        let pose = found.instances.first
        let landmarks = pose?.landmarks
        let left = try leftHand.find(of: landmarks, in: image, orientation, timings: &timings)
        let right = try rightHand.find(of: landmarks, in: image, orientation, timings: &timings)
        let face = try face.find(of: landmarks, in: image, orientation, timings: &timings)
        timings.add(nanoseconds: start.elapsedNanoseconds, to: .total)
        let people = pose.map { [Holistic(pose: $0, leftHand: left, rightHand: right, face: face)] }
        return HolisticLandmarkerResult(
            instances: people ?? [], timestamp: timestamp, imageSize: image.size,
            timings: timings, device: device)
    }

    /// Discards the tracking state.
    public func reset() {
        pose.reset()
        leftHand.reset()
        rightHand.reset()
        face.reset()
    }
}
