import AppSupport
import LandmarkApple
import LandmarkTasks
import SwiftUI

/// The camera, a video or an image with poses, and the buttons.
struct PoseView: View {
    @StateObject private var model = PoseModel()
    @State private var showsSettings = false

    var body: some View {
        ZStack(alignment: .bottom) {
            if let still = model.still {
                StillView(still)
            } else {
                LiveView(session: model.session)
            }
            buttons
        }
        .onAppear { model.session.start() }
        .sheet(isPresented: $showsSettings) { SettingsView(settings: $model.settings) }
        .alert(Text(Localized.text("media.failed")), isPresented: $model.showsMessage) {
            Button(Localized.text("button.ok")) {}
        } message: {
            Text(model.message)
        }
    }

    private var buttons: some View {
        SourceButtons(
            picksImages: true, showCamera: model.showCamera,
            switchCamera: model.session.switchCamera, show: model.show
        ) {
            SymbolButton("gearshape", label: Localized.text("button.settings")) {
                showsSettings = true
            }
        }
    }
}

/// A session's camera with the landmarks of its latest result.
struct LiveView: View {
    @ObservedObject var session: LandmarkSession<PoseLandmarkerResult>

    var body: some View {
        ZStack(alignment: .topLeading) {
            CameraView(session)
            LandmarkOverlay(session).accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 8) {
                StatusView(session)
                if !summary.isEmpty { Text(summary).font(.headline).panel() }
            }
            .padding()
        }
        .ignoresSafeArea()
        .keepsDeviceAwake(session.state.needsAwakeDevice)
        .printsFigures(of: session, app: "Pose")
    }

    /// How many people there are, and how well they are seen.
    private var summary: String {
        let poses = session.latest?.output.poses ?? []
        return poses.map { Localized.text("pose", $0.id, $0.presence * 100) }
            .joined(separator: "\n")
    }
}

/// Model, number of poses, thresholds and delegate.
struct SettingsView: View {
    @Binding var settings: PoseSettings
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationView {
            Form {
                Picker(Localized.text("setting.model"), selection: $settings.model) {
                    ForEach(PoseSettings.models, id: \.self) { Text($0).tag($0) }
                }
                Stepper(
                    Localized.text("setting.poses", settings.count), value: $settings.count,
                    in: 1...4)
                Threshold(Localized.text("setting.detection"), value: $settings.detection)
                Threshold(Localized.text("setting.presence"), value: $settings.presence)
                Threshold(Localized.text("setting.tracking"), value: $settings.tracking)
                Toggle(Localized.text("setting.sideGuard"), isOn: $settings.sideGuard)
                Picker(Localized.text("setting.delegate"), selection: $settings.delegate) {
                    ForEach(ProcessorChoice.allCases, id: \.self) { Text($0.title).tag($0) }
                }
            }
            .navigationTitle(Localized.text("button.settings"))
            .toolbar { Button(Localized.text("button.done")) { dismiss() } }
        }
    }
}
