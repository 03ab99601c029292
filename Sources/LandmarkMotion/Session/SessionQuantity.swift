/// A number from a session, such as the peak of a movement on the left, with its error. ``ProgressReport``
/// compares such numbers between visits.
public struct SessionQuantity: Sendable, Hashable {
    /// The identity of a quantity, the same at every visit.
    public struct Name: Sendable, Hashable {
        /// The source of the number.
        public var source: Source
        /// The movement, the exercise or the measure without its side, such as `squat`.
        public var subject: String
        /// The person's side; nil for both together.
        public var side: BodySide?
        /// The quantity that was counted or measured, such as `peak`; <doc:ProgressBetweenVisits> lists all
        /// of them.
        public var quantity: String

        /// Creates a name.
        public init(
            source: Source, subject: String, side: BodySide? = nil, quantity: String
        ) {
            self.source = source
            self.subject = subject
            self.side = side
            self.quantity = quantity
        }
    }

    /// The source of a number.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// ``RangeOfMotion``, as a goniometer reads it.
        case rangeOfMotion
        /// ``SessionReport``, the summary of an exercise or a clinical test.
        case exercise
        /// ``MotionRecording``, for the least and greatest value of a measure.
        case measure
    }

    /// The unit of a number.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        /// Degrees of an angle.
        case degrees
        /// Meters.
        case meters
        /// Seconds.
        case seconds
        /// Percent.
        case percent
        /// A count.
        case count
        /// A count per minute.
        case perMinute

        init(_ unit: Measure.Unit) { self = unit == .meters ? .meters : .degrees }
    }

    /// The direction of change that is progress.
    public enum Better: String, Sendable, Hashable, Codable, CaseIterable {
        /// More is better.
        case higher
        /// Less is better.
        case lower
    }

    /// The name of the number.
    public var name: Name
    /// The number in `unit`.
    public var value: Double
    /// The unit of `value` and `error`.
    public var unit: Unit
    /// The error of the number; nil if unknown.
    public var error: Double?
    /// Where it was measured; nil if it is not an angle.
    public var plane: Measure.Plane?
    /// Which change is progress; nil if that depends on the person.
    public var better: Better?
    /// Other conditions of the number, in words, such as a person's own thresholds; empty for none. Numbers
    /// under different conditions are compared all the same.
    public var conditions: String

    /// Creates a quantity.
    public init(
        _ name: Name, _ value: Double, _ unit: Unit, error: Double? = nil,
        plane: Measure.Plane? = nil, better: Better? = nil, conditions: String = ""
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.error = error
        self.plane = plane
        self.better = better
        self.conditions = conditions
    }
}

// MARK: - Ranges

extension RangeOfMotion {
    /// The peak and the plateau of each side.
    public var quantities: [SessionQuantity] {
        sides.flatMap { side in
            [("peak", side.peak), ("plateau", side.plateau)].compactMap { name, value in
                value.map {
                    SessionQuantity(
                        SessionQuantity.Name(
                            source: .rangeOfMotion, subject: movement.name, side: side.side,
                            quantity: name),
                        $0, .degrees, error: side.error, plane: side.plane, better: .higher)
                }
            }
        }
    }
}

extension MotionRecording {
    /// The least and greatest value of the filtered curve of each measure that was measured.
    public var quantities: [SessionQuantity] {
        measures.flatMap { measure -> [SessionQuantity] in
            let curve = curve(of: measure)
            let measured = curve.indices.filter { curve[$0].isFinite }
            guard let least = measured.min(by: { curve[$0] < curve[$1] }),
                let greatest = measured.max(by: { curve[$0] < curve[$1] })
            else { return [] }
            return [("least", least), ("greatest", greatest)].map { name, index in
                SessionQuantity(
                    SessionQuantity.Name(
                        source: .measure, subject: measure.baseName, side: measure.side,
                        quantity: name),
                    curve[index], SessionQuantity.Unit(measure.unit),
                    error: error(of: measure, at: index),
                    plane: measure.unit == .meters ? nil : measure.plane)
            }
        }
    }

    /// The direction that the person faced at a time; nil before the first sample.
    func yaw(at time: Double) -> Double? {
        let times = times
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        let near = [low - 1, low].filter(times.indices.contains)
            .min { abs(times[$0] - time) < abs(times[$1] - time) }
        return near.map { yaw[$0] }
    }
}
