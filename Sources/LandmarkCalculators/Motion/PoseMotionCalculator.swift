import LandmarkCore
import LandmarkGraph
public import LandmarkMotion
import LandmarkTasks

/// Measures the joint angles of everyone in a stream of poses, like `PeopleAnalyzer`.
///
/// Inputs for every image: POSES `[Pose]` and SIZE `PixelSize`; ORIENTATION `Orientation` if images
/// may be rotated. Optional inputs for the same image: HANDS `[Hand]` and FACES `[Face]` with
/// transformation matrices, without which the wrists and the neck are not measured. Output for
/// every image: MOTION `MotionResult`.
struct PoseMotionCalculator: Calculator {
    /// The measures of the option `angles`; nil if it is not set.
    private let measures: [Measure]?
    private let isMirrored: Bool
    private var analyzer: PeopleAnalyzer

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try PoseMotionCalculator(node)  // Reports invalid options during validation.
        contract.input("POSES", 0, .type([Pose].self))
        contract.input("SIZE", 0, .type(PixelSize.self))
        contract.input("ORIENTATION", 0, .type(Orientation.self), optional: true)
        contract.input("HANDS", 0, .type([Hand].self), optional: true)
        contract.input("FACES", 0, .type([Face].self), optional: true)
        contract.output("MOTION", 0, .type(MotionResult.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let fields = node.options.message("PoseMotionCalculatorOptions") ?? TextMessage()
        try fields.requireFields(in: [
            "side_guard", "calibrate", "body_height", "is_mirrored", "angles",
        ])
        var options = MotionAnalyzer.Options()
        options.sideGuard = try fields.bool("side_guard") ?? options.sideGuard
        options.calibrates = try fields.bool("calibrate") ?? options.calibrates
        options.bodyHeight = try fields.double(
            "body_height", in: MotionAnalyzer.Options.bodyHeights)
        analyzer = PeopleAnalyzer(options)
        isMirrored = try fields.bool("is_mirrored") ?? false
        let names = try fields.strings("angles")
        do throws(UnknownMeasure) {
            measures = names.isEmpty ? nil : try Measure.named(names)
        } catch {
            throw VisionCalculatorError.unknownMeasure(error.name, nearest: error.nearest)
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let poses = try inputs["POSES"].value([Pose].self) else { return }
        try analyzer.update(
            poses, hands: try inputs["HANDS"].value([Hand].self) ?? [],
            faces: try inputs["FACES"].value([Face].self) ?? [], at: context.timestamp.seconds,
            imageSize: try inputs["SIZE"].get(PixelSize.self),
            orientation: try inputs["ORIENTATION"].value(Orientation.self) ?? .up,
            isMirrored: isMirrored)
        try context.outputs["MOTION"].send(
            MotionResult(people: analyzer.samples, measures: measures))
    }
}

/// Everyone's joint angles in one image.
public struct MotionResult: Sendable, Hashable {
    /// One sample for each person, in ascending order of id. People who have left are reported
    /// absent for 1 s, as long as the pose landmarker remembers them.
    public var people: [MotionSample]
    /// The measures to write and to draw, those of the option `angles`; nil if it is not set.
    /// Samples contain all measures.
    public var measures: [Measure]?

    /// Creates a result.
    public init(people: [MotionSample], measures: [Measure]? = nil) {
        self.people = people
        self.measures = measures
    }
}

extension GraphTimestamp {
    /// The timestamp in seconds; for whole milliseconds it equals `Timestamp.seconds`.
    var seconds: Double { Double(rawValue) / 1_000_000 }
}
