import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore

extension JSONText {
    /// Writes what was measured of a driver, as members of an object; `null` where it is unknown.
    mutating func members(of signals: DriverSignals) {
        member("isFacePresent", signals.isFacePresent)
        member("isUsable", signals.isUsable)
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

    private mutating func member(_ name: String, _ value: Double?) {
        key(name)
        number(value)
    }

    private mutating func member(_ name: String, _ value: Bool?) {
        key(name)
        optional(value) { $1.flag($0) }
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
}
