/// How well the analyzer knows the driver's own open eyes and head.
public enum CalibrationState: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Usual values stand in for the driver's own.
    case usualValues
    /// The driver's own, from the first 90 usable frames on; still changing.
    case provisional
    /// The driver's own, of 60 usable seconds.
    case frozen

    /// Orders states by how much is known.
    public static func < (a: CalibrationState, b: CalibrationState) -> Bool {
        a.rawValue < b.rawValue
    }
}
