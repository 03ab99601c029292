#if os(iOS) || os(macOS)
import AVFoundation
import Foundation

/// Reports a capture session's interruptions and errors as long as it lives.
final class SessionObserver {
    private let tokens: SendableTokens

    /// `AVError.Code.mediaServicesWereReset`, which only some systems declare.
    private static let mediaServicesWereReset = -11819

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - onReset: Called when the system's media services have restarted.
    ///   - handler: Receives everything else.
    init(
        _ session: AVCaptureSession, onReset: (@Sendable () -> Void)?,
        handler: @escaping @Sendable (CameraEvent) -> Void
    ) {
        let center = NotificationCenter.default
        var tokens = [
            center.addObserver(
                forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
            ) { notification in
                let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError
                if let onReset, error?.code == Self.mediaServicesWereReset { return onReset() }
                handler(
                    .failed(
                        .stopped(
                            code: error?.code ?? 0,
                            reason: error?.localizedDescription ?? "unknown error")))
            }
        ]
        #if os(iOS)
        tokens += [
            center.addObserver(
                forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: nil
            ) { notification in
                let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey]
                handler(.interrupted(SessionInterruption(captureReason: reason as? Int)))
            },
            center.addObserver(
                forName: AVCaptureSession.interruptionEndedNotification, object: session,
                queue: nil
            ) { _ in handler(.resumed) },
        ]
        #endif
        self.tokens = SendableTokens(tokens)
    }
}
#endif
