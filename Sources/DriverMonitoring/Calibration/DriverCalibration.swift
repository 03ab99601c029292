/// Learns a driver's own open and closed eyes and his usual head, and freezes them.
///
/// The driver is taken to be awake at first. After a minute the head is frozen, and the eyes may
/// measure opener but hardly less open: else a baseline follows a driver into sleep.
struct DriverCalibration {
    /// So many usable frames make the calibration provisional, when half as many can be learned
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
    /// The driver's usual head: of all heads so far, and no more learned once it is frozen.
    var head: HeadPose? { usualHead.pose }
    private(set) var blink = EyeBaseline.usualBlink
    private(set) var aspectRatio = EyeBaseline.usualAspectRatio

    private var usualHead = UsualHead()
    private var blinks = OpenEyes()
    private var ratios = OpenEyes()
    private var peaks = BlinkPeaks()
    private var frames = 0
    private var time = 0
    private var lastPitch: Double?
    private var isNodding = false

    /// Learns the head of a frame; before the eyes, and before `head` is asked for.
    mutating func learn(_ head: HeadPose, _ tick: Tick) {
        // Of the head itself: the median moves as well.
        let nod = lastPitch.map { abs(head.pitch - $0) } ?? 0
        isNodding = nod * 1000 > Self.pitchRate * Double(tick.step) && tick.step > 0
        lastPitch = head.pitch
        guard state != .frozen else { return }
        usualHead.add(head)
    }

    /// Learns the eyes of a frame, those that count; `head` is relative.
    mutating func learn(_ eyes: RawEyes, _ head: HeadPose, _ tick: Tick) {
        let (left, right) = eyes.used
        guard abs(head.yaw) < Self.yaw, let blink = Self.mean(left?.blink, right?.blink),
            let ratio = Self.mean(left?.aspectRatio, right?.aspectRatio)
        else { return interrupt() }
        refine(blink: blink, ratio: ratio, eyes, head.pitch, tick)
        frames += 1
        time += tick.step
        if !isNodding {
            blinks.add(left: left?.blink, right: right?.blink)
            ratios.add(left: left?.aspectRatio, right: right?.aspectRatio)
        }
        settle()
    }

    private static func mean(_ left: Double?, _ right: Double?) -> Double? {
        guard let left, let right else { return left ?? right }
        return (left + right) / 2
    }

    /// The eyes could not be read.
    mutating func interrupt() { peaks.interrupt() }

    /// Takes over what has been learned, when it is time.
    private mutating func settle() {
        if state == .frozen {
            guard time >= Self.frozen else { return }
            time = 0
            blink.open = blinks.renewed(blink.open, closed: blink.closed)
            aspectRatio.open = ratios.renewed(aspectRatio.open, closed: aspectRatio.closed)
            limit()
        } else if frames >= Self.provisional, blinks.isKnown {
            let isEnough = Elapsed.reached(time, Self.frozen)
            guard isEnough || state == .usualValues || frames.isMultiple(of: Self.interval)
            else { return }
            takeMedians()
            state = isEnough ? .frozen : .provisional
            guard isEnough else { return }
            usualHead.settle()
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
    private mutating func refine(
        blink: Double, ratio: Double, _ eyes: RawEyes, _ pitch: Double, _ tick: Tick
    ) {
        let open = Self.mean(
            eyes.usesLeft ? self.blink.open.left : nil, eyes.usesRight ? self.blink.open.right : nil
        )
        guard state != .usualValues, let open else { return }
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
