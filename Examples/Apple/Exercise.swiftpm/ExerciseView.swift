import AppSupport
import LandmarkApple
import LandmarkMotion
import SwiftUI

/// The camera with the skeleton and the counter, and the choice of the exercise.
struct ExerciseView: View {
    @StateObject private var model = ExerciseModel()

    var body: some View {
        ZStack(alignment: .bottom) {
            if let session = model.session {
                WorkoutView(session: session, definition: model.definition, advice: model.advice)
            }
            VStack {
                if let failure = model.failure { Text(failure).panel() }
                SourceButtons(
                    showCamera: model.showCamera,
                    switchCamera: { model.session?.switchCamera() }, show: model.show
                ) {
                    Picker(Localized.text("exercise"), selection: $model.definition) {
                        ForEach(ExerciseModel.exercises, id: \.self) { Text($0.title).tag($0) }
                    }
                }
            }
        }
        .alert(Text(Localized.text("media.failed")), isPresented: $model.showsMessage) {
            Button(Localized.text("button.ok")) {}
        } message: {
            Text(model.message)
        }
        .onAppear { model.session?.start() }
        .onDisappear { model.session?.stop() }
    }
}

/// The session's camera, with the skeleton, the counter, the phase and what to do better.
struct WorkoutView: View {
    @ObservedObject var session: LandmarkSession<ExerciseUpdate>
    let definition: ExerciseDefinition
    let advice: String?

    var body: some View {
        ZStack(alignment: .topLeading) {
            CameraView(session)
            LandmarkOverlay(session).accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 8) {
                Text(definition.title).font(.headline).accessibilityAddTraits(.isHeader)
                Text(count).font(.largeTitle.bold()).accessibilityAddTraits(.updatesFrequently)
                ForEach(phases.indices, id: \.self) { Text(phases[$0]) }
                ForEach(faults, id: \.self) { Text($0).foregroundColor(.orange) }
                if let advice, faults.isEmpty { Text(advice).foregroundColor(.orange) }
                if let missing { Text(missing).foregroundColor(.yellow) }
                ProblemView(
                    state: session.state, problem: session.problem,
                    cameraError: session.cameraError)
                Text(times).font(.caption)
            }
            .panel()
            .padding()
        }
        .ignoresSafeArea()
        // Nobody touches the phone in the middle of a set.
        .keepsDeviceAwake(session.state.needsAwakeDevice)
        .printsFigures(of: session, app: "Exercise")
    }

    private var status: ExerciseSession.Status? { session.latest?.output.status }

    /// Repetitions, or seconds for exercises that are held.
    private var count: String {
        guard let status else { return "–" }
        guard definition.hold != nil else { return "\(status.count)" }
        return Localized.text("hold", status.hold, status.bestHold)
    }

    /// The phase of each side, with its own count where sides are counted apart.
    private var phases: [String] {
        status?.counters.map { counter in
            guard let side = counter.side else { return counter.state.words }
            return Localized.text(
                "side", side.words as NSString, counter.count, counter.state.words as NSString)
        } ?? []
    }

    /// What is wrong now, in the exercise's own words.
    private var faults: [String] {
        definition.faults.filter { status?.faults.contains($0.id) ?? false }.map(\.say)
    }

    private var missing: String? {
        guard let status else { return session.latest == nil ? nil : MissingReason.absent.message }
        return status.missing.first?.message
    }

    private var times: String {
        Localized.text(
            "times", session.statistics.inferenceMilliseconds, session.statistics.framesPerSecond)
    }
}
