import LandmarkCore

/// The state of a frame in addition to its values, kept for several frames together.
protocol SeriesStatus: Sendable {
    /// Adds the state of later frames.
    mutating func merge(_ next: Self)
}

/// Consecutive frames of a series: the extremes and the mean of each value.
struct SeriesColumn<Status: SeriesStatus>: Sendable {
    /// The timestamp of the first frame in milliseconds.
    private(set) var start: Int
    /// The timestamp of the last frame in milliseconds.
    private(set) var end: Int
    private(set) var status: Status
    private var low: SIMD8<Float>
    private var high: SIMD8<Float>
    private var sum: SIMD8<Float>
    private var count: SIMD8<Float>

    /// Creates a column of one frame; values that are not finite are unknown.
    init(at milliseconds: Int, _ values: SIMD8<Float>, _ status: Status) {
        start = milliseconds
        end = milliseconds
        self.status = status
        // For NaN and infinity, the difference is NaN, which equals nothing.
        let isKnown = values - values .== SIMD8(repeating: 0)
        low = SIMD8(repeating: .infinity).replacing(with: values, where: isKnown)
        high = SIMD8(repeating: -.infinity).replacing(with: values, where: isKnown)
        sum = SIMD8(repeating: 0).replacing(with: values, where: isKnown)
        count = SIMD8(repeating: 0).replacing(with: 1, where: isKnown)
    }

    /// Summary of one value in a column.
    struct Extent {
        let min: Double
        let max: Double
        let mean: Double
        /// The number of frames in which the value is known.
        let count: Double
    }

    /// The summary of the value at `index`, or nil if it is unknown in every frame.
    func extent(of index: Int) -> Extent? {
        guard count[index] > 0 else { return nil }
        return Extent(
            min: Double(low[index]), max: Double(high[index]),
            mean: Double(sum[index] / count[index]), count: Double(count[index]))
    }

    /// Adds the frames of the column that follows.
    mutating func merge(_ next: SeriesColumn) {
        end = next.end
        low = pointwiseMin(low, next.low)
        high = pointwiseMax(high, next.high)
        sum += next.sum
        count += next.count
        status.merge(next.status)
    }
}

/// Up to eight values over a run of any length, in bounded memory.
///
/// There are at most `limit` columns, all of equal duration; when one more is needed, that duration is
/// doubled.
struct SeriesHistory<Status: SeriesStatus>: Sendable {
    static var limit: Int { 4096 }

    /// The columns that contain frames, in order of time.
    private(set) var columns: [SeriesColumn<Status>] = []
    /// The duration of a column in milliseconds.
    private(set) var columnDuration = 1
    private(set) var frames = 0
    /// The timestamps of the first and the last frame in milliseconds.
    private(set) var first = 0
    private(set) var last = 0

    /// Adds a frame, which must be later than those before it.
    mutating func add(at milliseconds: Int, _ values: SIMD8<Float>, _ status: Status) {
        if frames == 0 { first = milliseconds }
        last = milliseconds
        frames += 1
        append(SeriesColumn(at: milliseconds, values, status))
        while columns.count > Self.limit {
            columnDuration *= 2
            let finer = columns
            columns.removeAll(keepingCapacity: true)
            for column in finer { append(column) }
        }
    }

    private mutating func append(_ column: SeriesColumn<Status>) {
        if let last = columns.last, slot(of: last) == slot(of: column) {
            columns[columns.count - 1].merge(column)
        } else {
            columns.append(column)
        }
    }

    private func slot(of column: SeriesColumn<Status>) -> Int {
        Int((Double(column.start) / Double(columnDuration)).rounded(.down))
    }

    /// The mean time between frames in milliseconds; 0 for a single frame.
    var step: Double { frames > 1 ? Double(last - first) / Double(frames - 1) : 0 }

    /// The time from the first frame to the end of the last one in milliseconds.
    var duration: Double { Double(last - first) + step }

    /// Lines end at gaps between columns that are longer than this, in milliseconds.
    var longestGap: Double { max(500, Double(columnDuration) * 2, step * 2.5) }

    /// Consecutive frames with the same ink; frames for which `ink` returns nil belong to no run.
    func runs(_ ink: (Status) -> Ink?) -> [InkRun] {
        var runs: [InkRun] = []
        var current: Ink?
        for column in columns {
            let next = ink(column.status)
            let start = Double(column.start)
            let end = Double(column.end) + step
            defer { current = next }
            guard let next else { continue }
            if next == current, let last = runs.last, start - last.end <= longestGap {
                runs[runs.count - 1].end = end
            } else {
                runs.append(InkRun(start: start, end: end, ink: next))
            }
        }
        return runs
    }
}

/// A period in one color; times are in milliseconds.
struct InkRun {
    let start: Double
    var end: Double
    let ink: Ink
}

/// The periods of one kind of event over a run of any length, in bounded memory.
///
/// At most `limit` spans are kept; when one more is added, the nearest spans are joined.
struct SpanHistory: Sendable {
    static let limit = 400

    /// One event, or several that were joined; times are in milliseconds.
    struct Span: Sendable {
        let start: Int
        var end: Int
        /// The number of events.
        var count = 1
        /// A detail about the event in a few words; nil if there is none, or if several events differ.
        var detail: String?
    }

    /// The spans in order of time.
    private(set) var spans: [Span] = []
    /// Spans with a smaller gap between them, in milliseconds, are joined.
    private var gap = 0

    /// Adds an event that is over.
    mutating func add(from start: Int, to end: Int, detail: String? = nil) {
        join(Span(start: start, end: end, detail: detail))
        while spans.count > Self.limit {
            gap = max(1, gap * 2)
            let finer = spans
            spans.removeAll(keepingCapacity: true)
            for span in finer { join(span) }
        }
    }

    private mutating func join(_ span: Span) {
        if gap > 0, let last = spans.last, span.start - last.end < gap {
            spans[spans.count - 1].end = max(last.end, span.end)
            spans[spans.count - 1].count += span.count
            if last.detail != span.detail { spans[spans.count - 1].detail = nil }
        } else {
            spans.append(span)
        }
    }
}
