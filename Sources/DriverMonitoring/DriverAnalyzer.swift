import LandmarkCore
import LandmarkTasks

/// Analyzes a driver's fatigue and distraction from face landmarks.
///
/// A value type that uses no clock, threads or files: time comes with the observations, and the
/// same observations give the same results. It calibrates to the driver's own eyes and neutral head
/// pose, and feeds normalized signals to a `DriverStateMachine`. It needs no pixels.
public struct DriverAnalyzer: Sendable {
    /// Absence in milliseconds after which the next face may be another person's.
    private static let maxAbsence = 30_000

    /// Whether images are mirrored, like those of a selfie camera: the driver's left is then on the left of
    /// the image.
    public let isMirrored: Bool

    private var machine: DriverStateMachine
    private var calibration = DriverCalibration()
    private var agreement = OpennessAgreement()
    private var readability = EyeReadability()
    private var phone = PhonePoseDetector()
    private var lastFace: Int?
    /// Whether the vehicle is fast enough for the driver's range to be learned.
    private var learns = true

    /// Creates an uncalibrated analyzer.
    public init(isMirrored: Bool = false, options: DriverOptions = DriverOptions()) {
        self.isMirrored = isMirrored
        machine = DriverStateMachine(options: options)
    }

    /// The choices made at creation.
    public var options: DriverOptions { machine.options }

    /// Discards all state: the next observation may have any timestamp, and events are numbered
    /// from 1 again.
    public mutating func reset() {
        self = DriverAnalyzer(isMirrored: isMirrored, options: options)
    }

    /// Silences the sound of the current incidents, such as a sleep, until they end. Their alerts
    /// stay active, and another incident sounds again.
    public mutating func acknowledge() { machine.acknowledge() }

    /// Discards the calibration, for another driver or after the camera has been moved.
    ///
    /// The calibration also starts again automatically when a face returns after 30 s or more, and when
    /// `DriverObservation.change` is not nil.
    public mutating func recalibrate() {
        calibration = DriverCalibration()
        agreement = OpennessAgreement()
        readability = EyeReadability()
    }

    /// Processes the landmarks of the next frame.
    ///
    /// NaN or infinite landmarks make the eyes of the frame unreadable.
    ///
    /// - Parameter observation: The landmarks; the timestamp must be later than the previous one.
    /// - Returns: The driver's state after the frame.
    /// - Throws: `DriverError.duplicateTimestamp`, `.timestampOutOfOrder` or
    ///   `.timestampOutOfRange`; the analyzer is then unchanged.
    public mutating func update(
        _ observation: DriverObservation
    ) throws(DriverError) -> DriverResult {
        let tick = try machine.tick(observation.timestamp)
        var signals = DriverSignals()
        learns = options.learns(at: observation.context.speed)
        let reading = read(observation, tick, &signals)
        var result = try machine.update(reading)
        result.signals.copyLandmarkMeasurements(from: signals)
        return result
    }

    /// Checks that a frame with `timestamp` can come next, without changing anything.
    ///
    /// - Throws: `DriverError`, as `update(_:)` does.
    func check(_ timestamp: Timestamp) throws(DriverError) { _ = try machine.tick(timestamp) }

    /// Converts an observation to a reading, and writes detailed measurements to `signals`.
    private mutating func read(
        _ observation: DriverObservation, _ tick: Tick, _ signals: inout DriverSignals
    ) -> DriverReading {
        let context = observation.context
        var reading = DriverReading(
            timestamp: observation.timestamp, isFacePresent: observation.face != nil,
            openness: nil, mouthOpenness: nil, head: nil, speed: context.speed)
        if let face = observation.face {
            let wasAbsent = lastFace.map { tick.now - $0 >= Self.maxAbsence } ?? false
            if wasAbsent || observation.change != nil { recalibrate() }
            reading.isOtherDriver = observation.change == .driver
            lastFace = tick.now
            if let measurements = FaceMeasurements(
                face, in: observation.imageSize, isMirrored: isMirrored)
            {
                reading.openness = normalize(measurements, tick, &signals)
                reading.gaze = gaze(measurements, openness: reading.openness)
                reading.opennessByAspectRatio = signals.opennessByAspectRatio
                if let images = observation.eyeImages {
                    let eyes = measurements.eyes.images(images, isMirrored: isMirrored)
                    let estimate = readability.update(
                        eyes, blockiness: images.blockiness, openness: reading.openness,
                        expectsOpen: calibration.state != .uncalibrated
                            && (signals.relativeHead?.pitch ?? 0) > ClosureMachine.loweredPitch,
                        areNarrow: calibration.areEyesNarrow, tick)
                    if let openness = estimate.opennessByImage {
                        reading.gaze = nil
                        reading.openness = openness
                        reading.opennessByAspectRatio = openness
                    }
                    reading.eyeReadability = estimate.probability
                    reading.eyeUnreadableReason = estimate.reason
                }
                reading.mouthOpenness = measurements.mouthOpenness
                reading.smile = measurements.smile
                reading.head = signals.relativeHead
                reading.look = measurements.head.map { calibration.look($0) }
                reading.isPhonePose = phone.update(observation, measurements.points)
                reading.visibility =
                    measurements.presence * agreement.factor
                    * (context.imageQuality.finite?.clamped(to: 0...1) ?? 1)
            }
        }
        reading.calibration = calibration.state
        return reading
    }

    /// Normalizes a face to the driver's baselines, after learning from it.
    ///
    /// - Returns: The eye openness, 0…1; nil when it cannot be measured.
    private mutating func normalize(
        _ measurements: FaceMeasurements, _ tick: Tick, _ signals: inout DriverSignals
    ) -> Double? {
        signals.mouthAspectRatio = measurements.mouthAspectRatio
        guard let head = measurements.head else {
            calibration.interrupt()
            return nil
        }
        if learns { calibration.learn(head, tick) }
        let relative = head.relative(to: calibration.head ?? head)
        signals.head = head
        signals.relativeHead = relative
        if learns {
            calibration.learn(
                measurements.eyes, rotation: measurements.eyeRotation, relative, tick)
        } else {
            calibration.interrupt()
        }
        signals.gaze = measurements.eyeRotation.map {
            GazeEstimate(relative, $0, neutral: calibration.eyes)
        }
        return openness(of: measurements.eyes, tick, &signals)
    }

    /// The gaze used to judge looks off the road; nil while it is not known well enough.
    private func gaze(
        _ measurements: FaceMeasurements, openness: Double?
    ) -> GazeEstimate? {
        guard let head = measurements.head, let rotation = measurements.eyeRotation,
            let neutral = calibration.eyes, measurements.eyes.areWideEnoughForGaze,
            (openness ?? 0) >= EyeRotation.minOpenness
        else { return nil }
        return GazeEstimate(calibration.look(head), rotation, neutral: neutral)
    }

    private mutating func openness(
        of eyes: EyePair, _ tick: Tick, _ signals: inout DriverSignals
    ) -> Double? {
        let (left, right) = eyes.used
        signals.leftEye = eyes.left.map {
            calibration.signal($0, isLeft: true, isUsed: left != nil)
        }
        signals.rightEye = eyes.right.map {
            calibration.signal($0, isLeft: false, isUsed: right != nil)
        }
        let byRatio = calibration.aspectRatio.openness(
            left: left?.aspectRatio, right: right?.aspectRatio)
        signals.opennessByAspectRatio = byRatio
        let byBlink = calibration.blink.openness(left: left?.blink, right: right?.blink)
        guard let byBlink, let byRatio else { return byBlink ?? byRatio }
        agreement.add(byBlink, byRatio, tick)
        return OpennessFusion.openness(byBlink: byBlink, byRatio: byRatio)
    }
}
