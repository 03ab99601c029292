#if os(iOS)
import Foundation
import UIKit

/// Reports that the interface may have been turned, as long as it lives.
///
/// A half turn changes no view's bounds, so it triggers no layout. Needed only before iOS 17, whose rotation
/// coordinator reports turns itself.
@MainActor
final class HalfTurnObserver {
    /// When to read the interface's orientation, in seconds after the device has turned: the
    /// interface turns a moment later, in an animation of about 0.4 s.
    private nonisolated static let delays = [0.0, 0.2, 0.6]

    private var observation: SendableTokens?

    init(_ changed: @escaping @MainActor () -> Void) {
        if #available(iOS 17, *) { return }
        let device = UIDevice.current
        device.beginGeneratingDeviceOrientationNotifications()
        let token = NotificationCenter.default.addObserver(
            forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
        ) { _ in
            for delay in Self.delays {
                DispatchQueue.main.asyncAfter(deadline: .now() + delay) { changed() }
            }
        }
        observation = SendableTokens([token])
    }

    deinit {
        guard observation != nil else { return }
        // Calls nest; this one balances the one above.
        Task { @MainActor in UIDevice.current.endGeneratingDeviceOrientationNotifications() }
    }
}
#endif
