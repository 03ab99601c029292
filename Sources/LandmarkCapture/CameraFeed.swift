import Dispatch
import LandmarkImaging
import Synchronization

/// Reads a device without a pause, so that its own queue never fills, and keeps the newest frame.
final class CameraFeed: Sendable {
    private struct State {
        var slot = LatestSlot<Frame>()
        var failure: CaptureError?
        var isWanted = true
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    /// Reads on a thread of its own until the device ends or nobody wants more.
    func start(_ reader: sending VideoReader, device: String) {
        let reader = Mutex(reader)
        DispatchQueue(label: "LandmarkCapture.camera").async {
            reader.withLock { self.read($0, device: device) }
        }
    }

    private func read(_ reader: VideoReader, device: String) {
        var frames = 0
        while state.withLock({ $0.isWanted }) {
            do throws(CaptureError) {
                guard let frame = try reader.next() else { break }
                frames += 1
                if state.withLock({ $0.slot.offer(frame) }) { news.signal() }
            } catch {
                break
            }
        }
        let reason = reader.endReason ?? "it sends no more"
        state.withLock { state in
            state.failure = .cameraLost(device: device, frames: frames, reason: reason)
            state.hasEnded = true
        }
        news.signal()
    }

    /// How many frames were not taken in time.
    var dropped: Int { state.withLock { $0.slot.dropped } }

    /// Waits for a frame; after the last one throws once what ended it, then gives nil.
    func next() throws(CaptureError) -> Frame? {
        while true {
            enum Answer {
                case frame(Frame)
                case ended(CaptureError?)
                case nothing
            }
            let answer: Answer = state.withLock { state in
                if let frame = state.slot.take() { return .frame(frame) }
                guard state.hasEnded else { return .nothing }
                defer { state.failure = nil }
                return .ended(state.failure)
            }
            switch answer {
            case .frame(let frame): return frame
            case .nothing: news.wait()
            case .ended(let failure):
                // For whoever else waits.
                news.signal()
                guard let failure else { return nil }
                throw failure
            }
        }
    }

    /// Lets go of the device after the frame that is under way.
    func stop() {
        state.withLock { $0.isWanted = false }
    }

    /// Waits until the device has ended.
    func waitForEnd() {
        while !state.withLock({ $0.hasEnded }) { news.wait() }
        news.signal()
    }
}
