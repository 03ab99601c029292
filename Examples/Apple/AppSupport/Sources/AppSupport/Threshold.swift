public import SwiftUI

/// A slider for a confidence, 0…1.
public struct Threshold: View {
    private let title: String
    private let value: Binding<Double>

    /// Creates a slider with its title in the user's language.
    public init(_ title: String, value: Binding<Double>) {
        self.title = title
        self.value = value
    }

    /// The title with the value, and the slider.
    public var body: some View {
        HStack {
            Text("\(title) \(number)" as String).accessibilityHidden(true)
            Slider(value: value, in: 0...1)
                .accessibilityLabel(Text(title))
                .accessibilityValue(Text(number))
        }
    }

    private var number: String { String(format: "%.2f", locale: .current, value.wrappedValue) }
}
