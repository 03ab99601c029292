import LandmarkCommandSupport
import LandmarkCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON file written by people, such as the definition of an exercise, or by a command.
enum JSONFile {
    /// The longest file in bytes.
    private static let limit = 2 << 20

    /// Decodes the file at a path.
    ///
    /// - Throws: `CommandError.unreadable`, or `unreadableDefinition` with the place of the mistake.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from path: String
    ) throws(CommandError) -> Value {
        try decode(type, from: read(path), of: path)
    }

    /// Decodes each line of the file at a path; empty lines do not count.
    ///
    /// - Throws: `CommandError.unreadable`, or `unreadableDefinition` with the place of the mistake,
    ///   also for a file without a line.
    static func decodeLines<Value: Decodable>(
        _ type: Value.Type, from path: String
    ) throws(CommandError) -> [Value] {
        var values: [Value] = []
        let lines = try read(path).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy(isSpace) {
            values.append(
                try decode(type, from: Array(line), of: path, after: index))
        }
        if values.isEmpty {
            throw .unreadableDefinition(file: path, reason: "it is empty: nobody was measured")
        }
        return values
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func read(_ path: String) throws(CommandError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(path, atMost: limit + 1)
        } catch {
            throw .unreadable(file: path, reason: "\(error)")
        }
        guard bytes.count <= limit else {
            throw .unreadableDefinition(file: path, reason: "it is larger than 2 MB")
        }
        return bytes
    }

    /// - Parameter lines: The number of preceding lines, in a file that is read line by line.
    private static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], of path: String, after lines: Int? = nil
    ) throws(CommandError) -> Value {
        let place = lines.map { "line \($0 + 1): " } ?? ""
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch let error as DecodingError {
            // A syntax error already names its line.
            let before = [UInt8](repeating: UInt8(ascii: "\n"), count: lines ?? 0)
            let syntax = JSONSyntaxProblem.first(in: before + bytes).map { "\($0)" }
            throw .unreadableDefinition(file: path, reason: syntax ?? place + error.words)
        } catch {
            // This includes `ExerciseError`.
            throw .unreadableDefinition(file: path, reason: place + "\(error)")
        }
    }
}
