/// Learns a driver's own open and closed eyes and his usual head, and freezes them.
///
/// The driver is taken to be awake at first. After a minute the head is frozen, and the eyes may
/// measure opener but hardly less open: else a baseline follows a driver into sleep.
struct DriverCalibration {
    /// So many usable frames make the calibration provisional, when half of them can be learned
    /// from.
    static let provisional = 90
    /// So much usable time freezes it, in milliseconds.
    static let frozen = 60_000
    /// Frames that turn further from the usual head do not count, in degrees.
    static let yaw = 15.0
    /// Those in which the head nods faster are not learned from, in degrees a second.
    static let pitchRate = 30.0
    /// Medians change slowly, and are taken anew every so many frames.
    private static let interval = 15
    /// Open eyes are not taken to measure as closed as this, nor closed ones as open.
    private static let blinkLimits = (open: 0.40, range: 0.25, closed: 0.30...0.95)
    private static let ratioLimits = (open: 0.15, range: 0.08, closed: 0.02...0.30)

    private(set) var state = CalibrationState.usualValues
    private(set) var head: HeadPose?
    private(set) var blink = EyeBaseline.usualBlink
    private(set) var aspectRatio = EyeBaseline.usualAspectRatio

    private var usualHead = UsualHead()
    private var blinks = OpenEyes()
    private var ratios = OpenEyes()
    private var peaks = BlinkPeaks()
    private var frames = 0
    private var time = 0
    private var lastPitch: Double?

    /// Learns the head of a frame; before the eyes, and before `head` is asked for.
    mutating func learn(_ head: HeadPose) {
        guard state != .frozen else { return }
        usualHead.add(head)
        if frames < Self.provisional || frames.isMultiple(of: Self.interval) {
            self.head = usualHead.pose
        }
    }

    /// Learns the eyes of a frame in which both could be read; `head` is relative.
    mutating func learn(_ eyes: RawEyes, _ head: HeadPose, _ tick: Tick) {
        let rate = lastPitch.map {
            tick.step > 0 ? abs(head.pitch - $0) * 1000 / Double(tick.step) : 0
        }
        lastPitch = head.pitch
        guard let left = eyes.left, let right = eyes.right, let leftBlink = left.blink,
            let rightBlink = right.blink, abs(head.yaw) < Self.yaw
        else { return interrupt() }
        refine(
            blink: (leftBlink + rightBlink) / 2,
            ratio: (left.aspectRatio + right.aspectRatio) / 2, head.pitch, tick)
        frames += 1
        time += tick.step
        if (rate ?? 0) <= Self.pitchRate {
            blinks.add(left: leftBlink, right: rightBlink)
            ratios.add(left: left.aspectRatio, right: right.aspectRatio)
        }
        settle()
    }

    /// The eyes could not be read.
    mutating func interrupt() { peaks.interrupt() }

    /// Takes over what has been learned, when it is time.
    private mutating func settle() {
        if state == .frozen {
            guard time >= Self.frozen else { return }
            time = 0
            if let open = blinks.renewed(closed: blink.closed) { blink.open = open }
            if let open = ratios.renewed(closed: aspectRatio.closed) { aspectRatio.open = open }
            limit()
        } else if frames >= Self.provisional, blinks.count >= Self.provisional / 2 {
            let isEnough = Elapsed.reached(time, Self.frozen)
            guard isEnough || state == .usualValues || frames.isMultiple(of: Self.interval)
            else { return }
            takeMedians()
            state = isEnough ? .frozen : .provisional
            guard isEnough else { return }
            head = usualHead.pose
            blinks.freeze(blink.open)
            ratios.freeze(aspectRatio.open)
            time = 0
        }
    }

    private mutating func takeMedians() {
        if let open = blinks.medians { blink.open = open }
        if let open = ratios.medians { aspectRatio.open = open }
        limit()
    }
}

extension DriverCalibration {
    /// Learns from blinks, once open eyes are known.
    private mutating func refine(blink: Double, ratio: Double, _ pitch: Double, _ tick: Tick) {
        guard state != .usualValues else { return }
        let open = (self.blink.open.left + self.blink.open.right) / 2
        let isBlink = peaks.update(
            blink: blink, open: open, aspectRatio: ratio, pitch: pitch, tick)
        guard isBlink, let closed = peaks.closed else { return }
        self.blink.closed = closed.blink
        aspectRatio.closed = closed.aspectRatio
        limit()
    }

    /// Keeps open and closed eyes apart, whatever was learned.
    private mutating func limit() {
        let limits = Self.blinkLimits
        blink.open.left = min(blink.open.left, limits.open)
        blink.open.right = min(blink.open.right, limits.open)
        blink.closed = max(
            blink.closed.clamped(to: limits.closed),
            max(blink.open.left, blink.open.right) + limits.range)
        let ratio = Self.ratioLimits
        aspectRatio.open.left = max(aspectRatio.open.left, ratio.open)
        aspectRatio.open.right = max(aspectRatio.open.right, ratio.open)
        aspectRatio.closed = min(
            aspectRatio.closed.clamped(to: ratio.closed),
            min(aspectRatio.open.left, aspectRatio.open.right) - ratio.range)
    }
}
