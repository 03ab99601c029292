/// Guesses what somebody meant to type.
enum Spelling {
    /// The candidate that the fewest single-letter changes lead to, if few are enough.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3) ? best.name : nil
    }

    /// Insertions, deletions and replacements between two words (Levenshtein).
    private static func distance(_ a: String, _ b: String) -> Int {
        let target = Array(b)
        var row = Array(0...target.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in target.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(change, row[j] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
