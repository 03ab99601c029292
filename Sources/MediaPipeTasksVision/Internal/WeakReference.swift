import LandmarkTasks

/// Leads from the results of a live stream back to the task, which it does not keep alive.
// SAFETY: `object` is set once, by the task's initialiser and before any frame is taken; after
// that it is only read, and weak references may be read from any thread.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
    weak var object: Object?

    /// What hands results to `deliver` as long as the task lives; nil outside live streams.
    func handler<Output>(
        in mode: LandmarkTasks.RunningMode,
        _ deliver: @escaping @Sendable (Object, FrameResult<Output>) -> Void
    ) -> (@Sendable (FrameResult<Output>) -> Void)? {
        guard mode == .liveStream else { return nil }
        return { result in
            if let object = self.object { deliver(object, result) }
        }
    }
}
