import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let pose = Subcommand(
        name: "pose", summary: "Finds bodies: 33 points each, in the image and in meters",
        synopsis: LandmarkOptions.synopsis, discussion: LandmarkOptions.discussion,
        options: LandmarkOptions.search(model: "PATH|lite|full|heavy", plural: "bodies")
            + LandmarkOptions.output + LandmarkOptions.masks
            + LandmarkOptions.input
    ) { arguments in
        var run = try LandmarkRun<PoseSubject>(arguments)
        return try await run.run()
    }
}

/// Bodies.
struct PoseSubject: Subject {
    static let noun = (one: "pose", several: "poses")
    static let columns = [
        "pose", "landmark", "name", "x", "y", "z", "visibility", "presence",
        "worldX", "worldY", "worldZ",
    ]

    let landmarker: PoseLandmarker
    let view: View
    /// Whether JSON tells where points were before smoothing.
    private let tellsRaw: Bool

    init(_ arguments: Arguments, mode: RunningMode) throws {
        let setup = try LandmarkSetup(arguments, model: .poseFull, named: KnownModel.poses)
        var options = PoseLandmarkerOptions(model: .file(setup.modelPath))
        options.numPoses = setup.count
        options.minDetectionConfidence = setup.minDetection
        options.minPresenceConfidence = setup.minPresence
        options.minTrackingConfidence = setup.minTracking
        options.runningMode = mode
        options.smoothing = setup.smoothing
        options.segmentationMasks = arguments.has("--masks")
        if let threads = setup.threads { options.threads = threads }
        landmarker = try PoseLandmarker(options: options)
        view = setup.view
        tellsRaw = setup.tellsRaw
    }

    func findings(in output: PoseLandmarkerResult) -> [Pose] { output.poses }

    func write(_ poses: [Pose], to json: inout JSONText) {
        for pose in poses { json.pose(pose, tellsRaw: tellsRaw) }
    }

    func write(_ poses: [Pose], to csv: inout CSVText, start: (inout CSVText) -> Void) {
        for pose in poses {
            for joint in PoseJoint.allCases {
                let landmark = pose[joint]
                start(&csv)
                csv.field(pose.id)
                csv.field(joint.rawValue)
                csv.field(joint.name)
                csv.point(landmark)
                csv.field(landmark.visibility)
                csv.field(landmark.presence)
                csv.point(pose.world(joint))
                csv.endLine()
            }
        }
    }

    func draw(_ poses: [Pose], on canvas: Canvas) throws {
        for pose in poses { try pose.overlay.draw(on: canvas) }
    }

    func masks(of poses: [Pose]) -> [(id: Int, mask: Mask)] {
        poses.compactMap { pose in pose.mask.map { (pose.id, $0) } }
    }
}

extension JSONText {
    /// Writes a body as an object.
    mutating func pose(_ pose: Pose, tellsRaw: Bool = false) {
        object { json in
            json.key("id")
            json.integer(pose.id)
            json.landmarks(pose.landmarks)
            json.worldLandmarks(pose.worldLandmarks)
            if tellsRaw {
                json.landmarks(pose.rawLandmarks, name: "rawLandmarks")
                json.worldLandmarks(pose.rawWorldLandmarks, name: "rawWorldLandmarks")
            }
        }
    }
}
