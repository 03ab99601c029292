// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension landmark_driver_options: SizedStructure {
    static let name = "landmark_driver_options"
    static let firstSize = 112

    init(defaults: Void) {
        self.init()
        size = MemoryLayout<Self>.size
        finds_orientation = true
        let defaults = DriverOptions()
        microsleep_duration = defaults.microsleepDuration
        learning_speed = defaults.learningSpeed
        notice_time = defaults.attention.notice
        prompt_time = defaults.attention.prompt
        terminal_time = defaults.attention.terminal
        max_terminal_alerts = Int32(clamping: defaults.lockOut?.alerts ?? 0)
        max_terminal_seconds = defaults.lockOut?.seconds ?? 0
        precision = LANDMARK_PRECISION_SINGLE
        device = LANDMARK_DEVICE_CPU
    }

    fileprivate func monitor() throws -> DriverMonitor {
        var options = DriverMonitorOptions(
            model: try modelSource(model_path, model_bytes, model_byte_count))
        options.isMirrored = is_mirrored
        options.findsOrientation = finds_orientation
        options.driver = try rules == nil ? assessment() : DriverOptions(json: text(rules, "rules"))
        if let count = try threadCount(threads) { options.landmarker.threads = count }
        options.landmarker.device = try computeDevice(device, precision)
        return try DriverMonitor(options: options)
    }

    private func assessment() throws(InterfaceError) -> DriverOptions {
        try Self.check(
            "microsleep_duration", microsleep_duration, DriverOptions.microsleepDurations)
        try Self.check("learning_speed", learning_speed, 0...1000)
        try Self.check("notice_time", notice_time, AttentionRules.times)
        let latest = AttentionRules.times.upperBound
        try Self.check("prompt_time", prompt_time, notice_time...latest)
        try Self.check("terminal_time", terminal_time, prompt_time...latest)
        let counts = LockOutRules.alertCounts
        try Self.check(
            "max_terminal_alerts", Double(max_terminal_alerts),
            Double(counts.lowerBound)...Double(counts.upperBound))
        try Self.check("max_terminal_seconds", max_terminal_seconds, LockOutRules.times)
        var options = uses_eu_rules ? DriverOptions.euRegulations : DriverOptions()
        options.microsleepDuration = microsleep_duration
        if is_right_hand_drive { options.gazeZones = .rightHandDrive }
        options.learningSpeed = learning_speed
        options.attention = AttentionRules(
            notice: notice_time, prompt: prompt_time, terminal: terminal_time)
        options.lockOut = LockOutRules(
            alerts: Int(max_terminal_alerts), seconds: max_terminal_seconds)
        return options
    }

    private static func check(
        _ name: String, _ value: Double, _ range: ClosedRange<Double>
    ) throws(InterfaceError) {
        guard !range.contains(value) else { return }
        throw InterfaceError.unknownValue(
            name: name, expected: "within \(range.lowerBound)…\(range.upperBound)", got: "\(value)")
    }
}

/// A driver monitor held by a caller, with the latest state.
private final class DriverHandle: Handle {
    private let monitor: DriverMonitor
    // SAFETY: used only while `lock` is held; the caller reads what it points to until the next
    // call.
    nonisolated(unsafe) private let shown = Shown()
    private let lock = Mutex(())

    /// The data that the caller reads.
    private final class Shown {
        let state = UnsafeMutablePointer<landmark_driver_state>.allocate(capacity: 1)
        let arena = Arena()

        init() { state.initialize(to: landmark_driver_state()) }

        deinit { state.deallocate() }
    }

    init(_ monitor: DriverMonitor) { self.monitor = monitor }

    func setSpeed(_ speed: Double) { monitor.speed = speed.isNaN ? nil : speed }

    func acknowledge() { monitor.acknowledge() }

    func reset() { monitor.reset() }

    func process(_ frame: Frame, hands: [Hand]?) throws -> UnsafePointer<landmark_driver_state> {
        try lock.withLock { _ in
            let update = try monitor.process(frame, context: DriverContext(hands: hands))
            shown.arena.removeAll()
            shown.state.pointee = try landmark_driver_state(update, shown.arena)
            return UnsafePointer(shown.state)
        }
    }
}

extension landmark_driver_state {
    fileprivate init(_ update: DriverUpdate, _ arena: Arena) throws(InterfaceError) {
        self.init()
        let result = update.result
        timestamp_ms = Int64(result.timestamp.milliseconds)
        fatigue_score = result.fatigueScore
        confidence = result.confidence
        fatigue_level = Int32(result.fatigueLevel.rawValue)
        is_level_known = result.isLevelKnown
        rotation_degrees = update.orientation.clockwiseDegrees
        if let name = result.sound?.rawValue { sound = try arena.string(name) }
        calibration = try arena.string(result.calibration.rawValue)
        alert_count = result.activeAlerts.count
        alerts = try arena.strings(result.activeAlerts.map(\.rawValue))
        try set(result.signals, arena)
        var shown: [landmark_driver_event] = []
        for event in result.firedEvents {
            shown.append(try landmark_driver_event(event, hasEnded: false, arena))
        }
        for event in result.endedEvents {
            shown.append(try landmark_driver_event(event, hasEnded: true, arena))
        }
        event_count = shown.count
        events = try arena.copy(shown)
        attention_warning = try arena.string(result.attention.warning.rawValue)
        inattentive_seconds = result.attention.inattentiveSeconds
        terminal_alerts = Int32(clamping: result.attention.terminalAlerts)
        terminal_seconds = result.attention.terminalSeconds
        is_locked_out = result.attention.isLockedOut
        device = try arena.string("\(update.landmarks.device)")
    }

    private mutating func set(
        _ signals: DriverSignals, _ arena: Arena
    ) throws(InterfaceError) {
        is_face_present = signals.isFacePresent
        is_usable = signals.isUsable
        if let reason = signals.eyeUnreadableReason {
            eyes_unreadable_reason = try arena.string(reason.name)
        }
        openness = signals.openness ?? .nan
        left_openness = signals.leftEye?.openness ?? .nan
        right_openness = signals.rightEye?.openness ?? .nan
        mouth_openness = signals.mouthOpenness ?? .nan
        closure_seconds = signals.closureSeconds ?? .nan
        perclos60 = signals.perclos60
        perclos180 = signals.perclos180
        head_pitch = signals.head?.pitch ?? .nan
        head_yaw = signals.head?.yaw ?? .nan
        head_roll = signals.head?.roll ?? .nan
        gaze_pitch = signals.gaze?.pitch ?? .nan
        gaze_yaw = signals.gaze?.yaw ?? .nan
        if let name = signals.gazeZone { gaze_zone = try arena.string(name) }
        is_off_road = signals.isOffRoad.map { $0 ? 1 : 0 } ?? -1
        off_road_seconds = signals.offRoadSeconds
        blinks_per_minute = signals.blinks?.perMinute ?? .nan
        yawns = Int32(clamping: signals.yawns)
        nods = Int32(clamping: signals.nods)
        microsleeps = Int32(clamping: signals.microsleeps)
    }
}

extension landmark_driver_event {
    fileprivate init(
        _ event: DriverEvent, hasEnded: Bool, _ arena: Arena
    ) throws(InterfaceError) {
        self.init()
        id = Int32(clamping: event.id)
        kind = try arena.string(event.kind.rawValue)
        if let name = event.reason?.rawValue ?? event.eyeUnreadableReason?.name {
            reason = try arena.string(name)
        }
        start_ms = Int64(event.start.milliseconds)
        fire_ms = Int64(event.fire.milliseconds)
        end_ms = event.end.map { Int64($0.milliseconds) } ?? -1
        confidence = event.confidence
        doubt = event.doubt
        incident = Int32(clamping: event.incident ?? 0)
        if let name = event.gazeZone { gaze_zone = try arena.string(name) }
        has_ended = hasEnded
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_options_init")
#endif
public func landmark_driver_options_init(
    _ options: UnsafeMutablePointer<landmark_driver_options>?, _ size: Int
) {
    landmark_driver_options.setDefaults(in: options, size: size)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_create")
#endif
public func landmark_driver_create(
    _ options: UnsafePointer<landmark_driver_options>?,
    _ driver: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    driver?.pointee = nil
    return status {
        let driver = try required(driver, "driver")
        let options = try landmark_driver_options(options, "options")
        driver.pointee = DriverHandle(try options.monitor()).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_process")
#endif
public func landmark_driver_process(
    _ driver: OpaquePointer?, _ image: UnsafePointer<landmark_image>?, _ timestamp_ms: Int64,
    _ hands: OpaquePointer?, _ state: UnsafeMutablePointer<UnsafePointer<landmark_driver_state>?>?
) -> landmark_status {
    status {
        let state = try required(state, "state")
        let frame = try landmark_image(image, "image").frame(at: timestamp_ms)
        let found = hands == nil ? nil : try ResultHandle.behind(hands, "hands").hands
        state.pointee = try DriverHandle.behind(driver, "driver").process(frame, hands: found)
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_set_speed")
#endif
public func landmark_driver_set_speed(_ driver: OpaquePointer?, _ speed: Double) {
    (try? DriverHandle.behind(driver, "driver"))?.setSpeed(speed)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_acknowledge")
#endif
public func landmark_driver_acknowledge(_ driver: OpaquePointer?) {
    (try? DriverHandle.behind(driver, "driver"))?.acknowledge()
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_reset")
#endif
public func landmark_driver_reset(_ driver: OpaquePointer?) {
    (try? DriverHandle.behind(driver, "driver"))?.reset()
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_driver_free")
#endif
public func landmark_driver_free(_ driver: OpaquePointer?) { DriverHandle.release(driver) }
