/// Learns the driver's baselines (open eyes, closed eyes, neutral head pose) and freezes them.
///
/// The driver is assumed to be awake at first. After 60 s of usable frames the neutral head pose
/// is frozen; the open-eye baseline may then open further but close by no more than 10 %, because
/// an unconstrained baseline would follow a drowsy driver into sleep.
struct DriverCalibration {
    /// Usable frames needed for the provisional state, at least half of which must be suitable for
    /// learning.
    static let provisionalFrames = 90
    /// Usable time for the frozen state, in milliseconds.
    static let frozenTime = 60_000
    /// Maximum yaw from the neutral pose, in degrees, for a frame to count.
    static let maxYaw = 15.0
    /// Maximum pitch rate, in degrees per second, for a frame to be learned from.
    static let maxPitchRate = 30.0
    /// Number of frames between recomputations of the medians, which change slowly.
    private static let medianInterval = 15
    /// Bounds of the baselines: open eyes, the span between open and closed, and closed eyes.
    private static let blinkLimits = (open: 0.40, span: 0.15, closed: 0.30...0.95)
    private static let aspectRatioLimits = (open: 0.15, span: 0.08, closed: 0.02...0.30)

    private(set) var state = CalibrationState.uncalibrated
    /// The neutral head pose so far; constant once frozen.
    var head: HeadPose? { neutralHead.pose }
    /// The head pose used to judge looks off the road.
    func look(_ head: HeadPose) -> HeadPose { neutralHead.look(head) }
    /// The rotation of the eyes of a driver who faces the road; nil while uncalibrated, and without
    /// blendshapes.
    var eyes: EyeRotation? { neutralEyes.rotation }
    /// The baseline of the blink coefficient.
    private(set) var blink = EyeBaseline.defaultBlink
    /// The baseline of the eye aspect ratio.
    private(set) var aspectRatio = EyeBaseline.defaultAspectRatio

    /// Whether the open eyes measure at least as narrow as open eyes can be.
    var areEyesNarrow: Bool {
        max(aspectRatio.open.left, aspectRatio.open.right) <= Self.aspectRatioLimits.open
    }

    private var neutralHead = NeutralHeadEstimator()
    private var neutralEyes = NeutralEyesEstimator()
    private var openBlink = OpenEyeEstimator()
    private var openAspectRatio = OpenEyeEstimator()
    private var closedEyes = ClosedEyeEstimator()
    private var frames = 0
    private var time = 0
    private var lastPitch: Double?
    private var isNodding = false

    /// Learns the head pose of a frame. Call it before reading `head` and before learning the eyes.
    mutating func learn(_ head: HeadPose, _ tick: Tick) {
        // From the absolute pitch, because the relative one also changes with the median.
        let change = lastPitch.map { abs(head.pitch - $0) } ?? 0
        isNodding = change * 1000 > Self.maxPitchRate * Double(tick.step) && tick.step > 0
        lastPitch = head.pitch
        guard state != .frozen else { return }
        neutralHead.add(head, tick)
    }

    /// Learns the used eyes of a frame; `head` is relative to the neutral pose.
    mutating func learn(
        _ eyes: EyePair, rotation: EyeRotation?, _ head: HeadPose, _ tick: Tick
    ) {
        let (left, right) = eyes.used
        guard abs(head.yaw) < Self.maxYaw, let blink = Self.mean(left?.blink, right?.blink),
            let ratio = Self.mean(left?.aspectRatio, right?.aspectRatio)
        else { return interrupt() }
        refineClosedEyes(blink: blink, ratio: ratio, eyes, head.pitch, tick)
        frames += 1
        time += tick.step
        if !isNodding {
            openBlink.add(left: left?.blink, right: right?.blink)
            openAspectRatio.add(left: left?.aspectRatio, right: right?.aspectRatio)
            if state != .frozen, let rotation { neutralEyes.add(rotation) }
        }
        advance()
    }

    private static func mean(_ left: Double?, _ right: Double?) -> Double? {
        guard let left, let right else { return left ?? right }
        return (left + right) / 2
    }

    /// Records that the eyes could not be read.
    mutating func interrupt() { closedEyes.interrupt() }

    /// Updates baselines and state when enough has been learned.
    private mutating func advance() {
        if state == .frozen {
            guard time >= Self.frozenTime else { return }
            time = 0
            blink.open = openBlink.refined(blink.open, closed: blink.closed)
            aspectRatio.open = openAspectRatio.refined(
                aspectRatio.open, closed: aspectRatio.closed)
            applyLimits()
        } else if frames >= Self.provisionalFrames, openBlink.isReady {
            let isComplete = Elapsed.reached(time, Self.frozenTime)
            guard isComplete || state == .uncalibrated || frames.isMultiple(of: Self.medianInterval)
            else { return }
            if let open = openBlink.medians { blink.open = open }
            if let open = openAspectRatio.medians { aspectRatio.open = open }
            neutralEyes.update()
            applyLimits()
            state = isComplete ? .frozen : .provisional
            guard isComplete else { return }
            neutralHead.finish()
            openBlink.freeze(blink.open)
            openAspectRatio.freeze(aspectRatio.open)
            time = 0
        }
    }

    /// Learns the closed eyes from blinks, once the open eyes are known.
    ///
    /// Lids that close further than the default take effect at once; other values take more blinks.
    private mutating func refineClosedEyes(
        blink: Double, ratio: Double, _ eyes: EyePair, _ pitch: Double, _ tick: Tick
    ) {
        guard let baseline = state == .uncalibrated ? openBlink.firstMedians : self.blink.open,
            let open = Self.mean(
                eyes.usesLeft ? baseline.left : nil, eyes.usesRight ? baseline.right : nil)
        else { return }
        let isBlink = closedEyes.update(
            blink: blink, open: open, aspectRatio: ratio, pitch: pitch, tick)
        guard isBlink else { return }
        if let closed = closedEyes.closed {
            self.blink.closed = closed.blink
            aspectRatio.closed = closed.aspectRatio
        } else if let lowest = closedEyes.lowestRatio {
            aspectRatio.closed = min(aspectRatio.closed, lowest)
        }
        applyLimits()
    }

    /// Keeps the open and closed baselines in range and apart.
    private mutating func applyLimits() {
        let limits = Self.blinkLimits
        blink.open.left = min(blink.open.left, limits.open)
        blink.open.right = min(blink.open.right, limits.open)
        blink.closed = max(
            blink.closed.clamped(to: limits.closed),
            max(blink.open.left, blink.open.right) + limits.span)
        let ratio = Self.aspectRatioLimits
        aspectRatio.open.left = max(aspectRatio.open.left, ratio.open)
        aspectRatio.open.right = max(aspectRatio.open.right, ratio.open)
        aspectRatio.closed = min(
            aspectRatio.closed.clamped(to: ratio.closed),
            min(aspectRatio.open.left, aspectRatio.open.right) - ratio.span)
    }
}

extension DriverCalibration {
    /// Normalizes one eye to the driver's own range.
    func signal(_ eye: EyeMeasurement, isLeft: Bool, isUsed: Bool) -> EyeSignal {
        func openness(_ baseline: EyeBaseline, _ value: Double?) -> Double? {
            isLeft
                ? baseline.openness(left: value, right: nil)
                : baseline.openness(left: nil, right: value)
        }
        let byRatio = openness(aspectRatio, eye.aspectRatio)
        return EyeSignal(
            openness: openness(blink, eye.blink) ?? byRatio ?? 1, aspectRatio: eye.aspectRatio,
            opennessByAspectRatio: byRatio ?? 1, isUsed: isUsed)
    }
}

/// How long the driver of a moving vehicle has been in view without the calibration becoming provisional.
struct CalibrationTimeout {
    /// The limit in milliseconds: the time of a complete calibration.
    private static let limit = 60_000

    private var time = 0

    /// Whether the driver is still uncalibrated after the limit.
    var isExpired: Bool { Elapsed.reached(time, Self.limit) }

    mutating func update(
        _ reading: SanitizedReading, _ calibration: CalibrationState, learns: Bool, _ tick: Tick
    ) {
        guard calibration == .uncalibrated else { return time = 0 }
        if reading.isFacePresent, learns { time += tick.step }
    }
}
