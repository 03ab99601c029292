/// Paths as text: what stands before and after the last slash and dot.
package enum Path {
    /// The last part of a path.
    package static func name(of path: String) -> String {
        let trimmed = path.reversed().drop { $0 == "/" }
        return String(String(trimmed.prefix { $0 != "/" }).reversed())
    }

    /// Everything before the last part; `.` when there is nothing.
    package static func folder(of path: String) -> String {
        let trimmed = path.reversed().drop { $0 == "/" }
        guard let slash = trimmed.firstIndex(of: "/") else {
            return trimmed.isEmpty && path.hasPrefix("/") ? "/" : "."
        }
        let parent = trimmed[trimmed.index(after: slash)...].drop { $0 == "/" }
        return parent.isEmpty ? "/" : String(String(parent).reversed())
    }

    /// The last part up to its last dot.
    package static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// What follows the last dot of the last part, in lower case; empty without a dot.
    package static func suffix(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// `name` inside `folder`.
    package static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
