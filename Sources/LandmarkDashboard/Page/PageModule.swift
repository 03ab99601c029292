import LandmarkCore

/// An ECMAScript module, as far as joining needs to understand it.
///
/// Only the syntax of formatted modules is understood, line by line: imports of names, and exports at
/// declarations. Anything that would need a parser is refused.
struct PageModule {
    struct Import {
        let names: [String]
        /// The path of the other module in the folder.
        let path: String
    }

    let imports: [Import]
    /// The names that it declares outside functions and classes.
    let declared: [String]
    let exported: Set<String>
    /// Its script, without imports, exports, comments and empty lines.
    let script: String

    /// Reads a module.
    ///
    /// - Parameters:
    ///   - text: Its text.
    ///   - path: Its path in the folder.
    /// - Throws: ``PageError/unsupported(file:line:text:)`` or
    ///   ``PageError/endsElement(file:text:)``.
    init(_ text: String, at path: String) throws(PageError) {
        for end in ["</script", "<!--"] where text.hasPart(end) {
            throw .endsElement(file: path, text: end)
        }
        var reader = ModuleReader(path)
        for line in text.lines { try reader.read(line) }
        try reader.finish()
        imports = reader.imports
        declared = reader.declared
        exported = reader.exported
        script = reader.kept.joined(separator: "\n")
    }
}

/// Reads a module line by line.
private struct ModuleReader {
    private static let declarations = ["const ", "let ", "function ", "async function ", "class "]
    private static let export = "export "

    private let path: String
    private var number = 0
    /// An import that has not ended yet.
    private var open: String?
    private var isInComment = false
    private(set) var imports: [PageModule.Import] = []
    private(set) var declared: [String] = []
    private(set) var exported: Set<String> = []
    private(set) var kept: [Substring] = []

    init(_ path: String) { self.path = path }

    mutating func read(_ line: Substring) throws(PageError) {
        number += 1
        let content = line.trimmed
        if isInComment {
            isInComment = !content.hasSuffix("*/")
            // Code behind a comment would be lost with it.
            if isInComment, content.hasPart("*/") { throw unsupported(line) }
        } else if let start = open {
            try readImport(start + " " + content)
        } else if content.isEmpty || content.hasPrefix("//") {
            return
        } else if content.hasPrefix("/*"), !content.dropLast(2).hasPart("*/") {
            isInComment = !content.hasSuffix("*/")
        } else if line.hasPrefix("import ") {
            try readImport(String(line))
        } else {
            try keep(line)
        }
    }

    func finish() throws(PageError) {
        if let open { throw unsupported(open) }
    }

    private mutating func readImport(_ statement: String) throws(PageError) {
        open = statement.hasSuffix(";") ? nil : statement
        guard open == nil else { return }
        guard let body = statement.between("import {", "\";"),
            let end = body.firstIndex(of: "}"),
            let path = body[end...].between("} from \"", "")
        else { throw unsupported(statement) }
        let names = body[..<end].split(separator: ",").map { String($0.trimmed) }
            .filter { !$0.isEmpty }
        guard !names.isEmpty, names.allSatisfy({ Self.name(in: $0) == $0 }),
            let target = target(of: path)
        else { throw unsupported(statement) }
        imports.append(PageModule.Import(names: names, path: target))
    }

    /// The path in the folder for a path relative to the module; nil for any other path.
    private func target(of relative: String) -> String? {
        guard relative.hasPrefix("./") || relative.hasPrefix("../") else { return nil }
        var parts = path.split(separator: "/").dropLast()
        for part in relative.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }

    private mutating func keep(_ line: Substring) throws(PageError) {
        // Inside a template, other lines would be text.
        guard line.utf8.reduce(0, { $0 + ($1 == UInt8(ascii: "`") ? 1 : 0) }) % 2 == 0 else {
            throw unsupported(line)
        }
        let isExported = line.hasPrefix(Self.export)
        let statement = isExported ? line.dropFirst(Self.export.count) : line
        if let start = Self.declarations.first(where: { statement.hasPrefix($0) }) {
            let name = Self.name(in: statement.dropFirst(start.count))
            guard !name.isEmpty else { throw unsupported(line) }
            declared.append(name)
            if isExported { exported.insert(name) }
        } else if isExported {
            throw unsupported(line)
        }
        kept.append(statement)
    }

    /// The name with which a text begins; empty if none.
    private static func name(in text: some StringProtocol) -> String {
        String(text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == "$" })
    }

    private func unsupported(_ text: some StringProtocol) -> PageError {
        .unsupported(file: path, line: number, text: String(text))
    }
}
