public import LandmarkCore

/// Something that happened to a driver.
///
/// Every event is told twice under one `id`: in the result of the frame in which it fires, and
/// in that of the frame in which its end is known. Those that are over when they are known
/// (blinks, nods, changes of level) are told both ways in the same frame.
public struct DriverEvent: Sendable, Hashable {
    /// The event's number, from 1 in the order of firing.
    public let id: Int
    /// What happened.
    public let kind: DriverEventKind
    /// When it began: the first frame with closed eyes, not the one in which that was too long.
    public let start: Timestamp
    /// The frame in which its condition was met.
    public let fire: Timestamp
    /// When it ended; nil while it goes on.
    public var end: Timestamp?
    /// The most of what was measured meanwhile, so far: closure 0…1 for the eyes' events, mouth
    /// opening 0…1 for yawns, degrees for nods and long distraction, seconds away for short
    /// distraction, the score for changes of level, and 1 for the rest.
    public var peak: Double
    /// Why, where the kind leaves that open.
    public let reason: DriverEventReason?
    /// The level before and after; nil but for `levelChanged`.
    public let levels: LevelChange?

    /// A step from one level to another.
    public struct LevelChange: Sendable, Hashable {
        /// The level before.
        public let from: FatigueLevel
        /// The level from now on.
        public let to: FatigueLevel
        /// PERCLOS over three minutes at that moment, 0…1, which bears out what one minute says.
        public let perclos180: Double

        /// Makes a step.
        public init(from: FatigueLevel, to: FatigueLevel, perclos180: Double) {
            self.from = from
            self.to = to
            self.perclos180 = perclos180
        }
    }

    /// Makes an event.
    public init(
        id: Int, kind: DriverEventKind, start: Timestamp, fire: Timestamp, end: Timestamp? = nil,
        peak: Double, reason: DriverEventReason? = nil, levels: LevelChange? = nil
    ) {
        self.id = id
        self.kind = kind
        self.start = start
        self.fire = fire
        self.end = end
        self.peak = peak
        self.reason = reason
        self.levels = levels
    }

    /// Seconds from start to end, or to firing while it goes on.
    public var duration: Double {
        Double((end ?? fire).milliseconds - start.milliseconds) / 1000
    }
}
