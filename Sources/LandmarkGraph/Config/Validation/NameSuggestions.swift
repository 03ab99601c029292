import LandmarkCore

/// Suggests names for those that are not found, so often only that a file full of faults does not
/// take long.
struct NameSuggestions {
    private let names: [String]
    /// How many letters the names have together.
    private let letters: Int
    private var left = 20
    /// How many letters may still be compared with others.
    private var workLeft = 20_000_000

    init(_ names: [String]) {
        self.names = names
        letters = names.reduce(0) { $0 + $1.utf8.count }
    }

    mutating func nearest(to name: String) -> String? {
        guard left > 0, workLeft > 0 else { return nil }
        left -= 1
        workLeft -= min(name.utf8.count, 100) * letters
        return NearestName.of(name, among: names)
    }
}
