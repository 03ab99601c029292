import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

/// Invented people and exercises for tests of overlays and reports.
enum MotionScene {
    /// Repetitions of the mean flexion of both knees, with a fault of the whole repetition and one
    /// that is seen while it happens.
    static let squat = ExerciseDefinition(
        name: "squat", title: "Squat", summary: "Counts squats.",
        kind: .repetitions(
            RepetitionRule(
                signal: .both(.kneeFlexion, .mean), thresholds: .absolute(top: 30, bottom: 60))),
        target: ExerciseTarget(rangeOfMotion: Bounds(75, nil)),
        faults: [
            .init(id: "shallow", say: "lower", phase: .rep, measure: .peak, below: 80),
            .init(
                id: "leaning", say: "chest up", phase: .bottom,
                measure: .expression(.measure(.trunkForward)), above: 45),
        ])

    static let measures: [Measure] = [.kneeFlexionLeft, .kneeFlexionRight, .trunkForward]

    static func reading(_ value: Double) -> Reading {
        Reading(
            value: value, unfiltered: value, speed: 0, confidence: 1, state: .measured, reason: nil)
    }

    static func missing(_ reason: MissingReason) -> Reading {
        Reading(
            value: .nan, unfiltered: .nan, speed: 0, confidence: 0.1, state: .missing,
            reason: reason)
    }

    /// A sample with both knees at an angle.
    static func sample(
        at time: Double, id: Int = 1, knees: Double, lean: Double = 10
    ) -> MotionSample {
        MotionSample(
            time: time, id: id, viewYaw: 0,
            readings: [
                .kneeFlexionLeft: reading(knees), .kneeFlexionRight: reading(knees + 2),
                .trunkForward: reading(lean),
            ])
    }

    /// A person who stands upright, from the front, around the middle of the image.
    static func pose(id: Int = 1, x: Float = 0.5, width: Float = 0.2) -> Pose {
        // The rows from the nose down to the toes.
        func height(of joint: PoseJoint) -> Float {
            switch joint.rawValue {
            case 0...10: 0.15
            case 11, 12: 0.25
            case 13, 14: 0.38
            case 15...22: 0.5
            case 23, 24: 0.52
            case 25, 26: 0.7
            default: 0.88
            }
        }
        let landmarks = PoseJoint.allCases.map { joint in
            // The person's left is on the right of the image.
            let side: Float = joint == .nose ? 0 : joint.rawValue % 2 == 1 ? 0.5 : -0.5
            return Landmark(
                x: x + side * width, y: height(of: joint), z: 0, visibility: 1, presence: 1)
        }
        return Pose(
            id: id, presence: 1, landmarks: landmarks,
            worldLandmarks: landmarks.map { WorldLandmark(x: $0.x, y: $0.y, z: 0) },
            region: NormalizedRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotation: 0))
    }

    static func image(_ shade: UInt8 = 128, width: Int = 160, height: Int = 120) -> PixelBuffer {
        let bytes = [UInt8](repeating: shade, count: width * height * 3)
        guard
            let image = try? PixelBuffer(
                width: width, height: height, format: .rgb24, bytes: bytes)
        else { preconditionFailure("the bytes fit") }
        return image
    }

    /// The history of a run of squats, one repetition of 2 s for each peak, at 20 frames a second.
    ///
    /// - Parameters:
    ///   - isSeen: Whether the knees are seen at a time.
    ///   - images: Whether frames have images; their shade is half the knee's angle.
    static func squats(
        to peaks: [Double], id: Int = 1, definition: ExerciseDefinition = squat,
        isSeen: (Double) -> Bool = { _ in true }, lean: (Double) -> Double = { _ in 10 },
        images: Bool = false
    ) throws -> MotionHistory {
        var session = try ExerciseSession(definition)
        var history = MotionHistory(id: id, measures: measures, definition: definition)
        for frame in 0..<(peaks.count * 40 + 10) {
            let time = Double(frame) / 20
            let index = min(frame / 40, peaks.count - 1)
            let phase = frame / 40 < peaks.count ? Double(frame % 40) / 40 : 0
            // A triangle from 10° to the peak and back.
            let depth = phase < 0.5 ? 2 * phase : 2 - 2 * phase
            let knees = 10 + ((peaks.isEmpty ? 10 : peaks[index]) - 10) * depth
            var sample = sample(at: time, id: id, knees: knees, lean: lean(time))
            if !isSeen(time) {
                sample = MotionSample(
                    time: time, id: id, viewYaw: 0,
                    readings: [
                        .kneeFlexionLeft: missing(.lowVisibility(.leftAnkle)),
                        .kneeFlexionRight: missing(.outsideImage(.rightAnkle)),
                    ])
            }
            let events = session.update(sample)
            try history.add(
                MotionOverlay.Person(sample: sample, pose: pose(id: id), status: session.status),
                events: events, image: images ? image(UInt8(knees)) : nil)
        }
        let events = session.finish()
        history.finish(events: events, report: session.report())
        return history
    }
}
