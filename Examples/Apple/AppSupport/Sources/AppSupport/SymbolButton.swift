public import SwiftUI

/// A button with a symbol of the system, large enough for a finger, and a label for VoiceOver.
public struct SymbolButton: View {
    private let symbol: String
    private let label: String
    private let action: () -> Void

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - symbol: The name of the symbol.
    ///   - label: What the button does, in the user's language.
    ///   - action: Called when the button is tapped.
    public init(_ symbol: String, label: String, action: @escaping () -> Void) {
        self.symbol = symbol
        self.label = label
        self.action = action
    }

    /// The symbol in a square of at least 44 points.
    public var body: some View {
        Button(action: action) {
            Image(systemName: symbol).frame(minWidth: 44, minHeight: 44)
        }
        .accessibilityLabel(Text(label))
    }
}
