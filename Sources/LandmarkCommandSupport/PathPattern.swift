import LandmarkCore

/// A pattern of paths that the program expands itself, for shells that do not: `clips/**/*.mp4`.
///
/// `*` stands for any characters of a name, `?` for one, `[a-z]` and `[!a-z]` for one of a set, and
/// `**` alone between slashes for folders at any depth, or none. Names that begin with a dot match
/// only a pattern that begins with one.
struct PathPattern {
    private let isAbsolute: Bool
    private let components: [NamePattern]
    /// Whether folders match, too, as in a shell; below `**` they would appear twice.
    private let matchesFolders: Bool

    /// nil for text without `*`, `?` and `[`.
    init?(_ text: String) {
        guard text.utf8.contains(where: { "*?[".utf8.contains($0) }) else { return nil }
        isAbsolute = text.utf8.first == UInt8(ascii: "/")
        components = text.unicodeScalars.split(separator: "/").map { NamePattern(Array($0)) }
        matchesFolders = !components.contains { $0.isAnyDepth }
    }

    /// The matching paths, in byte order; empty if nothing matches.
    func matches() -> [String] {
        var found: [String] = []
        var visited: Set<FileIdentity> = []
        expand(isAbsolute ? "/" : "", components[...], &visited, &found)
        return found.sorted { Path.encode($0).lexicographicallyPrecedes(Path.encode($1)) }
    }

    /// Adds the paths that match `rest` below `folder`.
    private func expand(
        _ folder: String, _ rest: ArraySlice<NamePattern>, _ visited: inout Set<FileIdentity>,
        _ found: inout [String]
    ) {
        guard let pattern = rest.first else { return }
        let next = rest.dropFirst()
        if pattern.isAnyDepth {
            // A link may lead back up.
            guard let identity = FileSystem.identity(of: folder.isEmpty ? "." : folder),
                visited.insert(identity).inserted
            else { return }
            expand(folder, next.isEmpty ? [.any] : next, &visited, &found)
            for name in names(in: folder)
            where name.utf8.first != UInt8(ascii: ".") && FileSystem.isFolder(path(folder, name)) {
                expand(path(folder, name), rest, &visited, &found)
            }
            return
        }
        // A literal name may begin with a dot, or be one.
        let names = pattern.literal.map { [$0] } ?? names(in: folder).filter(pattern.matches)
        for name in names {
            let path = path(folder, name)
            guard let status = try? FileSystem.status(of: path) else { continue }
            if next.isEmpty {
                if matchesFolders || status.kind != .folder { found.append(path) }
            } else if status.kind == .folder {
                expand(path, next, &visited, &found)
            }
        }
    }

    private func path(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : Path.join(folder, name)
    }

    private func names(in folder: String) -> [String] {
        (try? FileSystem.names(in: folder.isEmpty ? "." : folder, hidden: true)) ?? []
    }
}

/// A pattern for one name.
private struct NamePattern {
    private enum Element {
        case one(Unicode.Scalar)
        case anyOne
        case anyCount
        case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    static let any = NamePattern(["*"])

    private let elements: [Element]
    /// Whether it is `**`.
    let isAnyDepth: Bool
    /// The name, if there is only one that matches.
    let literal: String?

    init(_ text: [Unicode.Scalar]) {
        isAnyDepth = text == ["*", "*"]
        var elements: [Element] = []
        var rest = text[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": elements.append(.anyCount)
            case "?": elements.append(.anyOne)
            case "[": elements.append(Self.set(&rest) ?? .one("["))
            default: elements.append(.one(scalar))
            }
        }
        self.elements = elements
        var view = String.UnicodeScalarView()
        for case .one(let scalar) in elements { view.append(scalar) }
        literal = view.count == elements.count ? String(view) : nil
    }

    /// Parses a set after its bracket; nil, and nothing is parsed, when it does not end.
    private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Element? {
        var text = rest
        var isNegated = false
        if let first = text.first, first == "!" || first == "^" {
            isNegated = true
            text.removeFirst()
        }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let scalar = text.popFirst() {
            if scalar == "]", !ranges.isEmpty {
                rest = text
                return .set(ranges, isNegated: isNegated)
            }
            let end = text.dropFirst().first
            if text.first == "-", let end, end != "]" {
                text.removeFirst(2)
                ranges.append(min(scalar, end)...max(scalar, end))
            } else {
                ranges.append(scalar...scalar)
            }
        }
        return nil
    }

    func matches(_ name: String) -> Bool {
        if name.utf8.first == UInt8(ascii: ".") {
            guard case .one(".") = elements.first else { return false }
        }
        let name = Array(name.unicodeScalars)
        // Where to continue after the last `*`, if what follows it does not match.
        var retry: (element: Int, scalar: Int)?
        var (element, scalar) = (0, 0)
        while scalar < name.count {
            if element < elements.count, case .anyCount = elements[element] {
                retry = (element, scalar)
                element += 1
            } else if element < elements.count, Self.matches(elements[element], name[scalar]) {
                element += 1
                scalar += 1
            } else if let last = retry {
                retry = (last.element, last.scalar + 1)
                (element, scalar) = (last.element + 1, last.scalar + 1)
            } else {
                return false
            }
        }
        return elements[element...].allSatisfy { if case .anyCount = $0 { true } else { false } }
    }

    private static func matches(_ element: Element, _ scalar: Unicode.Scalar) -> Bool {
        switch element {
        case .one(let other): scalar == other
        case .anyOne, .anyCount: true
        case .set(let ranges, let isNegated):
            ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}
