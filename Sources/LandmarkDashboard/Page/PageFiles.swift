import CDashboardPage
import LandmarkCore

/// The files that pages are made from, by path.
struct PageFiles: Sendable {
    /// The files of the folder `dashboard` of `CPages`, which the compiler has embedded.
    static let embedded: PageFiles = {
        var count = 0
        let files = UnsafeBufferPointer(start: lk_page_files(&count), count: count)
        return PageFiles(
            Dictionary(
                files.map { file in
                    let text = UnsafeBufferPointer(start: file.text, count: file.length)
                    return (String(cString: file.path), String(decoding: text, as: UTF8.self))
                }
            ) { first, _ in first })
    }()

    private let texts: [String: String]

    init(_ texts: [String: String]) { self.texts = texts }

    /// All paths, sorted.
    var paths: [String] { texts.keys.sorted() }

    /// Returns the text of a file.
    ///
    /// - Parameter user: The file that refers to it.
    /// - Throws: ``PageError/missing(path:user:)``.
    func text(of path: String, for user: String) throws(PageError) -> String {
        guard let text = texts[path] else { throw .missing(path: path, user: user) }
        return text
    }
}

/// Why a page cannot be put together.
enum PageError: LandmarkError, Hashable {
    /// A file refers to one that does not exist.
    case missing(path: String, user: String)
    /// Files include or import each other.
    case cycle(paths: [String])
    /// A line that joining does not support.
    case unsupported(file: String, line: Int, text: String)
    /// A module imports a name that the other module does not export.
    case notExported(name: String, by: String, user: String)
    /// Two modules declare the same name, which would collide.
    case declaredTwice(name: String, files: [String])
    /// A text that would end the element in which it is placed.
    case endsElement(file: String, text: String)

    var description: String {
        switch self {
        case .missing(let path, let user): "\(user) refers to \(path), which does not exist"
        case .cycle(let paths): "these files need each other: \(paths.joined(separator: ", "))"
        case .unsupported(let file, let line, let text):
            "\(file), line \(line), cannot be joined: \(text)"
        case .notExported(let name, let other, let user):
            "\(user) imports \(name), which \(other) does not export"
        case .declaredTwice(let name, let files):
            "\(name) is declared in \(files.joined(separator: " and in "))"
        case .endsElement(let file, let text): "\(file) contains \(text)"
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without the spaces around it.
    var trimmed: Substring {
        let start = drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return start.prefix(0) }
        return start[...last]
    }

    /// The part between two texts; nil unless it begins and ends with them.
    func between(_ start: String, _ end: String) -> String? {
        guard hasPrefix(start), hasSuffix(end), count >= start.count + end.count else { return nil }
        return String(dropFirst(start.count).dropLast(end.count))
    }

    /// The lines.
    var lines: [SubSequence] { split(separator: "\n", omittingEmptySubsequences: false) }
}
