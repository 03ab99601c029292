/// What a driver is warned of, the most urgent first.
public enum DriverAlert: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The driver does not react.
    case unresponsive
    /// The driver sleeps.
    case sleep
    /// The driver has had a microsleep.
    case microsleep
    /// The fatigue level is severe or critical.
    case fatigue
    /// The driver has long looked away.
    case distractionLong
    /// The driver holds a hand as if with a telephone.
    case phoneLike
    /// The driver looks away again and again.
    case distractionShort

    /// Orders alerts by urgency, the most urgent first.
    public static func < (a: DriverAlert, b: DriverAlert) -> Bool { a.rawValue < b.rawValue }
}
