import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The JSON of an exercise definition as people write it: first its description, then its parts.
enum DefinitionText {
    /// The keys in their order; all others follow, sorted by name.
    private static let order = [
        "name", "title", "summary", "test", "sides", "id", "say", "phase", "view",
        "isOnFloor", "signal", "decreasing", "thresholds", "top", "bottom", "minRange", "range",
        "hysteresis", "requires", "minRep", "maxRep",
        "minHold", "lostAfter", "counts", "target", "faults", "measure",
        "above", "below", "for",
    ]
    private static let lineLength = 120

    /// The text, with a line feed at its end.
    ///
    /// - Throws: The errors of encoder and decoder, which definitions do not cause.
    static func text(of definition: ExerciseDefinition) throws -> String {
        let bytes = try JSONEncoder().encode(definition)
        return text(of: try JSONDecoder().decode(JSONTree.self, from: bytes), indent: "") + "\n"
    }

    /// A value on one line if it fits and is not an object that contains objects.
    private static func text(of value: JSONTree, indent: String) -> String {
        let inner = indent + "  "
        let (open, close, parts): (String, String, [String])
        switch value {
        case .object(let members):
            let keys = members.keys.sorted { rank($0) < rank($1) }
            (open, close) = ("{", "}")
            parts = keys.compactMap { key in
                members[key].map { "\(quoted(key)): \(text(of: $0, indent: inner))" }
            }
        case .array(let elements):
            (open, close) = ("[", "]")
            parts = elements.map { text(of: $0, indent: inner) }
        case .string(let text): return quoted(text)
        case .number(let number):
            return Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .flag(let flag): return "\(flag)"
        case .null: return "null"
        }
        let line = "\(open)\(parts.joined(separator: ", "))\(close)"
        let isShort = indent.count + line.count <= lineLength && !line.contains("\n")
        if isShort, !indent.isEmpty { return line }
        return "\(open)\n\(inner)\(parts.joined(separator: ",\n\(inner)"))\n\(indent)\(close)"
    }

    private static func rank(_ key: String) -> (Int, String) {
        (order.firstIndex(of: key) ?? order.count, key)
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONText()
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
