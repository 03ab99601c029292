import Foundation
import LandmarkApple
import LandmarkMotion
import LandmarkTasks
import SwiftUI

/// The session that follows an exercise.
@MainActor
final class ExerciseModel: ObservableObject {
    /// The exercises of the library.
    static let exercises = ExerciseDefinition.all

    /// The exercise; another one begins at zero.
    @Published var definition: ExerciseDefinition {
        didSet { if definition != oldValue { change() } }
    }
    /// The newest fault in the words of the exercise; nil after the next repetition without one.
    @Published private(set) var advice: String?
    @Published private(set) var session: LandmarkSession<ExerciseUpdate>?
    /// Why there is no session; nil if there is one.
    @Published private(set) var failure: String?

    private let camera = CameraService(position: .back)

    init() {
        let squat = Self.exercises.first { $0.name == "squat" }
        definition = squat ?? Self.exercises[0]
        do {
            session = LandmarkSession(try Self.recipe(definition), camera: camera)
        } catch {
            failure = error.localizedDescription
        }
        session?.onResult = { [weak self] in self?.follow($0.output.events) }
    }

    private static func recipe(
        _ definition: ExerciseDefinition
    ) throws(ExerciseError) -> SessionRecipe<ExerciseUpdate> {
        var options = PoseLandmarkerOptions(model: .resource("pose_landmarker_full.task"))
        options.sideGuard = true
        return try .exercise(definition, pose: options)
    }

    private func change() {
        advice = nil
        do {
            session?.use(try Self.recipe(definition))
        } catch {
            failure = error.localizedDescription
        }
    }

    private func follow(_ events: [ExerciseEvent]) {
        for event in events {
            switch event.kind {
            case .fault(_, let say, _, _): advice = say
            case .incomplete: advice = "Go all the way"
            case .tooFast: advice = "Slower"
            case .tooSlow: advice = "Faster"
            case .rep, .hold: advice = nil
            default: break
            }
        }
    }
}

extension MissingReason {
    /// What the camera cannot see, or should see differently.
    var message: String {
        switch self {
        case .absent: "Cannot see: anyone"
        case .lowVisibility(let joint), .notFinite(let joint): "Cannot see: \(joint.words)"
        case .outsideImage(let joint): "Cannot see: \(joint.words), outside the image"
        case .implausibleLength(let joint, let other):
            "Cannot see: \(joint.words) and \(other.words)"
        case .settling: "Hold still"
        case .plane, .view: "Turn toward the view that the exercise needs"
        case .notObserved: "Cannot see: hands or face"
        }
    }
}

extension PoseJoint {
    /// The name in words: “left ankle”.
    var words: String {
        "\(self)".reduce(into: "") { words, letter in
            words += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
        }
    }
}
