import DriverMonitoring
import LandmarkCore

/// An event's place in time, as a report shows it; neighbors may have been joined.
struct EventSpan: Sendable {
    let kind: DriverEventKind
    /// Milliseconds.
    var start: Int
    /// Milliseconds.
    var end: Int
    /// How many events it stands for.
    var count = 1
}

/// The spans of a run of any length in bounded memory: of each kind at most `limit`; more are
/// joined where they are nearest.
struct SpanHistory: Sendable {
    static let limit = 400

    private var kinds: [DriverEventKind: Spans] = [:]

    fileprivate struct Spans {
        var spans: [EventSpan] = []
        /// Spans nearer than this, in milliseconds, are joined.
        var gap = 0
    }

    /// The spans of one kind in the order of time.
    func spans(of kind: DriverEventKind) -> [EventSpan] { kinds[kind]?.spans ?? [] }

    /// Adds an event that is over.
    mutating func add(_ event: DriverEvent) {
        let end = (event.end ?? event.fire).milliseconds
        var known = kinds[event.kind] ?? Spans()
        known.join(EventSpan(kind: event.kind, start: event.start.milliseconds, end: end))
        while known.spans.count > Self.limit {
            known.gap = max(1, known.gap * 2)
            let finer = known.spans
            known.spans.removeAll(keepingCapacity: true)
            for span in finer { known.join(span) }
        }
        kinds[event.kind] = known
    }
}

extension SpanHistory.Spans {
    fileprivate mutating func join(_ span: EventSpan) {
        if gap > 0, let last = spans.last, span.start - last.end < gap {
            spans[spans.count - 1].end = max(last.end, span.end)
            spans[spans.count - 1].count += span.count
        } else {
            spans.append(span)
        }
    }
}
