/// How the run that a report describes ended.
package enum RunEnding: Sendable {
    /// The input ended.
    case complete
    /// The run was interrupted.
    case interrupted
    /// The input could not be read further.
    case inputFailed
    /// An output could not be written.
    case outputFailed

    /// The warning at the top of the report, or nil if none is needed.
    var warning: String? {
        switch self {
        case .complete: nil
        case .interrupted: "interrupted: the report so far"
        case .inputFailed: "ended early because of an error: the report so far"
        case .outputFailed: "ended early because of an output error: the report so far"
        }
    }
}

extension String {
    /// The text with control characters replaced, shortened in the middle to `limit` characters.
    func shortened(to limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            scalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        let text = String(scalars)
        guard text.count > limit else { return text }
        let half = (limit - 1) / 2
        return "\(text.prefix(half))…\(text.suffix(half))"
    }
}
