#if canImport(AVFoundation)
import Dispatch

/// A framework object that is used on one serial queue.
final class Confined<Value>: Sendable {
    // SAFETY: the object is used on the queue, which runs one closure at a time. Only objects whose
    // documentation allows another thread are passed out, by `outside(_:)`.
    private nonisolated(unsafe) let value: Value
    private let queue: DispatchQueue

    /// Creates the object; it is not used elsewhere.
    init(on queue: DispatchQueue, _ make: () -> sending Value) {
        value = make()
        self.queue = queue
    }

    /// Runs `body` on the queue and returns immediately.
    func async(_ body: @escaping @Sendable (Value) -> Void) {
        queue.async { body(self.value) }
    }

    /// Passes a part of the object to a thread that may use it, such as a capture session to the
    /// main thread for a preview layer.
    func outside<Part>(_ part: (Value) -> Part) -> Part { part(value) }
}
#endif
