import Foundation

/// Files that the tests read, and a place for those that they write.
enum Fixture {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

    static func path(_ name: String) -> String {
        tests.appending(path: "Fixtures/\(name)").path
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    static func lines(_ name: String) throws -> [[String]] {
        try String(contentsOfFile: path(name), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").map(String.init) }
    }

    /// An image of the shared folder, or nil, with a note, where that folder is not.
    static func asset(_ name: String) -> String? {
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(path: "../shared/assets/\(name)").path
        if FileManager.default.fileExists(atPath: path) { return path }
        print("SKIPPED: ../shared/assets/\(name) is not here")
        return nil
    }
}

/// A folder that is gone when its last user is.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "imaging-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }

    func put(_ bytes: [UInt8], as name: String) throws -> String {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }
}
