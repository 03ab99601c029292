import DriverMonitoring
import LandmarkCore

/// An event as one line tells it: when it fires, and again when it ends.
struct ToldEvent: Sendable, Hashable {
    /// What the line says of the event.
    enum Phase: String, Sendable {
        /// It fired and goes on.
        case fired
        /// It was told when it fired, and is over.
        case ended
        /// It fired when it was over, and is told once.
        case complete
    }

    /// Why it ended.
    enum Ending: String, Sendable {
        /// Its end was seen.
        case seen
        /// The input came to its end.
        case inputEnd
        /// The input could not be read on.
        case inputFailure
        /// A result could not be written.
        case outputFailure
        /// Somebody stopped the run.
        case interruption
    }

    let event: DriverEvent
    let phase: Phase
    /// nil while it goes on.
    let ending: Ending?
}

extension DriverResult {
    /// What the frame has to tell of events, each once, in the order of their numbers.
    var toldEvents: [ToldEvent] {
        if firedEvents.isEmpty, endedEvents.isEmpty { return [] }
        let fired = Set(firedEvents.map(\.id))
        let ended = Set(endedEvents.map(\.id))
        let told =
            firedEvents.filter { !ended.contains($0.id) }
            .map { ToldEvent(event: $0, phase: .fired, ending: nil) }
            + endedEvents.map {
                ToldEvent(
                    event: $0, phase: fired.contains($0.id) ? .complete : .ended, ending: .seen)
            }
        return told.sorted { $0.event.id < $1.event.id }
    }
}

/// The events that have fired and whose end is not known yet.
struct OpenEvents {
    private var events: [Int: DriverEvent] = [:]

    /// Notes what a frame tells.
    mutating func note(_ told: [ToldEvent]) {
        for line in told {
            events[line.event.id] = line.phase == .fired ? line.event : nil
        }
    }

    /// The ends of all that is open, with the last frame's time for theirs.
    mutating func end(at time: Timestamp, by ending: ToldEvent.Ending) -> [ToldEvent] {
        defer { events = [:] }
        return events.values.sorted { $0.id < $1.id }.map { event in
            var event = event
            event.end = max(time, event.fire)
            return ToldEvent(event: event, phase: .ended, ending: ending)
        }
    }
}
