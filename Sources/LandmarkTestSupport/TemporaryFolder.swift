package import Foundation

/// A temporary folder, removed on deinitialization, or when the process ends by `exit`.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = Self.all.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Holds all temporary folders of this process. Some are never deinitialized: those in global values, and
    /// those of tests of exit codes.
    private static let all: URL = {
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.all) }
        return FileManager.default.temporaryDirectory.appendingPathComponent("landmark-\(UUID())")
    }()

    deinit { try? FileManager.default.removeItem(at: url) }

    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
    }

    package func put(_ bytes: [UInt8], as name: String) throws -> String {
        try Data(bytes).write(to: url.appendingPathComponent(name))
        return path(name)
    }

    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
    }
}

/// Makes writes beyond `bytes` in any file fail, like a full disk, instead of ending the process.
package func limitFileSize(to bytes: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if os(Linux)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}
