import LandmarkApple
import LandmarkTasks
import SwiftUI

/// The camera, a video or an image with hands, and the buttons.
struct HandsView: View {
    @StateObject private var model = HandsModel()
    @State private var showsSettings = false
    @State private var showsPicker = false

    var body: some View {
        ZStack(alignment: .bottom) {
            if let still = model.still {
                StillView(still: still)
            } else {
                LiveView(session: model.session)
            }
            buttons
        }
        .onAppear { model.session.start() }
        .sheet(isPresented: $showsSettings) { SettingsView(settings: $model.settings) }
        .sheet(isPresented: $showsPicker) {
            MediaPicker { media in
                showsPicker = false
                if let media { model.show(media) }
            }
        }
        .alert("The media cannot be shown", isPresented: $model.showsMessage) {
            Button("OK") {}
        } message: {
            Text(model.message)
        }
    }

    private var buttons: some View {
        HStack(spacing: 32) {
            Button(action: model.showCamera) { Image(systemName: "camera") }
                .accessibilityLabel("Camera")
            Button(action: model.session.switchCamera) {
                Image(systemName: "arrow.triangle.2.circlepath.camera")
            }
            .accessibilityLabel("Other camera")
            Button(action: { showsPicker = true }) { Image(systemName: "photo.on.rectangle") }
                .accessibilityLabel("Media library")
            Button(action: { showsSettings = true }) { Image(systemName: "gearshape") }
                .accessibilityLabel("Settings")
        }
        .font(.title2)
        .padding()
    }
}

/// A session's camera with the landmarks of its latest result.
struct LiveView: View {
    @ObservedObject var session: LandmarkSession<HandLandmarkerResult>

    var body: some View {
        ZStack(alignment: .topLeading) {
            CameraView(session)
            LandmarkOverlay(session)
            VStack(alignment: .leading, spacing: 8) {
                StatusView(
                    state: session.state, statistics: session.statistics, problem: session.problem)
                ForEach(names.indices, id: \.self) { Text(names[$0]).font(.headline) }
            }
            .padding()
        }
        .ignoresSafeArea()
    }

    /// “Left 97 %” for each hand: the person’s own left, as the images are not mirrored.
    private var names: [String] {
        session.latest?.output.hands.map { hand in
            hand.handedness.mirrored.rawValue
                + String(format: " %.0f %%", hand.handednessScore * 100)
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
                Picker("Model", selection: $settings.model) {
                    ForEach(HandsSettings.models, id: \.self) { Text($0).tag($0) }
                }
                Stepper("Hands: \(settings.count)", value: $settings.count, in: 1...4)
                Threshold(title: "Detection", value: $settings.detection)
                Threshold(title: "Presence", value: $settings.presence)
                Threshold(title: "Tracking", value: $settings.tracking)
                Picker("Delegate", selection: $settings.delegate) {
                    ForEach(ProcessorChoice.allCases, id: \.self) { Text($0.rawValue).tag($0) }
                }
            }
            .navigationTitle("Settings")
            .toolbar { Button("Done") { dismiss() } }
        }
    }
}

/// A slider for a confidence.
struct Threshold: View {
    let title: String
    @Binding var value: Double

    var body: some View {
        HStack {
            Text(title + String(format: " %.2f", value))
            Slider(value: $value, in: 0...1)
        }
    }
}
