/// Doubts eyes that never blink: no one goes a minute without blinking, so eyes that seem readable but do not
/// blink are invented by the landmark model, as behind dark glasses.
///
/// Any movement of the lids ends the doubt in the same frame, so eyes that close after a minute of
/// staring are still followed from their first closed frame on.
struct LidWatch {
    /// The readable time without a blink after which the eyes are doubted, in milliseconds.
    static let limit = 60_000
    /// The openness at or below which the lids have moved. The mesh invents eyes whose openness
    /// stays above 0.75 behind dark glasses (measured), and even a blink that falls between two
    /// frames half closes the eyes in one of them.
    static let movedOpenness = 0.65
    /// Frames per second below which too many blinks fall between frames: 10, less jitter.
    static let minFrameRate = 9.5

    private var stillTime = 0

    /// Whether the eyes are doubted.
    var isDoubtful: Bool { Elapsed.reached(stillTime, Self.limit) }

    /// Processes a frame.
    mutating func update(_ reading: SanitizedReading, frameRate: Double?, _ tick: Tick) {
        guard reading.isUsable, let openness = reading.openness else { return }
        if openness <= Self.movedOpenness {
            stillTime = 0
        } else if (frameRate ?? 0) >= Self.minFrameRate, !isDoubtful {
            stillTime += tick.step
        }
    }

    /// Forgets the driver, for another one.
    mutating func reset() { stillTime = 0 }
}

/// Whether the driver's open eyes have been seen: before that, closed eyes and eyes that measure
/// closed because of glasses or a wrong baseline cannot be distinguished.
struct OpenEyeWitness {
    /// The time with open eyes after which they are known, in milliseconds.
    static let minTime = 500

    private var time = 0
    private var calibration = CalibrationState.uncalibrated

    /// Whether open eyes have been seen for long enough.
    var hasSeenOpen: Bool { Elapsed.reached(time, Self.minTime) }

    /// Processes a frame.
    ///
    /// - Returns: Whether the calibration has been restarted, so that open eyes are unknown again.
    mutating func update(
        _ reading: SanitizedReading, _ calibration: CalibrationState, _ tick: Tick
    ) -> Bool {
        let isRestarted = calibration == .uncalibrated && self.calibration != .uncalibrated
        self.calibration = calibration
        if isRestarted { time = 0 }
        guard reading.isUsable, let openness = reading.openness, !hasSeenOpen else {
            return isRestarted
        }
        if openness >= ClosureMachine.endOpenness { time += tick.step }
        return isRestarted
    }
}
