import AppSupport
import Combine
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

    /// Whether to tell the user why media cannot be shown.
    @Published var showsMessage = false
    private(set) var message = ""
    /// The video that the session plays; nil for the camera.
    private var file: TemporaryFile?
    // A count and advice may follow each other within a second.
    private let announcer = Announcer(waits: true)

    init() {
        let squat = Self.exercises.first { $0.name == "squat" }
        definition = squat ?? Self.exercises[0]
        makeSession(CameraService(position: .back))
    }

    /// Shows the camera.
    func showCamera() { show(CameraService(position: .back)) }

    /// Follows the exercise of a video.
    func show(_ media: PickedMedia) {
        switch media {
        case .video(let file): show(VideoFileCamera(url: file.url), of: file)
        case .image: report(Localized.text("media.needsVideo"))
        case .failure(let reason): report(reason)
        }
    }

    private func show(_ camera: any CameraSource, of file: TemporaryFile? = nil) {
        makeSession(camera)
        self.file = file
        session?.start()
    }

    /// Replaces the session, and forgets what the last one has reported.
    private func makeSession(_ camera: any CameraSource) {
        session?.stop()
        session = nil
        advice = nil
        failure = nil
        do {
            session = LandmarkSession(try Self.recipe(definition), camera: camera)
        } catch {
            failure = error.localizedDescription
        }
        session?.onResult = { [weak self] in self?.follow($0.output) }
    }

    private func report(_ reason: String) {
        message = reason
        showsMessage = true
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
        failure = nil
        do {
            session?.use(try Self.recipe(definition))
        } catch {
            failure = error.localizedDescription
        }
    }

    private func follow(_ update: ExerciseUpdate) {
        var language: String?
        for event in update.events {
            switch event.kind {
            case .fault(_, let say, _, _):
                advice = say
                // The words of exercises are English.
                language = "en"
            case .incomplete: advice = Localized.text("advice.incomplete")
            case .tooFast: advice = Localized.text("advice.tooFast")
            case .tooSlow: advice = Localized.text("advice.tooSlow")
            case .rep:
                advice = nil
                announcer.announce(update.status.map { "\($0.count)" })
            case .hold(_, let duration):
                advice = nil
                announcer.announce(Localized.text("hold.spoken", duration))
            default: break
            }
        }
        if let advice, !update.events.isEmpty { announcer.announce(advice, language: language) }
    }
}
