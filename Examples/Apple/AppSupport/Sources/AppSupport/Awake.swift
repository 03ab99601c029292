public import SwiftUI
import UIKit

extension View {
    /// Keeps the device from locking while `isNeeded` is true and the view is shown, as for someone who
    /// exercises in front of it.
    public func keepsDeviceAwake(_ isNeeded: Bool) -> some View {
        modifier(Awake(isNeeded: isNeeded))
    }
}

private struct Awake: ViewModifier {
    let isNeeded: Bool
    @State private var isHeld = false

    func body(content: Content) -> some View {
        content
            .onAppear { hold(isNeeded) }
            .onChange(of: isNeeded) { hold($0) }
            .onDisappear { hold(false) }
    }

    private func hold(_ isNeeded: Bool) {
        guard isNeeded != isHeld else { return }
        isHeld = isNeeded
        IdleTimer.holders += isNeeded ? 1 : -1
    }
}

/// The device's idle timer, which belongs to the whole app.
@MainActor
private enum IdleTimer {
    /// How many views need the device to stay awake.
    static var holders = 0 {
        didSet { UIApplication.shared.isIdleTimerDisabled = holders > 0 }
    }
}
