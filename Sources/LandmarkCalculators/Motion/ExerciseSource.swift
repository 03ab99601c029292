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
        case .file(let path):
            do { return try decode(FileStore.read(path)) } catch let error as ImagingError {
                throw .exerciseFile(error)
            } catch {
                throw fault(error)
            }
        case .text(let text):
            do { return try decode(Array(text.utf8)) } catch { throw fault(error) }
        }
    }

    private func decode(_ json: [UInt8]) throws -> ExerciseDefinition {
        do {
            return try JSONDecoder().decode(ExerciseDefinition.self, from: Data(json))
        } catch DecodingError.dataCorrupted {
            let problem = JSONSyntaxProblem.first(in: json)
            throw VisionCalculatorError.exerciseText(
                source: name, reason: problem.map { "\($0)" } ?? "it is not valid JSON")
        }
    }

    private func fault(_ error: any Error) -> VisionCalculatorError {
        if let error = error as? ExerciseError { return .exercise(source: name, error) }
        return error as? VisionCalculatorError ?? .exerciseText(source: name, reason: "\(error)")
    }
}
