import LandmarkCore

/// Why a history cannot be opened, read or written.
package enum HistoryError: LandmarkError, Equatable {
    /// SQLite or zlib is not installed.
    case libraryMissing(reason: String)
    /// The file cannot be opened or created.
    case cannotOpen(file: String, reason: String)
    /// The file is another program's database, or not a database.
    case notAHistory(file: String)
    /// The file was written by a later version of the program.
    case newer(file: String, version: Int, supported: Int)
    /// The file was written by an earlier version that is no longer supported.
    case older(file: String, version: Int, supported: Int)
    /// The file's contents contradict each other.
    case damaged(file: String, reason: String)
    /// Another program has locked the file for longer than the timeout.
    case locked(file: String)
    /// The disk is full.
    case full(file: String)
    /// Any other error that SQLite reports.
    case failed(file: String, reason: String)
    /// No session has this number.
    case noSession(Int, file: String)

    package var description: String {
        switch self {
        case .libraryMissing(let reason): "a library required for recording is missing: \(reason)"
        case .cannotOpen(let file, let reason): "cannot open “\(file)”: \(reason)"
        case .notAHistory(let file): "“\(file)” is not a recording of this program"
        case .newer(let file, let version, let supported):
            "“\(file)” has version \(version), but this program reads only up to \(supported)"
        case .older(let file, let version, let supported):
            "“\(file)” has version \(version), but this program only reads \(supported):"
                + " record it again"
        case .damaged(let file, let reason): "“\(file)” is damaged: \(reason)"
        case .locked(let file): "“\(file)” is locked by another program"
        case .full(let file): "no space is left for “\(file)”"
        case .failed(let file, let reason): "“\(file)”: \(reason)"
        case .noSession(let id, let file): "“\(file)” has no session \(id)"
        }
    }

    /// Whether the same operation may succeed later.
    var isPassing: Bool {
        switch self {
        case .locked, .full, .failed: true
        default: false
        }
    }
}
