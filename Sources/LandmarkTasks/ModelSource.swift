#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The source of a task's model bundle (`.task`).
public enum ModelSource: Sendable, Hashable {
    /// The path of a file, which is mapped into memory while the task lives.
    case file(String)
    /// The bytes of a bundle, and the name that error messages use for it.
    case bytes([UInt8], name: String)
    /// A URL that is not a file URL. Reading it throws `TaskError.notAFileURL`.
    case unsupportedURL(String)

    /// The file at a file URL, such as `Bundle.main.url(forResource:withExtension:)` returns.
    ///
    /// Any other URL is reported as `TaskError.notAFileURL` when the model is read: models are not
    /// downloaded.
    public static func file(_ url: URL) -> ModelSource {
        url.isFileURL ? .file(url.path) : .unsupportedURL(url.absoluteString)
    }

    /// The path, the name or the URL.
    public var name: String {
        switch self {
        case .file(let path): path
        case .bytes(_, let name): name
        case .unsupportedURL(let url): url
        }
    }
}
