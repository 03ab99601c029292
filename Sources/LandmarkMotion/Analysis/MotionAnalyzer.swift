import LandmarkTasks

/// Turns the landmarks of one person, frame by frame, into joint angles. One analyzer per track id.
///
/// For each frame: the side guard exchanges left and right where the pose model has confused them;
/// a gate for each measure drops values from landmarks that are not seen, lie outside the image or give bones
/// a different length than before, and values that no human joint can have or reach so fast
/// (``Measure/limits``); a dropped value is replaced by the last one for 0.25 s; the rest is smoothed by a
/// One-Euro filter (1 Hz, β 0.02, 1 Hz). A value type without a clock: the same frames give the same samples.
/// It does not allocate after the first frames if the caller releases each sample before the next frame.
public struct MotionAnalyzer: Sendable {
    /// How angles are measured.
    public struct Options: Sendable, Hashable {
        /// Whether left and right are exchanged where the pose model has confused them.
        public var sideGuard = true
        /// Whether to learn the neutral position while the person stands still: upright for at least 1 s,
        /// with knees, hips and trunk changing by less than 10° per second. Other measures are learned if
        /// they, too, are still and within 45° of 0.
        public var calibrates = false
        /// Up, in x right, y down, z away from the camera, of any length above 0: the opposite of
        /// gravity where the camera is tilted, which ``VerticalEstimator`` estimates. A vector that
        /// is zero or not finite means −y.
        public var up = SIMD3<Double>(0, -1, 0)

        /// The person's height in meters, to which all measures in meters are scaled: a single camera shows
        /// proportions rather than sizes. These measures are missing until ten frames have shown the trunk
        /// and a leg. Nil keeps the lengths that the pose model estimates or several cameras measure. A
        /// height that is not above 0 or not finite counts as nil.
        public var bodyHeight: Double?

        /// The heights in meters that programs accept from people.
        package static let bodyHeights = 0.4...2.6

        /// The vector of length 1 in the direction of a vector of any length; nil for one that is
        /// zero or not finite.
        public static func direction(_ up: SIMD3<Double>) -> SIMD3<Double>? {
            // Squares of long and short vectors are not representable.
            let largest = max(abs(up.x), abs(up.y), abs(up.z))
            guard largest > 0, largest.isFinite, up.x.isFinite, up.y.isFinite, up.z.isFinite else {
                return nil
            }
            return SIMD3(up.x / largest, up.y / largest, up.z / largest).unit
        }

        /// Creates options with the defaults.
        public init() {}
    }

    /// The state of the filter and gate of one measure.
    private struct Track {
        var gate = MeasureGate()
        var filter = MeasureFilter()
        /// The time of the last measured value, and that value before smoothing.
        var measured = -Double.infinity
        var value = Double.nan
    }

    /// Seconds for which the last value is held.
    private static let hold = 0.25
    /// Times come from milliseconds or frame rates.
    private static let rounding = 1e-6

    /// How angles are measured.
    public private(set) var options: Options

    private var up: SIMD3<Double>
    private let measures = Measure.allCases
    private let needs = Measure.allCases.map(MeasureNeeds.init)
    private let limits = Measure.allCases.map(\.limits)
    private var tracks = Array(repeating: Track(), count: Measure.allCases.count)
    private var sideGuard = SideGuard()
    private var bones = BoneLengths()
    private var calibration: NeutralCalibration?
    /// Nil unless lengths are scaled.
    private var height: HeightEstimate?
    /// The first value of each relative measure; NaN before that.
    private var origins = Array(repeating: Double.nan, count: Measure.allCases.count)
    private var last: Double?
    /// The last sample, whose memory the next one reuses.
    private var sample = MotionSample(absentAt: 0)

    /// Creates an analyzer that has seen no frame.
    public init(_ options: Options = Options()) {
        self.options = options
        up = Self.direction(options.up)
        calibration = options.calibrates ? NeutralCalibration() : nil
        height = Self.isHeight(options.bodyHeight) ? HeightEstimate() : nil
        if height != nil { sample.lengthScale = .nan }
    }

    private static func isHeight(_ meters: Double?) -> Bool {
        meters.map { $0 > 0 && $0.isFinite } ?? false
    }

    /// Measures a single image without context: values are not smoothed, and landmarks need a
    /// visibility of 0.65.
    ///
    /// - Throws: `MotionError.timeNotFinite` or `.wrongLandmarkCount`.
    public static func measure(
        _ frame: MotionFrame, _ options: Options = Options()
    ) throws(MotionError) -> MotionSample {
        var analyzer = MotionAnalyzer(options)
        analyzer.calibration = nil
        // The gates open with the second frame.
        for index in analyzer.tracks.indices { analyzer.tracks[index].gate.anticipate() }
        return try analyzer.update(frame)
    }

    /// Adds a frame in which the person was found.
    ///
    /// - Parameter frame: The landmarks before smoothing, later than the frame before. Measures
    ///   that need landmarks that are not finite are missing. A new id stands for another person and resets
    ///   the analyzer.
    /// - Returns: All measures.
    /// - Throws: `MotionError.timeNotIncreasing`, `.timeNotFinite` or `.wrongLandmarkCount`; the
    ///   analyzer is then unchanged.
    public mutating func update(_ frame: MotionFrame) throws(MotionError) -> MotionSample {
        try check(frame)
        advance(to: frame)
        return sample
    }

    /// Adds a frame in which the person was found, as `update(_:)` does, and overwrites the caller's previous
    /// sample, whose memory is reused.
    ///
    /// - Throws: As `update(_:)`; `last` is then unchanged, too.
    public mutating func update(
        _ frame: MotionFrame, replacing last: inout MotionSample
    ) throws(MotionError) {
        try check(frame)
        last.readings = []
        advance(to: frame)
        last = sample
    }

    /// Adds a frame in which the person was not found: values are held at first, then missing.
    ///
    /// - Parameter time: The frame's time in seconds, later than the frame before.
    /// - Returns: All measures, none of them measured.
    /// - Throws: `MotionError.timeNotIncreasing` or `.timeNotFinite`; the analyzer is then
    ///   unchanged.
    public mutating func updateAbsent(at time: Double) throws(MotionError) -> MotionSample {
        try check(time)
        advance(to: time)
        return sample
    }

    /// Adds a frame in which the person was not found, as `updateAbsent(at:)` does, and overwrites the
    /// caller's previous sample, whose memory is reused.
    ///
    /// - Throws: As `updateAbsent(at:)`; `last` is then unchanged, too.
    public mutating func updateAbsent(
        at time: Double, replacing last: inout MotionSample
    ) throws(MotionError) {
        try check(time)
        last.readings = []
        advance(to: time)
        last = sample
    }

    /// Discards the neutral position and learns it again, if `calibrates` is set.
    public mutating func recalibrate() {
        sample.neutral = nil
        calibration = options.calibrates ? NeutralCalibration() : nil
    }

    /// Changes `Options.up`, from the next frame on.
    public mutating func setUp(_ up: SIMD3<Double>) {
        options.up = up
        self.up = Self.direction(up)
    }

    /// Changes `Options.bodyHeight`, from the next frame on.
    public mutating func setBodyHeight(_ meters: Double?) {
        options.bodyHeight = meters
        guard Self.isHeight(meters) else {
            height = nil
            sample.lengthScale = 1
            return
        }
        if height == nil {
            height = HeightEstimate()
            sample.lengthScale = .nan
        }
    }

    private static func direction(_ up: SIMD3<Double>) -> SIMD3<Double> {
        Options.direction(up) ?? SIMD3(0, -1, 0)
    }

    // MARK: One frame

    private mutating func advance(to frame: MotionFrame) {
        if last != nil, frame.id != sample.id { forget() }
        last = frame.time
        sample.time = frame.time
        sample.id = frame.id
        sample.isPresent = true
        sample.hasImage = frame.hasImage
        measure(guarded(frame))
        if let neutral = calibration?.update(sample.readings, at: frame.time) {
            sample.neutral = neutral
        }
        if calibration?.isFinished == true { calibration = nil }
    }

    private mutating func advance(to time: Double) {
        last = time
        sample.time = time
        sample.isPresent = false
        sample.sidesSwapped = false
        sample.viewYaw = .nan
        calibration?.interrupt()
        for index in measures.indices {
            tracks[index].gate.close()
            drop(index, .absent, confidence: 0)
        }
    }

    /// The frame's landmarks after the side guard.
    private mutating func guarded(_ frame: MotionFrame) -> FrameLandmarks {
        var swaps = false
        if options.sideGuard, frame.hasImage {
            swaps = sideGuard.update(at: frame.time) { frame.image[$0] }
        }
        sample.sidesSwapped = swaps != frame.sidesSwapped
        return FrameLandmarks(frame, isSwapped: swaps)
    }

    private mutating func measure(_ points: FrameLandmarks) {
        let checks = LandmarkChecks(points)
        bones.update(points, usable: checks.usable, at: sample.time)
        height?.add(points, usable: checks.usable)
        if height != nil { sample.lengthScale = lengthScale ?? .nan }
        let formulas = MeasureFormulas(points, up: up)
        sample.viewYaw = checks.seesHips ? formulas.yaw.degrees : .nan
        for index in measures.indices {
            let (joint, visibility) = needs[index].leastVisible(in: points)
            if let reason = tracks[index].gate.update(
                needs[index], checks, implausible: bones.implausible, leastVisible: joint)
            {
                drop(index, reason, confidence: visibility)
                continue
            }
            let measure = measures[index]
            switch formulas.value(of: measure.quantity, measure.side ?? .left) {
            case .missing(let reason): drop(index, reason, confidence: visibility)
            case .value(let found) where found.isFinite:
                guard let value = length(found, of: measure) else {
                    drop(index, .settling, confidence: visibility)
                    continue
                }
                if let reason = implausibility(of: value, measure) {
                    drop(index, reason, confidence: visibility)
                } else {
                    add(value, of: measure, confidence: visibility)
                }
            case .value: drop(index, .notFinite(joint), confidence: visibility)
            }
        }
    }

    /// The factor by which lengths are scaled; nil while the person's size is unknown.
    private var lengthScale: Double? {
        guard let bodyHeight = options.bodyHeight, let meters = height?.meters else { return nil }
        return bodyHeight / meters
    }

    /// A value, relative to the first one if its measure is, and scaled if it is a length; nil while the
    /// scale is unknown.
    private mutating func length(_ value: Double, of measure: Measure) -> Double? {
        guard measure.unit == .meters else { return value }
        // The first value is taken even before the scale is known.
        if measure.isRelative, origins[measure.rawValue].isNaN {
            origins[measure.rawValue] = value
        }
        guard let scale = height == nil ? 1 : lengthScale else { return nil }
        return measure.isRelative ? (value - origins[measure.rawValue]) * scale : value * scale
    }

    /// Why a human cannot have a value, or not so soon after the last one; nil for a possible value. A value
    /// that persists is accepted once the joint has had time to get there.
    private func implausibility(of value: Double, _ measure: Measure) -> MissingReason? {
        let (limits, track) = (limits[measure.rawValue], tracks[measure.rawValue])
        guard limits.range.contains(value) else { return .implausibleValue }
        guard isHeld(measure.rawValue) else { return nil }
        return limits.allows(
            value, after: track.value, seconds: sample.time - track.measured, measure.unit)
            ? nil : .implausibleSpeed
    }

    private mutating func add(_ value: Double, of measure: Measure, confidence: Double) {
        let index = measure.rawValue
        if !isHeld(index) { tracks[index].filter.reset() }
        tracks[index].filter.add(value, at: sample.time, measure.unit)
        tracks[index].measured = sample.time
        tracks[index].value = value
        sample.readings[index] = Reading(
            value: tracks[index].filter.value, unfiltered: value,
            speed: tracks[index].filter.speed, confidence: confidence, state: .measured,
            reason: nil)
    }

    /// Holds the last value of a measure, or drops it.
    private mutating func drop(_ index: Int, _ reason: MissingReason, confidence: Double) {
        guard isHeld(index) else {
            sample.readings[index] = .missing(reason, confidence: confidence)
            return
        }
        sample.readings[index] = Reading(
            value: tracks[index].filter.value, unfiltered: .nan, speed: 0, confidence: confidence,
            state: .held, reason: reason)
    }

    /// Whether the last measured value is recent enough to be held.
    private func isHeld(_ index: Int) -> Bool {
        sample.time - tracks[index].measured <= Self.hold + Self.rounding
    }

    // MARK: Time and identity

    private func check(_ frame: MotionFrame) throws(MotionError) {
        try check(frame.time)
        try check(frame.world.count, "world")
        try check(frame.image.count, "image")
        try check(frame.visibility.count, "visibility")
    }

    private func check(_ time: Double) throws(MotionError) {
        guard time.isFinite else { throw .timeNotFinite(time) }
        if let last, time <= last { throw .timeNotIncreasing(time: time, last: last) }
    }

    private func check(_ count: Int, _ list: String) throws(MotionError) {
        let expected = MotionFrame.landmarkCount
        guard count == expected else {
            throw .wrongLandmarkCount(list: list, expected: expected, got: count)
        }
    }

    /// Discards everything except the time.
    private mutating func forget() {
        for index in tracks.indices {
            tracks[index] = Track()
            origins[index] = .nan
        }
        if height != nil {
            height = HeightEstimate()
            sample.lengthScale = .nan
        }
        sideGuard.reset()
        bones.removeAll()
        recalibrate()
    }
}
