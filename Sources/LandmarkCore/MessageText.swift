/// Finds the name that a misspelled one was probably meant to be.
package enum NearestName {
    /// Returns the candidate with the smallest Levenshtein distance to `name`, at most a third of
    /// its length; the first if several are equally close. Returns nil when no candidate is close
    /// enough.
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

    /// Returns the Levenshtein distance (insertions, deletions and substitutions); nil above
    /// `limit`.
    private static func distance(
        _ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int
    ) -> Int? {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            var minimum = row[0]
            for (j, other) in b.enumerated() {
                let substitution = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
                minimum = min(minimum, row[j + 1])
            }
            // The minimum of a row never decreases from one row to the next.
            if minimum > limit { return nil }
        }
        return row[b.count] <= limit ? row[b.count] : nil
    }
}

extension String {
    /// Creates decimal text of `value` with exactly `places` decimals, rounded half away from zero.
    ///
    /// Values that are not finite or whose magnitude is 10¹² or more are written like
    /// `description`.
    package init(_ value: Double, places: Int) {
        guard value.isFinite, abs(value) < 1e12 else {
            self = "\(value)"
            return
        }
        var unit: Int64 = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = Int64((value * Double(unit)).rounded())
        let sign = scaled < 0 ? "-" : ""
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
        guard places > 0 else {
            self = "\(sign)\(whole)"
            return
        }
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: places - digits.count)
        self = "\(sign)\(whole).\(zeros)\(digits)"
    }
}

extension String {
    /// `1 frame` or `2 frames`.
    package static func counted(_ count: Int, _ unit: String) -> String {
        "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
