import Foundation
import LandmarkTestSupport

/// A temporary folder, removed when this object is released.
final class Scratch {
    private let temporary: TemporaryFolder
    let folder: String

    init() throws {
        temporary = try TemporaryFolder()
        folder = temporary.url.path
    }

    /// The path of `name` in the folder.
    func path(_ name: String) -> String { folder + "/" + name }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Copies a file into the folder under `name` and returns its path.
    func copy(_ source: String, as name: String) throws -> String {
        try FileManager.default.copyItem(atPath: source, toPath: path(name))
        return path(name)
    }

    /// The text of a file; empty if there is no file.
    func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path(name)) ?? Data(), as: UTF8.self)
    }

    /// All names in the folder, including hidden ones, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}

/// Files of the repository.
enum Repository {
    /// The text of a file of the package.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: Fixtures.packageRoot + "/" + name, encoding: .utf8)
    }

    /// An image among the imaging tests' fixtures.
    static func image(_ name: String) -> String {
        Fixtures.packageRoot + "/Tests/LandmarkImageFilesTests/Fixtures/images/" + name
    }
}
