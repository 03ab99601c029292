import LandmarkTasks

// What the compiler cannot see to be safe between threads, in one file.

/// Leads from the results of a live stream back to the task, which it does not keep alive.
// SAFETY: `object` is set once, by the task's initializer and before any frame is taken; after
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

/// A list of lines that is made once: every call for it gives the same objects.
// SAFETY: the array is never changed, its lines are of this library's own class, whose properties
// are constants, and objects are counted atomically.
struct ConnectionList: @unchecked Sendable {
    let connections: [Connection]

    init(_ connections: [LandmarkTasks.Connection]) {
        self.init(connections.map { (UInt($0.start), UInt($0.end)) })
    }

    init(_ pairs: [(UInt, UInt)]) {
        connections = pairs.map { Connection(start: $0.0, end: $0.1) }
    }

    /// The lines of all `lists`, one list after the other.
    init(joining lists: [ConnectionList]) {
        connections = lists.flatMap(\.connections)
    }
}
