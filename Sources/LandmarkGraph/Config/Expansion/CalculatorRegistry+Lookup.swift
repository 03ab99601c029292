extension CalculatorRegistry {
    /// The namespace that may be left out.
    private static let own = "mediapipe."

    /// Finds what a graph of the namespace `package` means by a name: the entry in this namespace,
    /// else in those around it, else without one. The namespace `mediapipe` may be left out.
    func find(_ name: String, package: String) -> (name: String, entry: Entry)? {
        // A leading point asks for the name as it is.
        guard !name.hasPrefix(".") else { return find(String(name.dropFirst())) }
        // No longer namespace holds anything.
        let longest = longestName + Self.own.utf8.count
        var namespace = package[...]
        if package.utf8.count > longest {
            let start = package.utf8.prefix(longest)
            namespace = start.lastIndex(of: UInt8(ascii: ".")).map { package[..<$0] } ?? ""
        }
        while !namespace.isEmpty {
            if let found = find("\(namespace).\(name)") { return found }
            namespace = namespace.lastIndex(of: ".").map { namespace[..<$0] } ?? ""
        }
        return find(name)
    }

    private func find(_ name: String) -> (name: String, entry: Entry)? {
        if let entry = self[name] { return (name, entry) }
        let own = Self.own
        let other = name.hasPrefix(own) ? String(name.dropFirst(own.count)) : own + name
        return self[other].map { (other, $0) }
    }
}
