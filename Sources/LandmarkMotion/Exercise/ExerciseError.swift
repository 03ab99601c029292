public import LandmarkCore

/// A mistake in an exercise definition.
///
/// `path` is its location in the JSON form, such as `faults[2].measure`; empty for the whole
/// definition.
public enum ExerciseError: LandmarkError, Hashable {
    /// A key that has no meaning there.
    case unknownKey(path: String, key: String, nearest: String?)
    /// A key that must be there.
    case missingKey(path: String, key: String)
    /// Keys that exclude each other.
    case conflictingKeys(path: String, keys: [String])
    /// A key that this exercise does not have, and why.
    case notApplicable(path: String, key: String, reason: String)
    /// A value of another type.
    case wrongType(path: String, expected: String)
    /// A name that is not one of a fixed set.
    case unknownValue(path: String, value: String, allowed: [String])
    /// A measure that does not exist.
    case unknownMeasure(path: String, name: String, nearest: String?)
    /// A measure of the counter's side, in an exercise without a counter for each side.
    case sideNotAllowed(path: String)
    /// An exercise with a counter for each side whose signal is the same for both.
    case sideNeeded(path: String)
    /// A fault of symmetry, where the signal does not combine both sides of the body.
    case noSymmetry(path: String)
    /// A number that is infinite or not a number.
    case notFinite(path: String)
    /// A number outside its range.
    case outOfRange(path: String, value: Double, allowed: ClosedRange<Double>)
    /// The bottom is not above the top, or not below it in a decreasing signal.
    case thresholdOrder(path: String, top: Double, bottom: Double, isDecreasing: Bool)
    /// A range whose ends are in the wrong order, or both open.
    case invalidRange(path: String, lower: Double?, upper: Double?)
    /// A fault or condition without a limit.
    case noLimit(path: String)
    /// A list without elements.
    case emptyList(path: String)
    /// A list with the wrong number of elements.
    case wrongCount(path: String, count: Int, expected: Int)
    /// A list with too many elements; the rest was not read.
    case tooMany(path: String, limit: Int)
    /// Expressions nested too deeply.
    case tooDeep(path: String, limit: Int)
    /// A text that is too long.
    case textTooLong(path: String, count: Int, limit: Int)
    /// A name that is not a valid file name.
    case invalidName(path: String, name: String)
    /// Two faults with the same id.
    case duplicateFault(path: String, id: String)
    /// A fault in a phase that the exercise does not have, or in which its quantity is not known.
    case wrongPhase(path: String, phase: String, allowed: [String])
    /// The decoder could not read the value.
    case notDecodable(path: String, reason: String)
    /// No shipped exercise has the name.
    case unknownExercise(name: String, nearest: String?)

    /// One sentence with the path and the values involved.
    public var description: String {
        switch self {
        case .unknownKey(let path, let key, let nearest):
            "unknown key \(at(path, key))" + hint(nearest)
        case .missingKey(let path, let key): "missing key \(at(path, key))"
        case .conflictingKeys(let path, let keys):
            "\(place(path))has \(keys.joined(separator: " and ")), which exclude each other"
        case .notApplicable(let path, let key, let reason):
            "\(at(path, key)) does not apply: \(reason)"
        case .wrongType(let path, let expected): "\(place(path))must be \(expected)"
        case .unknownValue(let path, let value, let allowed):
            "\(place(path))is \"\(clipped(value))\"; expected " + allowed.joined(separator: ", ")
        case .unknownMeasure(let path, let name, let nearest):
            "\(place(path))names an unknown measure \"\(clipped(name))\"" + hint(nearest)
        case .sideNotAllowed(let path):
            "\(place(path))refers to a counter's side; the exercise needs \"sides\": \"each\""
        case .sideNeeded(let path):
            "\(place(path))is the same for both sides; an exercise with \"sides\": \"each\""
                + " needs a measure named \"….side\""
        case .noSymmetry(let path):
            "\(place(path))asks for symmetry, which needs a signal of both sides, such as their mean"
        case .notFinite(let path): "\(place(path))is not a finite number"
        case .outOfRange(let path, let value, let allowed):
            "\(place(path))is \(value); expected \(allowed.lowerBound) to \(allowed.upperBound)"
        case .thresholdOrder(let path, let top, let bottom, let isDecreasing):
            "\(place(path))has top \(top) and bottom \(bottom); a"
                + (isDecreasing ? " decreasing" : "n increasing") + " signal needs top "
                + (isDecreasing ? "above" : "below") + " bottom"
        case .invalidRange(let path, let lower, let upper):
            "\(place(path))is not a range: \(text(lower)) to \(text(upper))"
        case .noLimit(let path): "\(place(path))needs \"above\" or \"below\""
        case .emptyList(let path): "\(place(path))is an empty list"
        case .wrongCount(let path, let count, let expected):
            "\(place(path))has \(count) elements; expected \(expected)"
        case .tooMany(let path, let limit): "\(place(path))has more than \(limit) elements"
        case .tooDeep(let path, let limit): "\(place(path))is nested more than \(limit) levels deep"
        case .textTooLong(let path, let count, let limit):
            "\(place(path))has \(count) bytes; at most \(limit) are allowed"
        case .invalidName(let path, let name):
            "\(place(path))is \"\(clipped(name))\"; expected 1 to 64 ASCII letters, digits, \"-\""
                + " and \"_\", with a letter or digit first"
        case .duplicateFault(let path, let id): "\(place(path))repeats the id \"\(clipped(id))\""
        case .wrongPhase(let path, let phase, let allowed):
            "\(place(path))is \"\(phase)\"; expected " + allowed.joined(separator: ", ")
        case .notDecodable(let path, let reason): "\(place(path))cannot be read: \(reason)"
        case .unknownExercise(let name, let nearest):
            "unknown exercise \"\(clipped(name))\"" + hint(nearest)
        }
    }

    private func at(_ path: String, _ key: String) -> String {
        "\"\(clipped(path.isEmpty ? key : path + "." + key))\""
    }

    private func place(_ path: String) -> String {
        path.isEmpty ? "the definition " : "\"\(clipped(path))\" "
    }

    private func hint(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private func text(_ end: Double?) -> String { end.map { "\($0)" } ?? "open" }

    /// External text, shortened for a message.
    private func clipped(_ text: String) -> String {
        let short = text.unicodeScalars.count <= 80 ? text : String(text.prefix(77)) + "…"
        // A terminal obeys control characters.
        return String(
            String.UnicodeScalarView(
                short.unicodeScalars.map {
                    $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
                }))
    }
}

extension ExerciseError {
    /// The error with another path, for mistakes in numbers.
    func moved(_ place: (String) -> String) -> ExerciseError {
        switch self {
        case .conflictingKeys(let path, let keys): .conflictingKeys(path: place(path), keys: keys)
        case .notFinite(let path): .notFinite(path: place(path))
        case .outOfRange(let path, let value, let allowed):
            .outOfRange(path: place(path), value: value, allowed: allowed)
        case .thresholdOrder(let path, let top, let bottom, let isDecreasing):
            .thresholdOrder(
                path: place(path), top: top, bottom: bottom, isDecreasing: isDecreasing)
        case .invalidRange(let path, let lower, let upper):
            .invalidRange(path: place(path), lower: lower, upper: upper)
        case .noLimit(let path): .noLimit(path: place(path))
        default: self
        }
    }
}
