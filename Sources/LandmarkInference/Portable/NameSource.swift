/// Gives out names, each only once.
struct NameSource: Sendable {
    private var taken: Set<String> = []

    /// Returns `wanted`, or a similar name if it was given out before or is empty.
    mutating func take(_ wanted: String) -> String {
        let wanted = wanted.isEmpty ? "unnamed" : wanted
        var name = wanted
        var number = 1
        while !taken.insert(name).inserted {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
