extension MotionSample {
    /// Creates a sample from readings that do not come from a `MotionAnalyzer`, such as those of
    /// other sensors.
    ///
    /// - Parameters:
    ///   - time: The time in seconds.
    ///   - id: The id of the person's track.
    ///   - viewYaw: The direction that the person faces, in degrees; NaN if it is not known.
    ///   - readings: The readings; other measures are missing as not observed.
    public init(time: Double, id: Int = 0, viewYaw: Double = .nan, readings: [Measure: Reading]) {
        self.init(absentAt: time)
        self.id = id
        self.viewYaw = viewYaw
        isPresent = true
        for measure in Measure.allCases {
            self.readings[measure.rawValue] = readings[measure] ?? .missing(.notObserved)
        }
    }
}
