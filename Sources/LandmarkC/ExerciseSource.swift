import LandmarkMotion

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ExerciseDefinition {
    /// The built-in exercise with a name, or the one that a JSON object defines.
    ///
    /// - Throws: `ExerciseError`, or `InterfaceError.notJSON`.
    init(nameOrJSON text: String) throws {
        guard text.drop(while: \.isWhitespace).first == "{" else {
            self = try .named(text)
            return
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch let error as ExerciseError {
            throw error
        } catch {
            throw InterfaceError.notJSON("exercise", reason: "\(error)")
        }
    }
}
