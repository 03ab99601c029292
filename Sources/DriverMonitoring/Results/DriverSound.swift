/// A sound that is due in a frame, the most urgent first.
public enum DriverSound: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Sleep, an unresponsive driver or level 4: at once, and again every 2 s.
    case critical
    /// A microsleep or level 3: at once, and again every 60 s while the level lasts.
    case fatigue
    /// Distraction: once.
    case distraction

    /// Orders sounds by urgency, the most urgent first.
    public static func < (a: DriverSound, b: DriverSound) -> Bool { a.rawValue < b.rawValue }
}
