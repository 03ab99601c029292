/// Finds the name that somebody who mistyped one may have meant.
package enum NearestName {
    /// The candidate with the fewest changed letters, at most a third of the name's; nil when none
    /// is that near. Of equally near ones the first.
    package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(name.unicodeScalars)
        guard letters.count <= 100 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let limit = best.map { $0.distance - 1 } ?? max(1, letters.count / 3)
            let other = Array(candidate.unicodeScalars)
            guard abs(other.count - letters.count) <= limit else { continue }
            if let distance = distance(letters, other, limit: limit) {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Levenshtein's distance: inserted, removed and replaced letters; nil above `limit`.
    private static func distance(
        _ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int
    ) -> Int? {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            var least = row[0]
            for (j, other) in b.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
                least = min(least, row[j + 1])
            }
            // A row's least never falls from one to the next.
            if least > limit { return nil }
        }
        return row[b.count] <= limit ? row[b.count] : nil
    }
}
