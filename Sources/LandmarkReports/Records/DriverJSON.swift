package import DriverMonitoring
package import LandmarkCore

extension JSONText {
    /// Writes the result of a frame as members of an object.
    package mutating func members(of result: DriverResult) {
        key("fatigueScore")
        number(result.fatigueScore)
        key("confidence")
        number(result.confidence)
        key("fatigueLevel")
        integer(result.fatigueLevel.rawValue)
        member("isLevelKnown", result.isLevelKnown)
        key("isAlert")
        flag(result.isAlert)
        list("alerts", result.activeAlerts) { $0.string($1.name) }
        key("sound")
        optional(result.sound) { $1.string($0.name) }
        key("calibration")
        string(result.calibration.name)
        key("unvalidatedKss")
        array { json in
            json.integer(result.unvalidatedKSS.lowerBound)
            json.integer(result.unvalidatedKSS.upperBound)
        }
        key("attention")
        object { json in
            json.key("warning")
            json.string(result.attention.warning.rawValue)
            json.key("inattentiveSeconds")
            json.number(result.attention.inattentiveSeconds)
            json.key("terminalAlerts")
            json.integer(result.attention.terminalAlerts)
            json.key("terminalSeconds")
            json.number(result.attention.terminalSeconds)
            json.member("isLockedOut", result.attention.isLockedOut)
        }
        key("signals")
        object { $0.members(of: result.signals) }
        list("events", result.eventRecords) { $0.event($1) }
    }

    /// Writes an event as an object.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - file: The value of a last member `file`; nil to omit it.
    package mutating func event(_ record: DriverEventRecord, file: String? = nil) {
        let event = record.event
        object { json in
            json.key("event")
            json.string(event.kind.rawValue)
            json.key("phase")
            json.string(record.phase.rawValue)
            json.key("id")
            json.integer(event.id)
            json.key("startMs")
            json.integer(event.start.milliseconds)
            json.key("fireMs")
            json.integer(event.fire.milliseconds)
            json.key("endMs")
            json.optional(event.end) { $1.integer($0.milliseconds) }
            json.key("durationMs")
            json.integer((event.end ?? event.fire).milliseconds - event.start.milliseconds)
            json.key("peak")
            json.number(event.peak)
            json.key("reason")
            json.optional(event.reason) { $1.string($0.rawValue) }
            json.key("eyeUnreadableReason")
            json.optional(event.eyeUnreadableReason) { $1.string($0.name) }
            json.member("confidence", event.confidence)
            json.key("incident")
            json.optional(event.incident) { $1.integer($0) }
            if event.doubt > 0 { json.member("doubtSeconds", event.doubt) }
            json.key("gazeZone")
            json.optional(event.gazeZone) { $1.string($0) }
            if let levels = event.levels {
                json.key("fromLevel")
                json.integer(levels.from.rawValue)
                json.key("toLevel")
                json.integer(levels.to.rawValue)
                json.key("perclos180")
                json.number(levels.perclos180)
            }
            json.key("endedBy")
            json.optional(record.ending) { $1.string($0.rawValue) }
            if let file {
                json.key("file")
                json.string(file)
            }
        }
    }

    /// Writes the signals as members of an object, unknown ones as `null`.
    private mutating func members(of signals: DriverSignals) {
        member("isFacePresent", signals.isFacePresent)
        member("isUsable", signals.isUsable)
        member("eyeReadability", signals.eyeReadability)
        key("eyeUnreadableReason")
        optional(signals.eyeUnreadableReason) { $1.string($0.name) }
        member("smallEyeWidth", signals.eyeUnreadableReason?.eyeWidth)
        member("openness", signals.openness)
        member("opennessByAspectRatio", signals.opennessByAspectRatio)
        key("leftEye")
        optional(signals.leftEye) { $1.eye($0) }
        key("rightEye")
        optional(signals.rightEye) { $1.eye($0) }
        member("closureSeconds", signals.closureSeconds)
        member("perclos60", signals.perclos60)
        member("perclos180", signals.perclos180)
        key("blinks")
        optional(signals.blinks) { $1.blinks($0) }
        member("mouthOpenness", signals.mouthOpenness)
        member("mouthAspectRatio", signals.mouthAspectRatio)
        key("head")
        optional(signals.head) { $1.pose($0) }
        key("relativeHead")
        optional(signals.relativeHead) { $1.pose($0) }
        key("gaze")
        optional(signals.gaze) { gaze, json in
            json.object { json in
                json.member("pitch", gaze.pitch)
                json.member("yaw", gaze.yaw)
            }
        }
        key("gazeZone")
        optional(signals.gazeZone) { $1.string($0) }
        member("isOffRoad", signals.isOffRoad)
        member("offRoadSeconds", signals.offRoadSeconds)
        member("isPhonePose", signals.isPhonePose)
        key("yawns")
        integer(signals.yawns)
        key("nods")
        integer(signals.nods)
        key("microsleeps")
        integer(signals.microsleeps)
        member("usableShare", signals.usableShare)
        member("usableSeconds", signals.usableSeconds)
        member("visibility", signals.visibility)
        member("frameRate", signals.frameRate)
        member("speedKmh", signals.speed)
    }

    private mutating func eye(_ eye: EyeSignal) {
        object { json in
            json.member("openness", eye.openness)
            json.member("aspectRatio", eye.aspectRatio)
            json.member("opennessByAspectRatio", eye.opennessByAspectRatio)
            json.member("isUsed", eye.isUsed)
        }
    }

    private mutating func pose(_ pose: HeadPose) {
        object { json in
            json.member("pitch", pose.pitch)
            json.member("yaw", pose.yaw)
            json.member("roll", pose.roll)
        }
    }

    private mutating func blinks(_ blinks: BlinkStatistics) {
        object { json in
            json.key("count")
            json.integer(blinks.count)
            json.member("perMinute", blinks.perMinute)
            json.member("meanDuration", blinks.meanDuration)
            json.member("longShare", blinks.longShare)
        }
    }

    private mutating func member(_ name: String, _ value: Double?) {
        key(name)
        number(value)
    }

    private mutating func member(_ name: String, _ value: Bool?) {
        key(name)
        optional(value) { $1.flag($0) }
    }
}

extension EyeUnreadableReason {
    /// The width of the eyes in pixels, for a face that is too small.
    fileprivate var eyeWidth: Double? {
        if case .faceTooSmall(let width) = self { width } else { nil }
    }
}

// MARK: Names

extension DriverAlert {
    fileprivate var name: String {
        switch self {
        case .unresponsive: "UNRESPONSIVE"
        case .sleep: "SLEEP"
        case .microsleep: "MICROSLEEP"
        case .fatigue: "FATIGUE"
        case .distractionLong: "DISTRACTION_LONG"
        case .phoneLike: "PHONE_LIKE"
        case .distractionShort: "DISTRACTION_SHORT"
        case .degraded: "DEGRADED"
        }
    }
}

extension DriverSound {
    fileprivate var name: String {
        switch self {
        case .critical: "critical"
        case .fatigue: "fatigue"
        case .distraction: "distraction"
        case .notice: "notice"
        }
    }
}

extension CalibrationState {
    fileprivate var name: String {
        switch self {
        case .uncalibrated: "usualValues"
        case .provisional: "provisional"
        case .frozen: "frozen"
        }
    }
}
