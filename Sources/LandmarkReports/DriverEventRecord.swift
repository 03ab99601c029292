package import DriverMonitoring
package import LandmarkCore

/// A line of the event log: an event when it fires, and again when it ends.
package struct DriverEventRecord: Sendable, Hashable {
    /// The state of the event when the record was made.
    package enum Phase: String, Sendable {
        /// The event fired and continues.
        case fired
        /// The event, recorded before when it fired, ended.
        case ended
        /// The event was already over when it fired; this is its only record.
        case complete
    }

    /// The reason why an event ended.
    package enum Ending: String, Sendable {
        /// The end was observed.
        case observed = "seen"
        /// The input ended.
        case inputEnd
        /// The input could not be read further.
        case inputFailure
        /// A result could not be written.
        case outputFailure
        /// The run was interrupted.
        case interruption
    }

    package let event: DriverEvent
    package let phase: Phase
    /// nil while the event continues.
    package let ending: Ending?
}

extension DriverResult {
    /// The records of the frame's events, at most one per event, in order of their ids.
    package var eventRecords: [DriverEventRecord] {
        if firedEvents.isEmpty, endedEvents.isEmpty { return [] }
        let fired = Set(firedEvents.map(\.id))
        let ended = Set(endedEvents.map(\.id))
        let records =
            firedEvents.filter { !ended.contains($0.id) }
            .map { DriverEventRecord(event: $0, phase: .fired, ending: nil) }
            + endedEvents.map {
                DriverEventRecord(
                    event: $0, phase: fired.contains($0.id) ? .complete : .ended, ending: .observed)
            }
        return records.sorted { $0.event.id < $1.event.id }
    }
}

/// The events that have fired but not ended.
package struct OpenEvents {
    private var events: [Int: DriverEvent] = [:]

    package init() {}

    /// Updates the open events from a frame's records.
    package mutating func update(_ records: [DriverEventRecord]) {
        for record in records {
            events[record.event.id] = record.phase == .fired ? record.event : nil
        }
    }

    /// Ends all open events at the timestamp of the last frame.
    package mutating func end(
        at timestamp: Timestamp, _ ending: DriverEventRecord.Ending
    ) -> [DriverEventRecord] {
        defer { events = [:] }
        return events.values.sorted { $0.id < $1.id }.map { event in
            var event = event
            event.end = max(timestamp, event.fire)
            return DriverEventRecord(event: event, phase: .ended, ending: ending)
        }
    }
}

extension RunEnding {
    /// The reason why events in progress ended.
    package var ofOpenEvents: DriverEventRecord.Ending {
        switch self {
        case .complete: .inputEnd
        case .interrupted: .interruption
        case .inputFailed: .inputFailure
        case .outputFailed: .outputFailure
        }
    }
}

extension DriverEventRecord {
    /// The event as a line of text.
    package var sentence: String {
        let time = TimeText.clock(Double(event.start.milliseconds), places: 2)
        let duration = TimeText.duration(event.duration * 1000)
        let name = event.levels.map { "LEVEL \($0.from.rawValue) → \($0.to.rawValue)" }
        var text = "\(time)  \(name ?? event.kind.rawValue)"
        if event.levels == nil { text += "  \(duration)\(phase == .fired ? ", ongoing" : "")" }
        if phase == .ended { text += ", over" }
        let reason = event.reason?.displayName ?? event.eyeUnreadableReason?.description
        return reason.map { "\(text)  (\($0))" } ?? text
    }
}
