/// Follows looks off the road: long ones, repeated short ones, and those that do not end.
///
/// It judges by the gaze if that is measured (`DriverReading.gaze`), and otherwise by the head pose relative
/// to the driver's neutral pose (`DriverReading.look`). A look during which the face is lost is bridged for
/// 0.5 s and then dropped; the time it added to the 30 s window stays.
struct OffRoadMachine {
    /// Head angles in degrees beyond which the driver looks off the road, to either side and down.
    static let yaw = 20.0
    static let pitch = -18.0
    /// Head angles within which the driver looks at the road again (hysteresis).
    static let yawBack = 16.0
    static let pitchBack = -14.0
    /// The duration of all looks in the window, in milliseconds.
    static let short = 10_000
    /// Time on the road after which earlier looks are discarded.
    static let reset = 2000
    /// Time after the warning by which the gaze must be back.
    static let responseTime = 3000
    /// Time after which distraction ends when the head cannot be seen.
    private static let unseenLimit = 10_000
    private static let slots: [EventTracker.Slot] = [
        .distractionLong, .distractionShort, .unresponsiveGaze,
    ]

    /// Whether the driver looks off the road; nil when the head cannot be seen.
    private(set) var isOff: Bool?
    private var offSince: Int?
    private var onSince: Int?
    private var lastSeen: Int?
    /// The last frame with a head pose that accounts for the time before it.
    private var lastFollowed: Int?
    private var window = OffRoadWindow()
    private var gaze: GazeFollower

    init(zones: GazeZones) { gaze = GazeFollower(zones: zones) }

    /// The name of the zone that the driver looks at; nil while the gaze is not measured.
    var zoneName: String? { gaze.zoneName }

    /// The length of the current look off the road, in milliseconds.
    func length(_ now: Int) -> Int { offSince.map { now - $0 } ?? 0 }

    /// Processes a frame; `limit` is the longest look off the road in milliseconds, or nil when looks do not
    /// count.
    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, limit: Int?, _ events: inout EventTracker
    ) {
        if tick.gapStart != nil { bridge(tick.now, &events) }
        if limit == nil { discard(at: tick.now, &events) }
        window.trim(tick.now)
        gaze.update(reading, tick)
        guard let head = reading.look else { return bridge(tick.now, &events) }
        lastSeen = tick.now
        if tick.step > 0 || lastFollowed == nil { lastFollowed = tick.now }
        let isHeadOff = Self.isOff(head, before: isOff ?? false)
        let isOff = gaze.isOff ?? isHeadOff
        self.isOff = isOff
        guard let limit else { return }
        if isOff {
            window.add(tick)
            // A turned head hides the eyes even of a driver who is seen well.
            let isSure = reading.isUsable || reading.unreadableReason == .turnedAway
            let confidence =
                !isSure
                ? EvidenceConfidence.lookWithoutEyes
                : isHeadOff ? 1 : EvidenceConfidence.lookByEyes
            lookAway(head, byEyes: !isHeadOff, tick.now, limit, confidence, &events)
        } else {
            lookBack(tick.now, &events)
        }
        if window.sum + Elapsed.rounding >= Self.short, !events.isActive(.distractionShort) {
            events.fire(
                .distractionShort, start: window.start ?? tick.now, now: tick.now,
                peak: Double(window.sum) / 1000, gazeZone: zoneName)
        }
        events.raisePeak(of: .distractionShort, to: Double(window.sum) / 1000)
    }

    static func isOff(_ head: HeadPose, before: Bool) -> Bool {
        let isInside = abs(head.yaw) <= yawBack && head.pitch >= pitchBack
        let isOutside = abs(head.yaw) > yaw || head.pitch < pitch
        return before ? !isInside : isOutside
    }

    private mutating func lookAway(
        _ head: HeadPose, byEyes: Bool, _ now: Int, _ limit: Int, _ confidence: Double,
        _ events: inout EventTracker
    ) {
        onSince = nil
        let start = offSince ?? now
        offSince = start
        let look = gaze.gaze ?? GazeEstimate(pitch: head.pitch, yaw: head.yaw)
        let angle = max(abs(look.yaw), -look.pitch)
        let reason: DriverEventReason =
            byEyes ? .eyesAverted : abs(head.yaw) > Self.yawBack ? .headTurned : .headLowered
        if let warning = events.fireTime(.distractionLong) {
            events.raisePeak(of: .distractionLong, to: angle)
            let isUnanswered =
                start <= warning && Elapsed.reached(now - warning, Self.responseTime)
            if isUnanswered, !events.isActive(.unresponsiveGaze) {
                events.fire(
                    .unresponsiveGaze, start: start, now: now, peak: angle, reason: .gazeAway,
                    confidence: confidence, incident: events.incident(.distractionLong),
                    gazeZone: zoneName)
            }
        } else if Elapsed.reached(now - start, limit) {
            events.fire(
                .distractionLong, start: start, now: now, peak: angle, reason: reason,
                confidence: confidence, incident: events.newIncident(), gazeZone: zoneName)
        }
        events.raisePeak(of: .unresponsiveGaze, to: angle)
    }

    private mutating func lookBack(_ now: Int, _ events: inout EventTracker) {
        offSince = nil
        let start = onSince ?? now
        onSince = start
        guard Elapsed.reached(now - start, Self.reset) else { return }
        window.removeAll()
        for slot in Self.slots { events.end(slot, at: start) }
    }

    /// Keeps or drops the current look in a frame without a head pose.
    private mutating func bridge(_ now: Int, _ events: inout EventTracker) {
        guard let lastSeen, Elapsed.exceeds(now - lastSeen) else { return }
        isOff = nil
        offSince = nil
        onSince = nil
        guard let lastFollowed, Elapsed.exceeds(now - lastFollowed, limit: Self.unseenLimit) else {
            return
        }
        for slot in Self.slots { events.end(slot, at: lastFollowed) }
    }

    /// Ends all distraction events and discards earlier looks.
    private mutating func discard(at time: Int, _ events: inout EventTracker) {
        for slot in Self.slots { events.end(slot, at: time) }
        isOff = nil
        offSince = nil
        onSince = nil
        window.removeAll()
    }
}

/// The time off the road within the last 30 s, for visual attention time sharing (VATS): repeated
/// short looks that add up.
struct OffRoadWindow {
    private struct Run {
        /// Its first frame, which accounts for time before it.
        var first: Int
        var end: Int
        var length: Int
    }

    /// In milliseconds.
    private static let length = 30_000

    private var runs = RingBuffer<Run>(capacity: 1024)
    /// The time off the road in the window, in milliseconds.
    private(set) var sum = 0
    /// The start of the first look in the window; nil if it has none.
    var start: Int? { runs.oldest?.first }

    /// Adds the time that a frame off the road accounts for.
    mutating func add(_ tick: Tick) {
        guard tick.step > 0 else { return }
        if let last = runs.newest, last.end == tick.now - tick.step {
            runs[runs.count - 1].end = tick.now
            runs[runs.count - 1].length += tick.step
        } else {
            if runs.isFull { removeOldest() }
            runs.append(Run(first: tick.now, end: tick.now, length: tick.step))
        }
        sum += tick.step
    }

    /// Drops the time that has left the window, to the millisecond.
    mutating func trim(_ now: Int) {
        let start = now - Self.length
        while let run = runs.oldest {
            if run.end <= start {
                removeOldest()
                continue
            }
            let outside = start - (run.end - run.length)
            if outside > 0 {
                runs[0].first = max(run.first, start)
                runs[0].length -= outside
                sum -= outside
            }
            return
        }
    }

    mutating func removeAll() {
        runs.removeAll()
        sum = 0
    }

    private mutating func removeOldest() {
        sum -= runs.oldest?.length ?? 0
        runs.removeOldest()
    }
}
