import DriverMonitoring
import LandmarkCore
import LandmarkMotion

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ExerciseDefinition {
    /// The built-in exercise with a name, or the exercise defined by a JSON object.
    ///
    /// - Throws: `ExerciseError`, or `InterfaceError.invalidJSON`.
    init(nameOrJSON text: String) throws {
        guard text.drop(while: \.isWhitespace).first == "{" else {
            self = try .named(text)
            return
        }
        self = try decoded(text, "exercise")
    }
}

extension PatientThresholds {
    /// The thresholds in a JSON object.
    ///
    /// - Throws: `ExerciseError`, or `InterfaceError.invalidJSON`.
    init(json text: String) throws { self = try decoded(text, "thresholds") }
}

extension DriverOptions {
    /// The rules in a JSON object.
    ///
    /// - Throws: `InterfaceError.invalidJSON`.
    init(json text: String) throws { self = try decoded(text, "rules") }
}

/// Decodes the JSON of an argument.
///
/// - Throws: `ExerciseError`, or `InterfaceError.invalidJSON`.
private func decoded<Value: Decodable>(_ text: String, _ argument: String) throws -> Value {
    do {
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch let error as DecodingError {
        throw InterfaceError.invalidJSON(argument, reason: error.words(in: Array(text.utf8)))
    }
}
