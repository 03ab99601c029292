import DriverMonitoring

/// The tracks of a run of any length in bounded memory: at most `limit` columns of equal width,
/// which doubles whenever there would be more.
struct TrackHistory: Sendable {
    /// The most columns that are kept.
    static let limit = 4096

    /// The columns that hold frames, in the order of time.
    private(set) var columns: [TrackColumn] = []
    /// How many milliseconds a column spans.
    private(set) var width = 1

    /// Adds a frame, which comes after those before it.
    mutating func add(_ result: DriverResult) {
        append(TrackColumn(result))
        while columns.count > Self.limit {
            width *= 2
            let finer = columns
            columns.removeAll(keepingCapacity: true)
            for column in finer { append(column) }
        }
    }

    private mutating func append(_ column: TrackColumn) {
        if let last = columns.last, slot(of: last) == slot(of: column) {
            columns[columns.count - 1].merge(column)
        } else {
            columns.append(column)
        }
    }

    private func slot(of column: TrackColumn) -> Int {
        Int((Double(column.start) / Double(width)).rounded(.down))
    }
}
