import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkMotion

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The source of an exercise's definition.
enum ExerciseSource {
    /// An exercise of the library, by its name.
    case shipped(String)
    /// A JSON file.
    case file(String)
    /// JSON in the graph file.
    case text(String)

    /// The options, of which a node sets one.
    static let options = ["exercise", "file", "definition"]
    /// The option with a person's own thresholds.
    static let thresholds = "thresholds_file"
    /// The options that name files.
    static let fileOptions = ["file", thresholds]

    /// Reads the options of a node; nil if it sets none of them.
    ///
    /// - Throws: `TextFormatError` for a value that is not a string,
    ///   `VisionCalculatorError.exclusiveOptions` for several of the options.
    init?(_ options: TextMessage) throws {
        let given = Self.options.filter(options.has)
        guard given.count < 2 else { throw VisionCalculatorError.exclusiveOptions(given) }
        if let name = try options.string("exercise") {
            self = .shipped(name)
        } else if let path = try options.string("file") {
            self = .file(path)
        } else if let text = try options.string("definition") {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// The name in error messages.
    var name: String {
        switch self {
        case .shipped: "exercise"
        case .file(let path): path
        case .text: "definition"
        }
    }

    /// Reads the definition.
    ///
    /// - Throws: `VisionCalculatorError.exerciseFile`, `.exerciseText` or `.exercise`.
    func definition() throws(VisionCalculatorError) -> ExerciseDefinition {
        switch self {
        case .shipped(let name):
            do { return try ExerciseDefinition.named(name) } catch {
                throw .exercise(source: self.name, error)
            }
        case .file(let path): return try Self.decode(file: path)
        case .text(let text): return try Self.decode(Array(text.utf8), from: name)
        }
    }

    /// Reads a file as JSON.
    ///
    /// - Throws: Like `definition()`.
    static func decode<Value: Decodable>(
        file path: String
    ) throws(VisionCalculatorError) -> Value {
        let json: [UInt8]
        do throws(ImagingError) {
            json = try FileStore.read(path)
        } catch {
            throw .exerciseFile(error)
        }
        return try decode(json, from: path)
    }

    private static func decode<Value: Decodable>(
        _ json: [UInt8], from name: String
    ) throws(VisionCalculatorError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json))
        } catch let error as ExerciseError {
            throw .exercise(source: name, error)
        } catch let error as DecodingError {
            let syntax = JSONSyntaxProblem.first(in: json).map { "\($0)" }
            throw .exerciseText(source: name, reason: syntax ?? error.words)
        } catch {
            throw .exerciseText(source: name, reason: "\(error)")
        }
    }
}
