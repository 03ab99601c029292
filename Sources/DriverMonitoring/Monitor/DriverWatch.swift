import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Synchronization

/// A face landmarker and what is made of its results: the one way a frame goes, whether it comes by
/// a call or in a sequence.
final class DriverWatch: Sendable {
    private struct State {
        var analyzer: DriverAnalyzer
        var selector: DriverFaceSelector
        var speed: Double?
        var rejected = 0
    }

    private let landmarker: FaceLandmarker
    private let state: Mutex<State>
    /// Held from a frame's landmarks to its result, and while everything is forgotten, so that
    /// frames stay in order.
    private let turn = Mutex(())

    init(_ options: DriverMonitorOptions) throws(DriverError) {
        var face = options.landmarker
        face.runningMode = .video
        face.blendshapes = true
        face.transformationMatrices = true
        do throws(TaskError) {
            landmarker = try FaceLandmarker(options: face)
        } catch {
            throw DriverError(error)
        }
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
        turn.withLock { _ in
            landmarker.reset()
            state.withLock { state in
                state.analyzer.reset()
                state.selector.reset()
                state.rejected = 0
            }
        }
    }

    func recalibrate() { state.withLock { $0.analyzer.recalibrate() } }

    /// Counts a frame of a sequence that was refused for its time.
    func reject() { state.withLock { $0.rejected += 1 } }

    /// Looks at the next frame; a frame that is refused changes nothing.
    func look(
        at frame: Frame, _ cabin: DriverCabin = DriverCabin()
    ) throws(DriverError) -> DriverUpdate {
        try turn.withLock { (_) throws(DriverError) in
            // Before the landmarker, which would take any later time for the last one.
            try check(frame.timestamp)
            return try update(try detect(frame), at: frame.timestamp, cabin)
        }
    }

    private func check(_ timestamp: Timestamp) throws(DriverError) {
        try state.withLock { (state) throws(DriverError) in
            try state.analyzer.check(timestamp)
        }
    }

    private func detect(_ frame: Frame) throws(DriverError) -> FaceLandmarkerResult {
        do throws(TaskError) {
            return try landmarker.detect(frame)
        } catch {
            throw DriverError(error)
        }
    }

    private func update(
        _ found: FaceLandmarkerResult, at timestamp: Timestamp, _ cabin: DriverCabin
    ) throws(DriverError) -> DriverUpdate {
        try state.withLock { (state) throws(DriverError) in
            let face = state.selector.select(from: found.faces, at: timestamp)
            let result = try state.analyzer.update(
                DriverObservation(
                    timestamp: timestamp, imageSize: found.imageSize, face: face,
                    hands: cabin.hands, pose: cabin.pose, speed: cabin.speed ?? state.speed,
                    imageQuality: cabin.imageQuality))
            return DriverUpdate(result: result, face: face, landmarks: found)
        }
    }
}
