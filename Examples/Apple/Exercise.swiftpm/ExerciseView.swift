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
                if let failure = model.failure { Text(failure).foregroundColor(.red) }
                HStack(spacing: 32) {
                    Picker("Exercise", selection: $model.definition) {
                        ForEach(ExerciseModel.exercises, id: \.self) { Text($0.title).tag($0) }
                    }
                    Button(action: { model.session?.switchCamera() }) {
                        Image(systemName: "arrow.triangle.2.circlepath.camera")
                    }
                    .accessibilityLabel("Other camera")
                }
                .padding()
            }
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
            LandmarkOverlay(session)
            VStack(alignment: .leading, spacing: 8) {
                Text(definition.title).font(.headline)
                Text(count).font(.largeTitle.bold())
                ForEach(phases.indices, id: \.self) { Text(phases[$0]) }
                ForEach(faults, id: \.self) { Text($0).foregroundColor(.orange) }
                if let advice, faults.isEmpty { Text(advice).foregroundColor(.orange) }
                if let missing { Text(missing).foregroundColor(.yellow) }
                if let message { Text(message).foregroundColor(.red) }
                Text(times).font(.caption)
            }
            .padding()
            .background(Color.black.opacity(0.6))
            .foregroundColor(.white)
            .cornerRadius(12)
            .padding()
        }
        .ignoresSafeArea()
    }

    private var status: ExerciseSession.Status? { session.latest?.output.status }

    /// Repetitions, or seconds for exercises that are held.
    private var count: String {
        guard let status else { return "–" }
        guard definition.hold != nil else { return "\(status.count)" }
        return String(format: "%.1f s, best %.1f s", status.hold, status.bestHold)
    }

    /// The phase of each side, with its own count where sides are counted apart.
    private var phases: [String] {
        status?.counters.map { counter in
            guard let side = counter.side else { return counter.state.words }
            return "\(side): \(counter.count), \(counter.state.words)"
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

    private var message: String? {
        switch session.state {
        case .failed(let reason): reason
        case .interrupted(let reason): "Interrupted: \(reason.rawValue)"
        default: session.problem
        }
    }

    private var times: String {
        String(
            format: "%.1f ms, %.0f frames/s", session.statistics.inferenceMilliseconds,
            session.statistics.framesPerSecond)
    }
}

extension ExerciseState {
    /// The state as the person sees it.
    var words: String {
        switch self {
        case .unknown: "get ready"
        case .holding: "hold"
        case .standingUp: "standing up"
        case .sittingDown: "sitting down"
        case .top, .down, .bottom, .up, .seated, .walking, .turning, .finished: rawValue
        }
    }
}
