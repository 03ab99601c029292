import LandmarkGraph

/// A name and what it stands for, as options write it: `NAME=VALUE`.
struct NamedValue {
    let name: String
    let value: String

    init?(_ text: String) {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        name = String(text[..<sign])
        value = String(text[text.index(after: sign)...])
        if name.isEmpty || value.isEmpty { return nil }
    }

    /// The value as a side packet: a truth value, a number, or text, which may stand in quotes.
    var packet: Packet {
        if let flag = Bool(value) { return Packet(flag) }
        if let integer = Int(value) { return Packet(integer) }
        if let number = Double(value) { return Packet(number) }
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        return Packet(isQuoted ? String(value.dropFirst().dropLast()) : value)
    }
}
