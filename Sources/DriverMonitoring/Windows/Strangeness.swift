/// How long a driver has been in sight without his own eyes becoming known.
struct Strangeness {
    /// So long may that take, in milliseconds; as long as a calibration does as a whole.
    private static let patience = 60_000

    private var time = 0

    /// Whether the driver is still unknown after all that time.
    var isLasting: Bool { Elapsed.reached(time, Self.patience) }

    mutating func update(_ sight: Sight, _ calibration: CalibrationState, _ tick: Tick) {
        guard calibration == .usualValues else { return time = 0 }
        if sight.isFacePresent { time += tick.step }
    }
}
