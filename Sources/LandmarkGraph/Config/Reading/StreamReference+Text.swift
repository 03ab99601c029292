extension StreamReference {
    /// Reads `"TAG:2:name"`, `"TAG:name"` or `"name"`; nil when the text is none of these, by
    /// MediaPipe's rules: tags `[A-Z_][A-Z0-9_]*`, indices up to 10,000 without leading zeros, names
    /// `[a-z_][a-z0-9_]*`.
    public init?(_ text: String, position: TextPosition? = nil) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let name = parts.last, PortName.isName(name) else { return nil }
        guard parts.count > 1 else {
            self.init(name: text, position: position)
            return
        }
        guard PortName.isTag(parts[0]) else { return nil }
        var index = 0
        if parts.count == 3 {
            guard let given = PortName.index(parts[1]) else { return nil }
            index = given
        }
        self.init(tag: String(parts[0]), index: index, name: String(name), position: position)
    }
}
