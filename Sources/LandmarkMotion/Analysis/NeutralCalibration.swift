/// Learns the neutral position while the person stands still.
///
/// Still means that no angle changed by 10° or more per second over the last half second: from
/// frame to frame the speed of a resting landmark is mostly noise. A person who holds a squat is
/// still, too, so knees, hips, arms and trunk must be near their neutral position as far as they
/// are measured.
struct NeutralCalibration {
    /// Seconds of standing still that are needed.
    private static let span = 1.0
    /// Seconds over which speed is measured.
    private static let speedSpan = 0.5
    /// Degrees per second.
    private static let maxSpeed = 10.0
    /// Degrees by which knees, hips, arms and trunk may differ from their neutral position.
    private static let maxDeviation = 45.0
    /// Rows are thinned to this interval, so that `capacity` rows fill the span.
    private static let minInterval = 0.98 * span / 64
    private static let capacity = 68
    /// Times come from milliseconds or frame rates.
    private static let rounding = 1e-6

    private let measures = Measure.allCases
    /// Rows of values in order of time, from `first` on around; NaN where not measured.
    private var values = Array(repeating: Double.nan, count: capacity * Measure.allCases.count)
    private var times = Array(repeating: 0.0, count: capacity)
    private var first = 0
    private var count = 0

    /// Adds a frame; returns the neutral position once it is known.
    mutating func update(_ readings: [Reading], at time: Double) -> NeutralPosition? {
        guard isNeutral(readings) else {
            removeAll()
            return nil
        }
        if count > 0, time - times[row(count - 1)] < Self.minInterval { return nil }
        if isMoving(readings, at: time) || count == Self.capacity { removeAll() }
        add(readings, at: time)
        return time - times[first] >= Self.span - Self.rounding ? medians() : nil
    }

    /// Starts again.
    mutating func removeAll() { count = 0 }

    private func row(_ index: Int) -> Int { (first + index) % Self.capacity }

    private mutating func add(_ readings: [Reading], at time: Double) {
        let row = row(count)
        times[row] = time
        for index in measures.indices {
            values[row * measures.count + index] =
                readings[index].state == .measured ? readings[index].value : .nan
        }
        count += 1
    }

    /// Whether an angle differs from what it was half a second ago by 10° per second or more.
    private func isMoving(_ readings: [Reading], at time: Double) -> Bool {
        var index = count - 1
        while index >= 0, time - times[row(index)] < Self.speedSpan - Self.rounding { index -= 1 }
        guard index >= 0 else { return false }
        let row = row(index)
        let limit = Self.maxSpeed * (time - times[row])
        for index in measures.indices where measures[index].unit == .degrees {
            let reading = readings[index]
            guard reading.state == .measured else { continue }
            let change = abs(reading.value - values[row * measures.count + index])
            if change >= limit { return true }
        }
        return false
    }

    private func isNeutral(_ readings: [Reading]) -> Bool {
        var isMeasured = false
        for index in measures.indices {
            let reading = readings[index]
            guard reading.state == .measured else { continue }
            isMeasured = true
            switch measures[index].quantity {
            case .kneeFlexion, .hipFlexion, .hipAbduction, .shoulderElevation, .trunkInclination:
                if abs(reading.value) > Self.maxDeviation { return false }
            default: break
            }
        }
        return isMeasured
    }

    /// The median of each measure that was measured in at least half the rows.
    private func medians() -> NeutralPosition {
        NeutralPosition(
            values: measures.map { measure in
                var column = (0..<count).map { values[row($0) * measures.count + measure.rawValue] }
                column.removeAll(where: \.isNaN)
                guard column.count * 2 >= count, !column.isEmpty else { return .nan }
                column.sort()
                return (column[(column.count - 1) / 2] + column[column.count / 2]) / 2
            })
    }
}
