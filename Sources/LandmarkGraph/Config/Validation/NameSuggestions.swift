import LandmarkCore

/// Suggests names for those that are not found, so often only that a file full of faults does not
/// take long.
struct NameSuggestions {
    private let names: [String]
    private var left: Int

    init(_ names: [String]) {
        self.names = names
        left = max(1, min(20, 100_000 / (names.count + 1)))
    }

    mutating func nearest(to name: String) -> String? {
        guard left > 0 else { return nil }
        left -= 1
        return NearestName.of(name, among: names)
    }
}
