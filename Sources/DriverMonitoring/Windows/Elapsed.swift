/// Comparing times that were rounded to whole milliseconds.
enum Elapsed {
    /// A difference of two rounded times may be 1 ms short of the true one.
    static let rounding = 1
    /// Frames further apart than this have nothing known between them.
    static let longestStep = 500

    /// Whether `elapsed` milliseconds are as many as `threshold`, but for rounding.
    static func reached(_ elapsed: Int, _ threshold: Int) -> Bool {
        elapsed + rounding >= threshold
    }

    /// Whether nothing has been seen for so long that it cannot be bridged.
    static func isLost(_ unseen: Int, limit: Int = longestStep) -> Bool {
        unseen > limit + rounding
    }
}
