public import SwiftUI

extension View {
    /// Puts text on a dark panel over the camera. It grows with the user's text size up to one at which
    /// the camera is still seen.
    public func panel() -> some View {
        padding(12)
            .background(Color.black.opacity(0.6))
            .foregroundColor(.white)
            .cornerRadius(12)
            .dynamicTypeSize(...DynamicTypeSize.accessibility2)
    }
}
