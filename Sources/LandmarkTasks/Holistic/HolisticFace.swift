import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// Finds the face of a person whose pose is known.
struct HolisticFace {
    private let detector: Detector
    private let runner: ImageModelRunner
    private let mesh: any FaceMesh.Type
    private let minPresence: Float
    private var tracking = RegionTracking(.face)

    /// The mesh of a bundle.
    static func mesh(in bundle: TaskBundle) -> any FaceMesh.Type {
        bundle.contains(AttentionMesh.network.entry) ? AttentionMesh.self : PlainMesh.self
    }

    /// Takes the networks of the face detector and `mesh`.
    ///
    /// - Throws: The errors of `NetworkLoader.network(_:)`.
    init(
        _ mesh: any FaceMesh.Type, _ options: HolisticLandmarkerOptions, networks: NetworkLoader
    ) throws(TaskError) {
        self.mesh = mesh
        minPresence = options.minFacePresenceConfidence
        var spec = DetectorSpec.face
        spec.suppressionThreshold = options.minFaceSuppressionThreshold
        detector = try Detector(
            spec, networks: networks, minScore: options.minFaceDetectionConfidence)
        runner = try networks.imageModelRunner(mesh.network.entry, .landmarkModel)
    }

    /// Returns the face, or nil if it is not found.
    ///
    /// - Parameter pose: The pose's landmarks, smoothed.
    /// - Throws: `TaskError.imaging` or `.inference`.
    mutating func find(
        of pose: [Landmark]?, in image: PixelBuffer, _ orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> Face? {
        let face = try detect(of: pose, in: image, orientation, timings: &timings)
        tracking.remember(face?.landmarks) { FaceROI.roi(around: $0, in: image.size) }
        return face
    }

    /// Forgets the previous frame.
    mutating func reset() { tracking.forget() }

    private func detect(
        of pose: [Landmark]?, in image: PixelBuffer, _ orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> Face? {
        guard let pose else { return nil }
        let part = HolisticROI.face(of: pose, in: image.size)
        let detections = try detector.detect(
            image, in: part, orientation: orientation, timings: &timings)
        guard let detection = detections.first else { return nil }
        let roi = tracking.choose(
            HolisticROI.face(detection, in: image.size), in: image.size)
        let hasRun = try runner.run(
            roi: PixelRect(roi, in: image.size), in: image, orientation: orientation,
            timings: &timings)
        guard hasRun else { return nil }
        do throws(InferenceError) {
            let presence = sigmoid(
                try runner.network.withOutput(mesh.presenceOutput) { $0[0] })
            guard presence > minPresence else { return nil }
            var landmarks: [Landmark] = []
            try mesh.decode(runner.network, roi: roi, in: image.size, into: &landmarks)
            return Face(id: 1, presence: presence, landmarks: landmarks, region: roi)
        } catch {
            throw .inference(error)
        }
    }
}
