import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports

extension JSONText {
    /// A line of JSON for a frame: `label`'s members and then those of `result`.
    static func line(_ result: DriverResult, _ label: FrameLabel) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            label.write(to: &json)
            json.members(of: result)
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// Writes what is known of a driver after a frame, as members of an object.
    mutating func members(of result: DriverResult) {
        key("fatigueScore")
        number(result.fatigueScore)
        key("confidence")
        number(result.confidence)
        key("fatigueLevel")
        integer(result.fatigueLevel.rawValue)
        key("isAlert")
        flag(result.isAlert)
        key("alerts")
        array { json in
            for alert in result.activeAlerts { json.string(alert.name) }
        }
        key("sound")
        optional(result.sound) { $1.string($0.name) }
        key("calibration")
        string(result.calibration.name)
        key("unvalidatedKss")
        array { json in
            json.integer(result.unvalidatedKSS.lowerBound)
            json.integer(result.unvalidatedKSS.upperBound)
        }
        key("signals")
        object { $0.members(of: result.signals) }
        key("events")
        array { json in
            for told in result.eventRecords { json.event(told) }
        }
    }

    /// Writes an event as an object.
    mutating func event(_ told: DriverEventRecord, file: String? = nil) {
        let event = told.event
        object { json in
            json.key("event")
            json.string(event.kind.rawValue)
            json.key("phase")
            json.string(told.phase.rawValue)
            json.key("id")
            json.integer(event.id)
            json.key("startMs")
            json.integer(event.start.milliseconds)
            json.key("fireMs")
            json.integer(event.fire.milliseconds)
            json.key("endMs")
            json.optional(event.end) { $1.integer($0.milliseconds) }
            json.key("durationMs")
            json.integer(
                (event.end ?? event.fire).milliseconds - event.start.milliseconds)
            json.key("peak")
            json.number(event.peak)
            json.key("reason")
            json.optional(event.reason) { $1.string($0.rawValue) }
            if let levels = event.levels { json.members(of: levels) }
            json.key("endedBy")
            json.optional(told.ending) { $1.string($0.rawValue) }
            if let file {
                json.key("file")
                json.string(file)
            }
        }
    }

    private mutating func members(of levels: DriverEvent.LevelChange) {
        key("fromLevel")
        integer(levels.from.rawValue)
        key("toLevel")
        integer(levels.to.rawValue)
        key("perclos180")
        number(levels.perclos180)
    }
}
