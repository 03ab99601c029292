/// How tired a driver seems, in five steps of the score.
///
/// A level is entered at once and left one step at a time: when the score has been more than 5
/// below the level's entry for 10 s.
public enum FatigueLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Score below 20.
    case alert
    /// Score from 20.
    case slight
    /// Score from 40: time to advise a break.
    case moderate
    /// Score from 60: time to warn.
    case severe
    /// Score from 80: asleep, or as good as.
    case critical

    /// The score at which the level is entered.
    public var entryScore: Double { 20 * Double(rawValue) }

    /// Which steps of the Karolinska sleepiness scale (1…9) the level may stand for.
    ///
    /// Nobody has validated this: it ties the scale's points at which EU rules let a system warn
    /// (7) and make it warn (8) to levels 2 and 3. Whoever shows it must say so.
    public var unvalidatedKSS: ClosedRange<Int> {
        switch self {
        case .alert: 1...5
        case .slight: 6...6
        case .moderate: 7...7
        case .severe: 8...9
        case .critical: 9...9
        }
    }

    /// Orders levels by how tired they are.
    public static func < (a: FatigueLevel, b: FatigueLevel) -> Bool { a.rawValue < b.rawValue }
}
