import LandmarkCore

/// A page: a single document, which requests only results and recordings.
///
/// Its file is HTML in which some lines stand for other files:
///
/// - `<!-- include parts/bar.html -->` for a part that several pages have,
/// - `<link rel="stylesheet" href="style/base.css">` for a style,
/// - `<!-- words shared live -->` for sets of words, in all languages,
/// - `<script type="module" src="live.js"></script>` for a module with everything that it imports.
struct PageDocument {
    /// The live page.
    static let live = document("live.html")
    /// The page of recorded sessions.
    static let history = document("history.html")

    /// The texts between which the nonce is inserted.
    private let parts: [String]

    private static func document(_ path: String) -> Result<PageDocument, PageError> {
        Result { () throws(PageError) in try PageDocument(path, in: .embedded) }
    }

    /// Puts a document together.
    ///
    /// - Throws: ``PageError``.
    init(_ path: String, in files: PageFiles) throws(PageError) {
        var assembly = PageAssembly(files)
        try assembly.add(path, for: "the server")
        parts = assembly.parts
    }

    /// The document.
    ///
    /// - Parameter nonce: The word by which the browser recognizes our scripts and styles.
    func text(nonce: some StringProtocol) -> String { parts.joined(separator: String(nonce)) }
}

/// A document that is being put together.
private struct PageAssembly {
    private let files: PageFiles
    /// The files that are being included, outermost first.
    private var open: [String] = []
    private(set) var parts = [""]

    init(_ files: PageFiles) { self.files = files }

    mutating func add(_ path: String, for user: String) throws(PageError) {
        if let start = open.firstIndex(of: path) { throw .cycle(paths: Array(open[start...])) }
        let text = try files.text(of: path, for: user)
        open.append(path)
        for (index, line) in text.split(separator: "\n").enumerated() {
            let content = line.trimmed
            if let part = content.between("<!-- include ", " -->") {
                try add(part, for: path)
            } else if let style = content.between("<link rel=\"stylesheet\" href=\"", "\">") {
                try addStyle(style, for: path)
            } else if let sets = content.between("<!-- words ", " -->") {
                try addWords(sets.split(separator: " "), for: path)
            } else if let script = content.between(
                "<script type=\"module\" src=\"", "\"></script>")
            {
                let text = try ModuleJoiner.script(of: script, in: files, for: path)
                addElement("script", "\"use strict\";\n\(text)\n")
            } else if ["<!--", "<script", "<style", "stylesheet"].contains(where: content.hasPart) {
                throw .unsupported(file: path, line: index + 1, text: String(content))
            } else {
                append(line + "\n")
            }
        }
        open.removeLast()
    }

    private mutating func addStyle(_ path: String, for user: String) throws(PageError) {
        let text = try files.text(of: path, for: user)
        guard !text.hasPart("</style") else { throw .endsElement(file: path, text: "</style") }
        addElement("style", text)
    }

    /// Adds words as data, which no policy needs to allow: an array of sets for each language.
    private mutating func addWords(
        _ sets: [Substring], for user: String
    ) throws(PageError) {
        let folder = sets.first.map { "words/\($0)/" } ?? ""
        var languages: [String] = []
        for language in files.paths.compactMap({ $0.between(folder, ".json") }) {
            var texts: [String] = []
            for set in sets {
                let path = "words/\(set)/\(language).json"
                // Line breaks occur only between values.
                texts.append(
                    try files.text(of: path, for: user).lines.map(\.trimmed).joined())
            }
            languages.append("\"\(language)\":[\(texts.joined(separator: ","))]")
        }
        let data = languages.joined(separator: ",\n").split(
            separator: "<", omittingEmptySubsequences: false
        ).joined(separator: "\\u003c")
        append("<script type=\"application/json\" id=\"words\">{\(data)}</script>\n")
    }

    /// Adds an element that needs the nonce.
    private mutating func addElement(_ name: String, _ content: String) {
        append("<\(name) nonce=\"")
        parts.append("\">\(content)</\(name)>\n")
    }

    private mutating func append(_ text: some StringProtocol) { parts[parts.count - 1] += text }
}
