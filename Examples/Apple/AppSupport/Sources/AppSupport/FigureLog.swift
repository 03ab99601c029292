import Foundation
public import LandmarkApple
import LandmarkMotion
public import SwiftUI

extension View {
    /// Prints the figures of a session every five seconds while it runs, if the app was launched with
    /// `--figures`; `scripts/collect-device-figures` makes a table of them.
    public func printsFigures<Output: Sendable>(
        of session: LandmarkSession<Output>, app: String
    ) -> some View {
        // Another session is another task: apps make a new one for each camera or video.
        task(id: ObjectIdentifier(session)) {
            guard ProcessInfo.processInfo.arguments.contains("--figures") else { return }
            while (try? await Task.sleep(nanoseconds: 5_000_000_000)) != nil {
                if session.state == .running { print(line(session, app: app)) }
            }
        }
    }
}

/// One line of figures: names and values, separated by spaces.
@MainActor
private func line<Output: Sendable>(_ session: LandmarkSession<Output>, app: String) -> String {
    let figures = session.statistics
    let system = ProcessInfo.processInfo.operatingSystemVersion
    let device = DeviceModel.current.map { "\($0)" } ?? "unknown"
    let level = session.level
    return [
        "landmark-figures", "app=\(app)", "device=\(device)",
        "system=\(system.majorVersion).\(system.minorVersion)",
        "threads=\(level?.threads ?? 0)", "thermal=\(DeviceCondition.current().thermal)",
        String(format: "frames_per_second=%.1f", figures.framesPerSecond),
        String(format: "inference_ms=%.2f", figures.inferenceMilliseconds),
        String(format: "latency_ms=%.2f", figures.latencyMilliseconds),
        String(format: "latency95_ms=%.2f", figures.latency95Milliseconds),
        "dropped=\(figures.dropped)",
    ].joined(separator: " ")
}
