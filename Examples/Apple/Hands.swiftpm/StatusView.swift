import LandmarkApple
import SwiftUI

/// What the session does, how long the task takes, and what went wrong.
struct StatusView: View {
    let state: SessionState
    let statistics: SessionStatistics
    let problem: String?

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(summary).font(.headline)
            Text(times).font(.caption)
            if let problem { Text(problem).font(.caption).foregroundColor(.red) }
        }
        .padding(12)
        .background(Color.black.opacity(0.6))
        .foregroundColor(.white)
        .cornerRadius(12)
    }

    private var summary: String {
        switch state {
        case .stopped: "Stopped"
        case .starting: "Starting"
        case .running:
            String(format: "Inference %.1f ms", statistics.inferenceMilliseconds)
        case .interrupted(let reason): "Interrupted: \(reason.rawValue)"
        case .failed(let reason): reason
        }
    }

    private var times: String {
        String(
            format: "%.0f frames/s, %.0f ms from camera to result, %d dropped",
            statistics.framesPerSecond, statistics.latencyMilliseconds, statistics.dropped)
    }
}
