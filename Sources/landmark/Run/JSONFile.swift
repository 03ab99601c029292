import LandmarkCommandSupport
import LandmarkCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON file that people write, such as the definition of an exercise.
enum JSONFile {
    /// The longest file in bytes.
    private static let limit = 2 << 20

    /// Decodes the file at a path.
    ///
    /// - Throws: `CommandError.unreadable`, or `unreadableDefinition` with the place of the mistake.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from path: String
    ) throws(CommandError) -> Value {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(path, atMost: limit + 1)
        } catch {
            throw .unreadable(file: path, reason: "\(error)")
        }
        guard bytes.count <= limit else {
            throw .unreadableDefinition(file: path, reason: "it is larger than 2 MB")
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw .unreadableDefinition(file: path, reason: error.words(in: bytes))
        } catch {
            // `ExerciseError` among them.
            throw .unreadableDefinition(file: path, reason: "\(error)")
        }
    }
}
