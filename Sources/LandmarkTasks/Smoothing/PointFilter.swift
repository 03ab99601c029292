import LandmarkCore

/// One-Euro filters of the three coordinates of many points, which share their time.
struct PointFilter {
    private let parameters: OneEuroFilter.Parameters
    private var clock = FilterClock()
    private var filters: [OneEuroFilter]

    init(_ parameters: OneEuroFilter.Parameters, points: Int) {
        self.parameters = parameters
        filters = Array(repeating: OneEuroFilter(), count: 3 * points)
    }

    /// Goes on to `now`; nil when the points must be left as they are. Speeds are taken in units
    /// of 1 / `scale` a second.
    mutating func step(to now: Timestamp, scale: Double) -> OneEuroFilter.Step? {
        guard clock.advance(to: now) else { return nil }
        return OneEuroFilter.Step(parameters, frequency: clock.frequency, scale: scale)
    }

    /// The point at `index`, steadied.
    mutating func apply(
        _ point: SIMD3<Float>, at index: Int, _ step: OneEuroFilter.Step
    ) -> SIMD3<Float> {
        SIMD3(
            filters[3 * index].apply(point.x, step), filters[3 * index + 1].apply(point.y, step),
            filters[3 * index + 2].apply(point.z, step))
    }

    /// Makes the next step the first.
    mutating func reset() {
        clock = FilterClock()
        for index in filters.indices { filters[index] = OneEuroFilter() }
    }
}
