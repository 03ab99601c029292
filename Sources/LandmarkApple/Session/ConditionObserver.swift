#if canImport(Darwin)
import Foundation

/// Reports changes of the device's condition as long as it lives.
final class ConditionObserver: Sendable {
    private let tokens: SendableTokens

    /// Creates an observer; `body` is called on any thread.
    init(_ body: @escaping @Sendable () -> Void) {
        // The system reports changes of the thermal state only after it has been read once.
        _ = DeviceCondition.current()
        tokens = SendableTokens(
            [
                ProcessInfo.thermalStateDidChangeNotification,
                Notification.Name.NSProcessInfoPowerStateDidChange,
            ].map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    _ in body()
                }
            })
    }
}

/// Observers of notifications, removed with their owner.
final class SendableTokens: Sendable {
    // SAFETY: the tokens are only passed back to the center, which any thread may call.
    private nonisolated(unsafe) let tokens: [any NSObjectProtocol]

    init(_ tokens: [any NSObjectProtocol]) { self.tokens = tokens }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
#else
/// Does nothing: this system does not report its condition.
final class ConditionObserver: Sendable {
    init(_ body: @escaping @Sendable () -> Void) {}
}
#endif
