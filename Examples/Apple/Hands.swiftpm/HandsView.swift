import AppSupport
import LandmarkApple
import LandmarkTasks
import SwiftUI

/// The camera, a video or an image with hands, and the buttons.
struct HandsView: View {
    @StateObject private var model = HandsModel()
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
    @ObservedObject var session: LandmarkSession<HandLandmarkerResult>

    var body: some View {
        ZStack(alignment: .topLeading) {
            CameraView(session)
            LandmarkOverlay(session).accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 8) {
                StatusView(session)
                if !names.isEmpty { Text(names.joined(separator: "\n")).font(.headline).panel() }
            }
            .padding()
        }
        .ignoresSafeArea()
        .keepsDeviceAwake(session.state.needsAwakeDevice)
        .printsFigures(of: session, app: "Hands")
    }

    /// “Left 97 %” for each hand: the person’s own left, as the images are not mirrored.
    private var names: [String] {
        session.latest?.output.hands.map { hand in
            Localized.text(
                hand.handedness.mirrored == .left ? "hand.left" : "hand.right",
                hand.handednessScore * 100)
        } ?? []
    }
}

/// Model, number of hands, thresholds and delegate.
struct SettingsView: View {
    @Binding var settings: HandsSettings
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationView {
            Form {
                Picker(Localized.text("setting.model"), selection: $settings.model) {
                    ForEach(HandsSettings.models, id: \.self) { Text($0).tag($0) }
                }
                Stepper(
                    Localized.text("setting.hands", settings.count), value: $settings.count,
                    in: 1...4)
                Threshold(Localized.text("setting.detection"), value: $settings.detection)
                Threshold(Localized.text("setting.presence"), value: $settings.presence)
                Threshold(Localized.text("setting.tracking"), value: $settings.tracking)
                Picker(Localized.text("setting.delegate"), selection: $settings.delegate) {
                    ForEach(ProcessorChoice.allCases, id: \.self) { Text($0.title).tag($0) }
                }
            }
            .navigationTitle(Localized.text("button.settings"))
            .toolbar { Button(Localized.text("button.done")) { dismiss() } }
        }
    }
}
