/// The latencies of the last frames and their 95th percentile. Adding a latency does not allocate.
public struct LatencyWindow: Sendable {
    /// The number of frames that are kept.
    public let capacity: Int

    /// In order of time, in a ring that starts at `next`.
    private var recent: [Double] = []
    private var sorted: [Double] = []
    private var next = 0

    /// Creates an empty window and allocates its memory.
    ///
    /// - Parameter capacity: The number of frames that are kept, clamped to 1…100,000. 90 frames
    ///   are 3 s at 30 frames a second.
    public init(capacity: Int = 90) {
        self.capacity = min(max(capacity, 1), 100_000)
        recent.reserveCapacity(self.capacity)
        sorted.reserveCapacity(self.capacity + 1)
    }

    /// The number of frames in the window.
    public var count: Int { recent.count }

    /// Adds a frame's latency in seconds; a full window drops the oldest. Values that are negative
    /// or not finite are ignored.
    public mutating func add(_ latency: Double) {
        guard latency >= 0, latency.isFinite else { return }
        sorted.insert(latency, at: insertionIndex(of: latency))
        if recent.count < capacity {
            recent.append(latency)
            return
        }
        sorted.remove(at: insertionIndex(of: recent[next]))
        recent[next] = latency
        next = (next + 1) % capacity
    }

    /// Discards all frames, for example after a change of the model.
    public mutating func removeAll() {
        recent.removeAll(keepingCapacity: true)
        sorted.removeAll(keepingCapacity: true)
        next = 0
    }

    /// The lowest latency that at least 95 % of the frames do not exceed (nearest rank), in seconds; nil if
    /// the window is empty.
    public var percentile95: Double? {
        sorted.isEmpty ? nil : sorted[(sorted.count * 95 + 99) / 100 - 1]
    }

    /// The index of the first latency that is not less.
    private func insertionIndex(of latency: Double) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < latency { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
