import LandmarkCore
import LandmarkTasks
import Synchronization

/// Turns what a face landmarker finds into results, for calls and sequences alike.
final class DriverWatch: Sendable {
    private struct State {
        var analyzer: DriverAnalyzer
        var selector: DriverFaceSelector
        var speed: Double?
        var rejected = 0
    }

    private let state: Mutex<State>

    init(_ options: DriverMonitorOptions) {
        state = Mutex(
            State(
                analyzer: DriverAnalyzer(isMirrored: options.isMirrored),
                selector: options.selector))
    }

    /// The speed of those who do not bring it with the frame.
    var speed: Double? {
        get { state.withLock { $0.speed } }
        set { state.withLock { $0.speed = newValue } }
    }

    /// Frames of sequences that were refused for their time.
    var rejected: Int { state.withLock { $0.rejected } }

    func reset() {
        state.withLock { state in
            state.analyzer.reset()
            state.selector.reset()
            state.rejected = 0
        }
    }

    func recalibrate() { state.withLock { $0.analyzer.recalibrate() } }

    /// Refuses a frame that cannot come next; changes nothing.
    func check(_ timestamp: Timestamp) throws(DriverError) {
        try state.withLock { (state) throws(DriverError) in
            try state.analyzer.check(timestamp)
        }
    }

    /// Takes what was found in the frame at `timestamp`.
    func update(
        _ found: FaceLandmarkerResult, at timestamp: Timestamp, _ cabin: DriverCabin = DriverCabin()
    ) throws(DriverError) -> DriverUpdate {
        try state.withLock { (state) throws(DriverError) in
            var selector = state.selector
            let face = selector.select(from: found.faces, at: timestamp)
            let result = try state.analyzer.update(
                DriverObservation(
                    timestamp: timestamp, imageSize: found.imageSize, face: face,
                    hands: cabin.hands, pose: cabin.pose, speed: cabin.speed ?? state.speed,
                    imageQuality: cabin.imageQuality))
            // Only now: a frame that is refused changes nothing.
            state.selector = selector
            return DriverUpdate(result: result, face: face, landmarks: found)
        }
    }

    /// Takes a result of a sequence of frames.
    ///
    /// - Returns: nil for a frame that is refused for its time, which is counted.
    func result(
        of frame: FrameResult<FaceLandmarkerResult>
    ) throws(DriverError) -> DriverResult? {
        do throws(DriverError) {
            let found = try frame.result.mapError(DriverError.init).get()
            guard let timestamp = found.timestamp else { return nil }
            return try update(found, at: timestamp).result
        } catch {
            guard error.isOfTime else { throw error }
            state.withLock { $0.rejected += 1 }
            return nil
        }
    }
}
