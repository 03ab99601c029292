import Dispatch
import LandmarkCore
import LandmarkImaging

/// Reads a device continuously, so that the driver's queue never fills, and keeps the newest frame.
final class CameraFeed: Sendable {
    private struct State {
        var slot = LatestSlot<Frame>()
        var failure: CaptureError?
        var isRunning = true
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let changes = DispatchSemaphore(value: 0)

    /// Starts reading on a dedicated queue until the device ends or ``stop()`` is called.
    func start(_ reader: sending any LiveFrames, device: String) {
        let reader = Mutex(reader)
        DispatchQueue(label: "LandmarkCapture.camera").async {
            reader.withLock { self.read($0, device: device) }
        }
    }

    private func read(_ reader: any LiveFrames, device: String) {
        var frames = 0
        while state.withLock({ $0.isRunning }) {
            if let frame = (try? reader.next()).flatMap({ $0 }) {
                frames += 1
                if state.withLock({ $0.slot.offer(frame) }) { changes.signal() }
            } else if !reader.recovers() {
                break
            }
        }
        let reason = reader.endReason ?? "it stopped sending frames"
        state.withLock { state in
            state.failure = .cameraLost(device: device, frames: frames, reason: reason)
            state.hasEnded = true
        }
        changes.signal()
    }

    /// The number of frames that were not read in time.
    var dropped: Int { state.withLock { $0.slot.dropped } }

    /// Waits for a frame. After the last one, throws the reason once, then returns nil.
    ///
    /// - Throws: ``CaptureError/cameraLost(device:frames:reason:)``.
    func next() throws(CaptureError) -> Frame? {
        while true {
            enum Outcome {
                case frame(Frame)
                case ended(CaptureError?)
                case nothing
            }
            let outcome: Outcome = state.withLock { state in
                if let frame = state.slot.take() { return .frame(frame) }
                guard state.hasEnded else { return .nothing }
                defer { state.failure = nil }
                return .ended(state.failure)
            }
            switch outcome {
            case .frame(let frame): return frame
            case .nothing: changes.wait()
            case .ended(let failure):
                // Wake other waiting threads.
                changes.signal()
                guard let failure else { return nil }
                throw failure
            }
        }
    }

    /// Stops reading after the current frame, which releases the device.
    func stop() {
        state.withLock { $0.isRunning = false }
    }

    /// Waits until the device has stopped.
    func waitForEnd() {
        while !state.withLock({ $0.hasEnded }) { changes.wait() }
        changes.signal()
    }
}

/// A slot for one value, in which a newer value replaces one that has not been taken.
package struct LatestSlot<Value> {
    private var value: Value?
    /// The number of values that were replaced.
    package private(set) var dropped = 0

    package init() {}

    /// Stores a value and returns whether the slot was empty.
    package mutating func offer(_ value: Value) -> Bool {
        let wasEmpty = self.value == nil
        if !wasEmpty { dropped += 1 }
        self.value = value
        return wasEmpty
    }

    /// Removes and returns the value, if there is one.
    package mutating func take() -> Value? {
        defer { value = nil }
        return value
    }
}
