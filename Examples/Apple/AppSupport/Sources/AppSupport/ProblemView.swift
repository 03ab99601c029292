public import LandmarkApple
public import SwiftUI
import UIKit

/// Why nothing is processed, in the user's language, with the way to Settings where that helps; empty
/// while all is well.
public struct ProblemView: View {
    private let state: SessionState
    private let problem: String?
    private let cameraError: CameraError?

    /// Creates a view of a session's state, its last problem, and the error of its camera.
    public init(state: SessionState, problem: String?, cameraError: CameraError?) {
        self.state = state
        self.problem = problem
        self.cameraError = cameraError
    }

    /// The message, and the link to Settings.
    public var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let message { Text(message) }
            if cameraError == .accessDenied, let settings {
                Link(Localized.text("settings.open"), destination: settings)
            }
        }
    }

    private var settings: URL? { URL(string: UIApplication.openSettingsURLString) }

    private var message: String? {
        switch state {
        case .stopped: Localized.text("state.stopped")
        case .starting: Localized.text("state.starting")
        case .running: problem
        case .interrupted(let reason): reason.message
        case .failed(let reason): cameraError?.message ?? reason
        }
    }
}

extension SessionInterruption {
    /// Why the camera is interrupted.
    var message: String {
        switch self {
        case .background: Localized.text("interrupted.background")
        case .inUse: Localized.text("interrupted.inUse")
        case .multipleApps: Localized.text("interrupted.multipleApps")
        case .systemPressure: Localized.text("interrupted.systemPressure")
        case .other: Localized.text("interrupted.other")
        }
    }
}

extension CameraError {
    /// What is wrong, and what the user can do; the system's own words where it has some.
    var message: String {
        switch self {
        case .accessDenied: Localized.text("camera.accessDenied")
        case .accessRestricted: Localized.text("camera.accessRestricted")
        case .noCamera(.front): Localized.text("camera.noFront")
        case .noCamera(.back): Localized.text("camera.noBack")
        case .cannotOpen(let reason): Localized.text("camera.cannotOpen", reason as NSString)
        case .unsupported(let what): Localized.text("camera.unsupported", what as NSString)
        case .stopped(_, let reason): Localized.text("camera.stopped", reason as NSString)
        case .unreadableFile(let file, let reason):
            Localized.text("camera.unreadableFile", Self.name(file), reason as NSString)
        case .noVideoTrack(let file): Localized.text("camera.noVideoTrack", Self.name(file))
        case .unusableFrame(let error):
            Localized.text("camera.unusableFrame", error.description as NSString)
        }
    }

    /// The name of a file without its folders.
    private static func name(_ path: String) -> NSString {
        URL(fileURLWithPath: path).lastPathComponent as NSString
    }
}
