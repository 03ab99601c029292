/// Leads from a task's callbacks back to the task, which it does not keep alive.
// SAFETY: `object` is set once, by the task's initialiser and before any frame is taken; after
// that it is only read, and weak references may be read from any thread.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
    weak var object: Object?
}
