import LandmarkCore

/// What a report says of a run beside what was seen.
struct ReportFacts: Sendable {
    /// What people call the input.
    let input: String
    /// The images' size; nil without an image.
    var size: PixelSize?
    /// The vehicle's speed in km/h as it was given.
    let speed: Double?
    /// Whether all events are in a file of their own.
    let hasEvents: Bool
    var ending = ReportEnding.complete

    /// The input's name without what cannot be shown, and no longer than `limit`.
    func name(atMost limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in input.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            scalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        let text = String(scalars)
        guard text.count > limit else { return text }
        let half = (limit - 1) / 2
        return "\(text.prefix(half))…\(text.suffix(half))"
    }
}
