import Dispatch
import LandmarkImaging

/// Takes frames from a source on a queue of its own, so that waiting for one blocks no task.
final class FramePuller: Sendable {
    private let source: any FrameSource
    private let queue = DispatchQueue(label: "LandmarkCapture.frames")

    init(_ source: any FrameSource) { self.source = source }

    /// The next frame; nil at the end, or as soon as the task is cancelled.
    func next(isolation: isolated (any Actor)?) async throws(CaptureError) -> Frame? {
        let pending = PendingFrame()
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard pending.wait(continuation) else { return }
                queue.async { [source] in
                    pending.answer(
                        Result { () throws(CaptureError) in try source.next() })
                }
            }
        } onCancel: {
            pending.answer(.success(nil))
        }
        return try answer.get()
    }
}
