import LandmarkCommandSupport
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let hand = Subcommand(
        name: "hand", summary: "Finds hands: 21 points each, in the image and in meters",
        synopsis: LandmarkOptions.synopsis, discussion: LandmarkOptions.discussion,
        options: LandmarkOptions.search(model: "PATH", plural: "hands")
            + LandmarkOptions.output + LandmarkOptions.input
    ) { arguments in
        var run = try LandmarkRun<HandSubject>(arguments)
        return try await run.run()
    }
}

/// Hands.
struct HandSubject: Subject {
    static let noun = (one: "hand", several: "hands")
    static let columns = [
        "hand", "handedness", "score", "landmark", "name", "x", "y", "z",
        "worldX", "worldY", "worldZ",
    ]

    let landmarker: HandLandmarker
    let view: View
    /// Whether JSON tells where points were before smoothing.
    private let tellsRaw: Bool

    init(_ arguments: Arguments, mode: RunningMode) throws {
        let setup = try LandmarkSetup(arguments, model: .hand)
        var options = HandLandmarkerOptions(model: .file(setup.modelPath))
        options.numHands = setup.count
        options.minDetectionConfidence = setup.minDetection
        options.minPresenceConfidence = setup.minPresence
        options.minTrackingConfidence = setup.minTracking
        options.runningMode = mode
        options.smoothing = setup.smoothing
        if let threads = setup.threads { options.threads = threads }
        landmarker = try HandLandmarker(options: options)
        view = setup.view
        tellsRaw = setup.tellsRaw
    }

    func findings(in output: HandLandmarkerResult) -> [Hand] { output.hands }

    func write(_ hands: [Hand], to json: inout JSONText) {
        for hand in hands { json.hand(hand, tellsRaw: tellsRaw) }
    }

    func write(_ hands: [Hand], to csv: inout CSVText, start: (inout CSVText) -> Void) {
        for hand in hands {
            for joint in HandJoint.allCases {
                start(&csv)
                csv.field(hand.id)
                csv.field(hand.handedness.rawValue)
                csv.field(hand.handednessScore)
                csv.field(joint.rawValue)
                csv.field(joint.name)
                csv.point(hand[joint])
                csv.point(hand.world(joint))
                csv.endLine()
            }
        }
    }

    func draw(_ hands: [Hand], on canvas: Canvas) throws {
        for hand in hands { try hand.overlay.draw(on: canvas) }
    }
}

extension JSONText {
    /// Writes a hand as an object.
    mutating func hand(_ hand: Hand, tellsRaw: Bool = false) {
        object { json in
            json.key("id")
            json.integer(hand.id)
            json.key("handedness")
            json.string(hand.handedness.rawValue)
            json.key("score")
            json.number(hand.handednessScore)
            json.landmarks(hand.landmarks)
            json.worldLandmarks(hand.worldLandmarks)
            if tellsRaw {
                json.landmarks(hand.rawLandmarks, name: "rawLandmarks")
                json.worldLandmarks(hand.rawWorldLandmarks, name: "rawWorldLandmarks")
            }
        }
    }
}
