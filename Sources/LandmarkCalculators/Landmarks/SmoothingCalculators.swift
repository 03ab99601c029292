import LandmarkCore
import LandmarkGraph
import LandmarkTasks

/// Smooths landmarks from frame to frame: NORM_LANDMARKS `[Landmark]` and IMAGE_SIZE `PixelSize` to
/// NORM_FILTERED_LANDMARKS, or LANDMARKS `[WorldLandmark]` to FILTERED_LANDMARKS. Speeds are in units of
/// OBJECT_SCALE_ROI, `NormalizedRect` or `IntegerRect`, or of the landmarks' bounds.
///
/// Options: `mediapipe.LandmarksSmoothingCalculatorOptions` with `no_filter` or `one_euro_filter`;
/// `velocity_filter`, and a `derivate_cutoff` other than 1, are not supported. A timestamp without
/// landmarks resets the filter. Follows
/// mediapipe/calculators/util/landmarks_smoothing_calculator.cc.
struct LandmarksSmoothingCalculator: Calculator {
    private let filter: LandmarkFilter?
    private var state: LandmarkFilter?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try LandmarksSmoothingCalculator(node)
        let isNormalized = try contract.declareFilter(node)
        contract.input("IMAGE_SIZE", 0, .type(PixelSize.self), optional: !isNormalized)
        contract.input(
            "OBJECT_SCALE_ROI", 0,
            .type(isNormalized ? NormalizedRect.self : IntegerRect.self), optional: true)
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("LandmarksSmoothingCalculatorOptions") ?? TextMessage()
        let kinds = ["no_filter", "velocity_filter", "one_euro_filter"]
        try options.requireFields(in: kinds)
        try options.requireOne(of: kinds)
        if options.has("velocity_filter") {
            throw VisionCalculatorError.unsupported("velocity_filter")
        }
        filter = try options.message("one_euro_filter").map(LandmarkFilter.init)
        state = filter
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        if inputs["NORM_LANDMARKS"].isConnected {
            guard let landmarks = try inputs["NORM_LANDMARKS"].value([Landmark].self) else {
                state = filter
                return
            }
            let size = try inputs["IMAGE_SIZE"].get(PixelSize.self)
            let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
            let roi = try inputs["OBJECT_SCALE_ROI"].value(NormalizedRect.self)
            let length = roi.map { ($0.width * unit.x + $0.height * unit.y) / 2 }
            let points = landmarks.map { SIMD3($0.x, $0.y, $0.z) * unit }
            let smooth = try apply(points, length, context.timestamp)
            try context.outputs["NORM_FILTERED_LANDMARKS"].send(
                zip(landmarks, smooth).map { landmark, point in
                    var moved = landmark
                    (moved.x, moved.y, moved.z) =
                        (point.x / unit.x, point.y / unit.y, point.z / unit.z)
                    return moved
                })
        } else {
            guard let landmarks = try inputs["LANDMARKS"].value([WorldLandmark].self) else {
                state = filter
                return
            }
            let roi = try inputs["OBJECT_SCALE_ROI"].value(IntegerRect.self)
            let length = roi.map { Float($0.width + $0.height) / 2 }
            let points = landmarks.map { SIMD3($0.x, $0.y, $0.z) }
            let smooth = try apply(points, length, context.timestamp)
            try context.outputs["FILTERED_LANDMARKS"].send(
                zip(landmarks, smooth).map { landmark, point in
                    var moved = landmark
                    (moved.x, moved.y, moved.z) = (point.x, point.y, point.z)
                    return moved
                })
        }
    }

    private mutating func apply(
        _ points: [SIMD3<Float>], _ length: Float?, _ timestamp: GraphTimestamp
    ) throws -> [SIMD3<Float>] {
        try state?.apply(points, length, timestamp) ?? points
    }
}

/// One-Euro filters of landmarks, with the options of a `LandmarksSmoothingCalculator`.
private struct LandmarkFilter {
    private let parameters: OneEuroFilter.Parameters
    private let minLength: Float
    private let scales: Bool
    private var clock: SmoothingClock
    private var filters: [OneEuroFilter] = []

    init(_ options: TextMessage) throws {
        try options.requireFields(in: [
            "frequency", "min_cutoff", "beta", "derivate_cutoff", "min_allowed_object_scale",
            "disable_value_scaling",
        ])
        func positive(_ field: String, _ usual: Double) throws -> Double {
            let value = try options.double(field) ?? usual
            try StandardCalculatorError.require(
                value > 1e-6, "\(field) must be above 0.000001, not \(value)")
            // Options have single precision.
            return Double(Float(value))
        }
        clock = SmoothingClock(frequency: try positive("frequency", 30))
        parameters = OneEuroFilter.Parameters(
            minCutoff: try positive("min_cutoff", 1),
            beta: Double(try options.float("beta") ?? 0))
        let cutoff = try positive("derivate_cutoff", 1)
        if cutoff != 1 { throw VisionCalculatorError.unsupported("derivate_cutoff: \(cutoff)") }
        minLength = try options.float("min_allowed_object_scale") ?? 1e-6
        scales = try options.bool("disable_value_scaling") != true
    }

    /// - Parameter length: The unit of length for speeds; nil for that of the points.
    mutating func apply(
        _ points: [SIMD3<Float>], _ length: Float?, _ timestamp: GraphTimestamp
    ) throws -> [SIMD3<Float>] {
        if filters.isEmpty {
            filters = Array(repeating: OneEuroFilter(), count: 3 * points.count)
        }
        try StandardCalculatorError.require(
            filters.count == 3 * points.count,
            "the number of landmarks changed from \(filters.count / 3) to \(points.count)")
        var scale: Float = 1
        if scales {
            let length = length ?? Self.length(of: points)
            if length < minLength { return points }
            scale = 1 / length
        }
        guard clock.advance(to: timestamp) else { return points }
        let step = OneEuroFilter.Step(
            parameters, frequency: clock.frequency, scale: Double(scale))
        return points.enumerated().map { index, point in
            SIMD3(
                filters[3 * index].apply(point.x, step),
                filters[3 * index + 1].apply(point.y, step),
                filters[3 * index + 2].apply(point.z, step))
        }
    }

    /// The mean side of the points' bounds in the image plane.
    private static func length(of points: [SIMD3<Float>]) -> Float {
        Bounds(around: points.map { SIMD2($0.x, $0.y) }).extent.sum() / 2
    }
}

/// Smooths visibilities from frame to frame: NORM_LANDMARKS `[Landmark]` to NORM_FILTERED_LANDMARKS, or
/// LANDMARKS `[WorldLandmark]` to FILTERED_LANDMARKS.
///
/// Options: `mediapipe.VisibilitySmoothingCalculatorOptions` with `no_filter` or `low_pass_filter`. A
/// timestamp without landmarks resets the filter.
struct VisibilitySmoothingCalculator: Calculator {
    /// The weight of a new visibility; nil if there is no filter.
    private let weight: Float?
    private var filters: [LowPass] = []

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try VisibilitySmoothingCalculator(node)
        _ = try contract.declareFilter(node)
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("VisibilitySmoothingCalculatorOptions") ?? TextMessage()
        let kinds = ["no_filter", "low_pass_filter"]
        try options.requireFields(in: kinds)
        try options.requireOne(of: kinds)
        let filter = try options.message("low_pass_filter")
        try filter?.requireFields(in: ["alpha"])
        weight = try filter.map { Float(try $0.double("alpha", in: 0...1) ?? 0.1) }
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        if var landmarks = try inputs["NORM_LANDMARKS"].value([Landmark].self) {
            try apply(to: &landmarks)
            try context.outputs["NORM_FILTERED_LANDMARKS"].send(landmarks)
        } else if var landmarks = try inputs["LANDMARKS"].value([WorldLandmark].self) {
            try apply(to: &landmarks)
            try context.outputs["FILTERED_LANDMARKS"].send(landmarks)
        } else {
            filters = []
        }
    }

    private mutating func apply(to points: inout [some LandmarkPoint]) throws {
        guard let weight else { return }
        if filters.isEmpty { filters = Array(repeating: LowPass(), count: points.count) }
        try StandardCalculatorError.require(
            filters.count == points.count,
            "the number of landmarks changed from \(filters.count) to \(points.count)")
        for index in points.indices {
            points[index].visibility = filters[index].apply(
                points[index].visibility ?? 0, weight: weight)
        }
    }
}

extension CalculatorContract {
    /// Declares the landmarks of a filter, and that it is also called without them.
    ///
    /// - Returns: Whether they are normalized.
    fileprivate mutating func declareFilter(_ node: NodeConfig) throws -> Bool {
        let tags = ["NORM_LANDMARKS", "LANDMARKS"]
        try node.requireOne(.inputStream, of: tags)
        let isNormalized = node.count(.inputStream, tag: tags[0]) > 0
        input(tags[0], 0, .type([Landmark].self), optional: true)
        input(tags[1], 0, .type([WorldLandmark].self), optional: true)
        output("NORM_FILTERED_LANDMARKS", 0, .type([Landmark].self), optional: !isNormalized)
        output("FILTERED_LANDMARKS", 0, .type([WorldLandmark].self), optional: isNormalized)
        timestampOffset = 0
        return isNormalized
    }
}

/// The rate of timestamps. A timestamp of 0, and the one after it, do not change the rate; those
/// before 0 are not smoothed (mediapipe/util/filtering/one_euro_filter.cc).
private struct SmoothingClock {
    /// Timestamps per second.
    private(set) var frequency: Double
    /// The last timestamp in nanoseconds.
    private var last: Int64 = -1

    init(frequency: Double) { self.frequency = frequency }

    /// Advances to a timestamp; returns false if it must not be smoothed.
    mutating func advance(to timestamp: GraphTimestamp) -> Bool {
        let (time, overflows) = timestamp.rawValue.multipliedReportingOverflow(by: 1000)
        guard !overflows, time > last else { return false }
        if last != 0, time != 0 { frequency = 1 / (Double(time - last) * 1e-9) }
        last = time
        return true
    }
}
