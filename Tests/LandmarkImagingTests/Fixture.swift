import Foundation

/// Access to the files that tests read.
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

    /// Returns the path of an image in the shared folder; nil, with a note, when it is missing.
    static func asset(_ name: String) -> String? {
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(path: "../shared/assets/\(name)").path
        if FileManager.default.fileExists(atPath: path) { return path }
        print("SKIPPED: ../shared/assets/\(name) is not here")
        return nil
    }
}

/// A temporary folder, removed on deinitialization.
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

func symlinkTo(_ target: String, at path: String) -> Bool { symlink(target, path) == 0 }

func setSize(of path: String, to bytes: Int) -> Bool { truncate(path, off_t(bytes)) == 0 }

func setMode(of path: String, to mode: UInt32) -> Bool { chmod(path, mode_t(mode)) == 0 }

var isSuperuser: Bool { geteuid() == 0 }

/// Makes writes beyond `bytes` in any file fail, like a full disk, instead of ending the process.
func limitFileSize(to bytes: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if os(Linux)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}

enum Code {
    static let nameTooLong = ENAMETOOLONG
    static let noSpace = ENOSPC
    static let fileTooLarge = EFBIG
}
