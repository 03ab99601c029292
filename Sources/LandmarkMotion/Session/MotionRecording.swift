/// The values of some measures over a whole recording of one person, for reports and files.
///
/// Values are kept before smoothing, four bytes for each measure and sample, and only where they
/// were measured: values that the analyzer held count as missing. Curves and ranges come from
/// ``ZeroLagFilter``, unlike the live values of ``MotionAnalyzer``, which lag slightly.
public struct MotionRecording: Sendable {
    /// The recorded measures, each once.
    public let measures: [Measure]
    /// The times of all samples in seconds, increasing.
    public private(set) var times: [Double] = []
    /// The id of the person's track; nil before the first sample.
    public private(set) var id: Int?
    /// The samples in which the person was found.
    public private(set) var presentCount = 0
    /// The samples in which left and right were exchanged to continue those before.
    public private(set) var swappedCount = 0
    /// Whether landmarks came without an image, as from several cameras: the errors of a single camera then
    /// do not apply.
    package private(set) var isTriangulated = false
    /// The person's neutral position, if one was learned; values are not corrected by it.
    public private(set) var neutral: NeutralPosition?
    /// The filter of curves and ranges.
    public var filter = ZeroLagFilter()

    /// The values of each of `measures`; NaN where it was not measured.
    private var columns: [[Float]]
    private var yaws: [Float] = []
    /// The index in `columns` of each measure, by its raw value; −1 when it is not recorded.
    private let columnIndex: [Int]

    /// Creates an empty recording.
    ///
    /// - Parameter measures: What to record; repeated measures count once.
    public init(_ measures: [Measure] = Measure.standard) {
        var index = [Int](repeating: -1, count: Measure.allCases.count)
        var unique: [Measure] = []
        for measure in measures where index[measure.rawValue] < 0 {
            index[measure.rawValue] = unique.count
            unique.append(measure)
        }
        self.measures = unique
        columnIndex = index
        columns = unique.map { _ in [] }
    }

    /// Adds a sample, later than those before it; any other sample is ignored.
    public mutating func add(_ sample: MotionSample) {
        guard sample.time.isFinite, sample.time > times.last ?? -.infinity else { return }
        id = id ?? sample.id
        times.append(sample.time)
        yaws.append(Float(sample.viewYaw))
        if sample.isPresent {
            presentCount += 1
            if !sample.hasImage { isTriangulated = true }
        }
        if sample.sidesSwapped { swappedCount += 1 }
        if let learned = sample.neutral { neutral = learned }
        for (column, measure) in measures.enumerated() {
            let reading = sample[measure]
            columns[column].append(
                reading.state == .measured ? Float(reading.unfiltered) : .nan)
        }
    }

    /// The number of samples.
    public var count: Int { times.count }

    /// The time from the first to the last sample in seconds.
    public var duration: Double { (times.last ?? 0) - (times.first ?? 0) }

    /// The samples per second, from the median interval; nil with fewer than two samples.
    public var frameRate: Double? { SampleRuns.medianInterval(of: times).map { 1 / $0 } }

    /// The direction that the person faces at `times`, as in `MotionSample.viewYaw`.
    public var yaw: [Double] { yaws.map(Double.init) }

    /// The values of a measure at `times` before smoothing; NaN where it was not measured.
    public func unfiltered(_ measure: Measure) -> [Double] {
        let column = columnIndex[measure.rawValue]
        guard column >= 0 else { return times.map { _ in .nan } }
        return columns[column].map(Double.init)
    }

    /// The error of a value from one camera at a sample; nil if unknown, or if several cameras measured it.
    func error(of measure: Measure, at index: Int) -> Double? {
        isTriangulated ? nil : measure.error(at: Double(yaws[index]))
    }

    /// The filtered values of a measure at `times`; NaN where it was not measured.
    public func curve(of measure: Measure) -> [Double] {
        filter.filtered(unfiltered(measure), at: times)
    }

    /// The change of a measure per second at `times`, the derivative of its filtered curve; NaN
    /// where it was not measured.
    public func speed(of measure: Measure) -> [Double] {
        Derivative.of(curve(of: measure), at: times)
    }

    /// The least and greatest filtered value; nil when it was never measured.
    public func range(of measure: Measure) -> ClosedRange<Double>? {
        let measured = curve(of: measure).lazy.filter(\.isFinite)
        guard let least = measured.min(), let greatest = measured.max() else { return nil }
        return least...greatest
    }

    /// The share of samples, 0…1, in which a measure was measured; 0 without samples.
    public func measuredShare(of measure: Measure) -> Double {
        let column = columnIndex[measure.rawValue]
        guard column >= 0, count > 0 else { return 0 }
        return Double(columns[column].count { $0.isFinite }) / Double(count)
    }
}
