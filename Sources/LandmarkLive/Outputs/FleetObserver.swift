#if os(Linux)
import LandmarkReports
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays

/// Publishes the results of a live run; see `--mqtt`.
struct FleetObserver: LiveObserver {
    /// The state published to the broker.
    private struct Status: Equatable {
        var task = ""
        var runs = false
        var found = 0
        /// The driver's level; nil while it is unknown, and for other tasks.
        var level: Int?
        /// Whether an alert is active; nil while unknown.
        var isAlert: Bool? = false
        /// The repetitions of everyone together.
        var count: Int?
        var lastEvent: String?
    }

    let publisher: MQTTPublisher
    private let newest = Mutex((status: Status(), told: MonotonicTime.now))

    init(_ publisher: MQTTPublisher) { self.publisher = publisher }

    func begin(_ session: LiveSession) {
        change { $0 = Status(task: session.settings.task, runs: true, lastEvent: $0.lastEvent) }
    }

    func add(_ result: LiveResult) {
        tell(result.output.events)
        change { status in
            status.found = result.output.content.count
            switch result.output.content {
            case .driver(let driver, _):
                status.level = result.isStarved ? nil : driver.knownLevel?.rawValue
                status.isAlert = result.isStarved ? nil : driver.isAlert
            case .exercise(let people, _):
                status.count = people.reduce(0) { $0 + ($1.result.status?.count ?? 0) }
            default: break
            }
        }
    }

    /// The next frame restores the status.
    func setStarved(_ isStarved: Bool) {
        guard isStarved else { return }
        change { status in
            guard status.task == LiveTaskKind.drive.rawValue else { return }
            (status.level, status.isAlert) = (nil, nil)
        }
    }

    func end(_ events: [LiveEvent]) {
        tell(events)
        change { ($0.runs, $0.isAlert, $0.level, $0.found) = (false, false, nil, 0) }
    }

    private func tell(_ events: [LiveEvent]) {
        for event in events {
            publisher.publish(event: event.json)
            change { $0.lastEvent = event.sentence }
        }
    }

    /// Publishes the state if it has changed.
    private func change(_ body: (inout Status) -> Void) {
        let status: Status? = newest.withLock { newest in
            var before = newest.status
            body(&newest.status)
            // The number in sight may change with every frame, so it is published at most once a second.
            if newest.told.elapsedSeconds < 1 { before.found = newest.status.found }
            guard newest.status != before else { return nil }
            newest.told = .now
            return newest.status
        }
        if let status { publisher.publish(state: Self.json(status)) }
    }

    private static func json(_ status: Status) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("task")
            json.string(status.task)
            json.key("running")
            json.flag(status.runs)
            json.key("found")
            json.integer(status.found)
            json.key("alert")
            json.optional(status.isAlert) { $1.flag($0) }
            json.key("level")
            json.optional(status.level) { $1.integer($0) }
            json.key("repetitions")
            json.optional(status.count) { $1.integer($0) }
            json.key("lastEvent")
            json.optional(status.lastEvent) { $1.string($0) }
        }
        return json.bytes
    }
}

/// Home Assistant's MQTT discovery, which makes it show the state.
enum HomeAssistant {
    /// Topics and payloads for a publisher with a name and a prefix.
    static func announcements(
        _ name: String, prefix: String
    ) -> [(topic: String, payload: [UInt8])] {
        let id = "landmark_" + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return [
            (
                "homeassistant/binary_sensor/\(id)/alert/config",
                entity(
                    "Alert", id: "\(id)_alert", of: name, prefix,
                    // Home Assistant treats None as unknown.
                    value: "{{ 'None' if value_json.alert is none"
                        + " else 'ON' if value_json.alert else 'OFF' }}",
                    extra: [("device_class", "problem")])
            ),
            (
                "homeassistant/sensor/\(id)/level/config",
                entity(
                    "Fatigue level", id: "\(id)_level", of: name, prefix,
                    value: "{{ value_json.level }}", extra: [])
            ),
            (
                "homeassistant/sensor/\(id)/event/config",
                entity(
                    "Last event", id: "\(id)_event", of: name, prefix,
                    value: "{{ value_json.lastEvent }}", extra: [])
            ),
        ]
    }

    private static func entity(
        _ title: String, id: String, of name: String, _ prefix: String, value: String,
        extra: [(String, String)]
    ) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            let members =
                [
                    ("name", title), ("unique_id", id), ("state_topic", "\(prefix)/state"),
                    ("value_template", value), ("availability_topic", "\(prefix)/status"),
                ] + extra
            for (key, text) in members {
                json.key(key)
                json.string(text)
            }
            json.key("device")
            json.object { json in
                json.key("identifiers")
                json.array { $0.string("landmark_\(name)") }
                json.key("name")
                json.string("landmark \(name)")
                json.key("manufacturer")
                json.string("LandmarkKit")
                json.key("sw_version")
                json.string(Version.current)
            }
        }
        return json.bytes
    }
}
#endif
