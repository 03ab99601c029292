/// The values of some measures over a whole recording of one person, for reports.
///
/// Values are kept before smoothing; curves and ranges come from a filter without lag.
public struct MotionRecording: Sendable {
    public let measures: [Measure]

    public init(_ measures: [Measure]) { self.measures = measures }

    /// Adds a sample, later than those before it.
    public mutating func add(_ sample: MotionSample) {}

    /// The times of all samples in seconds.
    public var times: [Double] { [] }

    /// The filtered values of a measure at `times`; NaN where it was not measured.
    public func curve(of measure: Measure) -> [Double] { [] }

    /// The least and greatest filtered value; nil when it was never measured.
    public func range(of measure: Measure) -> ClosedRange<Double>? { nil }
}
