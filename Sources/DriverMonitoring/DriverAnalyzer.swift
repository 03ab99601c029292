import LandmarkCore
import LandmarkTasks

/// Follows a driver by the landmarks of his face: how tired and how distracted he seems.
///
/// A value without clock, thread or file: the observations bring the time, and the same
/// observations give the same results. It learns the driver's own eyes and head, and hands what
/// they show to a `DriverStateMachine`. No pixels enter it.
public struct DriverAnalyzer: Sendable {
    /// Whoever comes back after so long may be somebody else, in milliseconds.
    private static let absence = 30_000

    /// Whether images are mirrored, as those of a selfie camera: the driver's left is then at
    /// the image's left.
    public let isMirrored: Bool

    private var machine = DriverStateMachine()
    private var calibration = DriverCalibration()
    private var agreement = Agreement()
    private var phone = PhonePose()
    private var lastFace: Int?

    /// An analyzer that knows nothing of the driver.
    public init(isMirrored: Bool = false) {
        self.isMirrored = isMirrored
    }

    /// Forgets everything: the next observation may have any time, and events are numbered from 1.
    public mutating func reset() { self = DriverAnalyzer(isMirrored: isMirrored) }

    /// Learns eyes and head anew, for another driver or a camera that was moved; a face that comes
    /// back after 30 s or more is learned anew without being asked.
    public mutating func recalibrate() {
        calibration = DriverCalibration()
        agreement = Agreement()
    }

    /// Takes what was found in the next frame.
    ///
    /// Landmarks that are no numbers make the frame one in which the eyes cannot be read.
    ///
    /// - Parameter observation: What was found, whose time must be after that of the one before.
    /// - Returns: What is known of the driver now.
    /// - Throws: `DriverError.duplicateTimestamp`, `.timestampOutOfOrder` or
    ///   `.timestampOutOfRange`, after which everything is as before the call.
    public mutating func update(
        _ observation: DriverObservation
    ) throws(DriverError) -> DriverResult {
        let tick = try machine.tick(observation.timestamp)
        var signals = DriverSignals()
        let reading = read(observation, tick, &signals)
        var result = try machine.update(reading)
        result.signals.takeFrame(signals)
        return result
    }

    /// Refuses an observation of `timestamp` as `update(_:)` does; changes nothing.
    func check(_ timestamp: Timestamp) throws(DriverError) { _ = try machine.tick(timestamp) }

    /// What the frame shows; details go to `signals`.
    private mutating func read(
        _ observation: DriverObservation, _ tick: Tick, _ signals: inout DriverSignals
    ) -> DriverReading {
        var reading = DriverReading(
            timestamp: observation.timestamp, isFacePresent: observation.face != nil,
            openness: nil, mouth: nil, head: nil, speed: observation.speed)
        if let face = observation.face {
            if let lastFace, tick.now - lastFace >= Self.absence { recalibrate() }
            lastFace = tick.now
            if let measured = Measurement(
                face, in: observation.imageSize, isMirrored: isMirrored)
            {
                let eyes = compare(measured, tick, &signals)
                reading.openness = eyes
                reading.mouth = measured.mouth
                reading.head = signals.relativeHead
                reading.isPhonePose = phone.update(
                    observation, measured.points, head: signals.relativeHead,
                    gazePitch: measured.gaze?.pitch)
                reading.visibility =
                    measured.presence * agreement.factor
                    * (observation.imageQuality.finite?.clamped(to: 0...1) ?? 1)
            }
        }
        reading.calibration = calibration.state
        return reading
    }

    /// Compares a face with the driver's own, and learns from it.
    ///
    /// - Returns: How open the eyes are; nil when that cannot be read.
    private mutating func compare(
        _ measured: Measurement, _ tick: Tick, _ signals: inout DriverSignals
    ) -> Double? {
        signals.mouthAspectRatio = measured.mouthAspectRatio
        guard let head = measured.head else {
            calibration.interrupt()
            return nil
        }
        calibration.learn(head, tick)
        let relative = head.relative(to: calibration.head ?? head)
        signals.head = head
        signals.relativeHead = relative
        signals.gaze = measured.gaze.map {
            GazeEstimate(pitch: relative.pitch + $0.pitch, yaw: relative.yaw + $0.yaw)
        }
        calibration.learn(measured.eyes, relative, tick)
        return open(measured.eyes, tick, &signals)
    }

    private mutating func open(
        _ eyes: RawEyes, _ tick: Tick, _ signals: inout DriverSignals
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
        if let byBlink, let byRatio { agreement.add(byBlink, byRatio, tick) }
        return byBlink ?? byRatio
    }
}
