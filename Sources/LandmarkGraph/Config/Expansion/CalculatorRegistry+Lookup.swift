extension CalculatorRegistry {
    /// Finds what a graph of the namespace `package` means by a name: the entry in this namespace,
    /// else in those around it, else without one. The namespace `mediapipe` may be left out.
    func find(_ name: String, package: String) -> (name: String, entry: Entry)? {
        // A leading point asks for the name as it is.
        guard !name.hasPrefix(".") else { return find(String(name.dropFirst())) }
        var namespace = package[...]
        while !namespace.isEmpty {
            if let found = find("\(namespace).\(name)") { return found }
            namespace = namespace.lastIndex(of: ".").map { namespace[..<$0] } ?? ""
        }
        return find(name)
    }

    private func find(_ name: String) -> (name: String, entry: Entry)? {
        if let entry = self[name] { return (name, entry) }
        let prefix = "mediapipe."
        let other = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : prefix + name
        return self[other].map { (other, $0) }
    }
}
