public import LandmarkApple
public import SwiftUI

/// What the session does, how long the task takes, and what went wrong.
public struct StatusView: View {
    private let state: SessionState
    private let statistics: SessionStatistics
    private let problem: String?
    private let cameraError: CameraError?

    /// Creates a view of a session's state, figures and problem.
    public init<Output: Sendable>(_ session: LandmarkSession<Output>) {
        state = session.state
        statistics = session.statistics
        problem = session.problem
        cameraError = session.cameraError
    }

    /// The figures and the problem on a panel.
    public var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if state == .running {
                Text(Localized.text("status.inference", statistics.inferenceMilliseconds))
                    .font(.headline)
                Text(
                    Localized.text(
                        "status.times", statistics.framesPerSecond,
                        statistics.latencyMilliseconds, statistics.dropped)
                )
                .font(.caption)
            }
            ProblemView(state: state, problem: problem, cameraError: cameraError)
        }
        .panel()
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.updatesFrequently)
    }
}
