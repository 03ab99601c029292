extension DriverStateMachine {
    /// Below this many frames a second data are worse, in proportion.
    private static let fullRate = 15.0
    /// This much usable time of the last minute is enough, in seconds.
    private static let enough = 30.0
    /// What an unknown driver's usual values are worth.
    private static let uncalibrated = 0.8
    /// And after a minute in which he could not be learned: below `limitedConfidence`.
    private static let unlearnable = 0.25

    /// How good the data are, 0…1: F·V·(0.5 + 0.5·W)·C·R.
    ///
    /// F is the usable share of three seconds, V how well the eyes are seen, W how much of the last
    /// minute is usable, C whether the driver is known, or at least not yet, R whether frames come
    /// often enough.
    func confidence(_ signals: DriverSignals, _ calibration: CalibrationState) -> Double {
        let window = min(1, signals.usableSeconds / Self.enough)
        let unknown = strangeness.isLasting ? Self.unlearnable : Self.uncalibrated
        let known = calibration == .usualValues ? unknown : 1
        let rate = min(1, (signals.frameRate ?? 0) / Self.fullRate)
        return signals.usableShare * signals.visibility * (0.5 + 0.5 * window) * known * rate
    }
}
