import AppSupport
import DriverMonitoring
import LandmarkApple
import SwiftUI

/// The camera with the driver's state over it.
struct DriverView: View {
    @StateObject private var model = DriverModel()

    var body: some View {
        VStack(spacing: 0) {
            MonitorView(
                session: model.session, failure: model.failure, recalibrate: model.recalibrate)
            SourceButtons(
                showCamera: model.showCamera, switchCamera: model.session.switchCamera,
                show: model.show
            ) {}
        }
        .onAppear { model.session.start() }
        .onDisappear { model.session.stop() }
        .alert(Text(Localized.text("media.failed")), isPresented: $model.showsMessage) {
            Button(Localized.text("button.ok")) {}
        } message: {
            Text(model.message)
        }
    }
}

/// The session's camera, the banner of the alert and the panel with score, level and confidence.
struct MonitorView: View {
    @ObservedObject var session: LandmarkSession<DriverUpdate>
    let failure: String?
    let recalibrate: () -> Void

    var body: some View {
        ZStack {
            CameraView(session)
            LandmarkOverlay(session).accessibilityHidden(true)
            VStack {
                if let alert = result?.activeAlerts.first { AlertBanner(alert: alert) }
                Spacer()
                if let message {
                    Text(message).panel()
                } else if session.state != .running || session.problem != nil {
                    ProblemView(
                        state: session.state, problem: session.problem,
                        cameraError: session.cameraError
                    )
                    .panel()
                }
                if let result { StatePanel(result: result, recalibrate: recalibrate) }
                Text(Localized.text("notice")).font(.caption).panel()
            }
            .padding()
        }
        .ignoresSafeArea()
        // A phone on a dashboard is not touched while it monitors.
        .keepsDeviceAwake(session.state.needsAwakeDevice)
        .printsFigures(of: session, app: "Driver")
    }

    private var result: DriverResult? { session.latest?.output.result }

    /// Why nothing is monitored though the session runs; nil while it is.
    private var message: String? {
        if let failure { return failure }
        guard session.state == .running, session.problem == nil, let result else { return nil }
        if !result.signals.isFacePresent { return Localized.text("state.noFace") }
        return result.isLimited ? Localized.text("state.limited") : nil
    }
}

/// The most urgent alert, across the top.
struct AlertBanner: View {
    let alert: DriverAlert

    var body: some View {
        Text(alert.message)
            .font(.largeTitle.bold())
            .multilineTextAlignment(.center)
            .frame(maxWidth: .infinity)
            .padding()
            .background(isUrgent ? Color.red : Color.orange)
            .foregroundColor(.white)
            .cornerRadius(12)
            .dynamicTypeSize(...DynamicTypeSize.accessibility2)
    }

    private var isUrgent: Bool { alert <= .fatigue }
}

/// Score, level, confidence, closed eyes and calibration.
struct StatePanel: View {
    let result: DriverResult
    let recalibrate: () -> Void

    var body: some View {
        HStack(alignment: .bottom) {
            VStack(alignment: .leading, spacing: 4) {
                Text(Localized.text("score", Int(result.fatigueScore.rounded())))
                    .font(.title.bold())
                    .foregroundColor(color)
                Text("\(level) (\(result.fatigueLevel.name))" as String)
                Text(Localized.text("confidence", Int((result.confidence * 100).rounded())))
                Text(Localized.text("perclos", Int((result.signals.perclos60 * 100).rounded())))
                    .font(.caption)
                Text(calibration).font(.caption)
            }
            Spacer()
            Button(Localized.text("recalibrate"), action: recalibrate)
        }
        .panel()
    }

    private var level: String { Localized.text("level", result.fatigueLevel.rawValue) }

    private var color: Color {
        switch result.fatigueLevel {
        case .alert: .green
        case .slight: .yellow
        case .moderate: .orange
        case .severe, .critical: .red
        }
    }

    private var calibration: String {
        switch result.calibration {
        case .uncalibrated: Localized.text("calibration.none")
        case .provisional: Localized.text("calibration.provisional")
        case .frozen: Localized.text("calibration.done")
        }
    }
}
