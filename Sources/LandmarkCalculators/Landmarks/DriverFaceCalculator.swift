import DriverMonitoring
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Detects faces like `DriverMonitor`: with blendshapes and transformation matrices, smoothed, and
/// in the orientation in which the camera turns out to be mounted.
///
/// Input: IMAGE. Outputs for every image, each optional: FACES `[Face]`, those that are upright;
/// SIZE `PixelSize`; ORIENTATION `Orientation`, in which the image was processed; and TURNED
/// `Bool`, whether the previous images were processed in a wrong orientation, so that anything
/// learned from them is invalid.
struct DriverFaceCalculator: Calculator {
    /// The task name, for which `LandmarkerSettings` selects a face model.
    static let task = "DriverFaceLandmarkerTask"
    private static let optionsType = "DriverFaceLandmarkerCalculatorOptions"

    private let settings: LandmarkerSettings
    private let findsOrientation: Bool
    private var detector: DriverFaceDetector?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try DriverFaceCalculator(node)  // Reports invalid options during validation.
        contract.input("IMAGE", 0, .image)
        contract.inputSidePacket("NUM_FACES", 0, .type(Int.self), optional: true)
        contract.inputSidePacket("MODEL_PATH", 0, .type(String.self), optional: true)
        contract.output("FACES", 0, .type([Face].self), optional: true)
        contract.output("SIZE", 0, .type(PixelSize.self), optional: true)
        contract.output("ORIENTATION", 0, .type(Orientation.self), optional: true)
        contract.output("TURNED", 0, .type(Bool.self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        settings = try LandmarkerSettings(
            node, optionsType: Self.optionsType, fields: ["num_faces", "find_orientation"])
        _ = try settings.options.int("num_faces", in: 1...1000)
        findsOrientation = try settings.options.bool("find_orientation") ?? true
    }

    mutating func open(_ context: CalculatorContext) throws {
        var options = FaceLandmarkerOptions(model: try settings.model(context, .face))
        try settings.configure(&options, context)
        options.maxCount = try settings.count(context, "NUM_FACES", "num_faces")
        detector = try DriverFaceDetector(options, findsOrientation: findsOrientation)
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let detector, let frame = try context.inputs["IMAGE"].frame() else { return }
        let found = try detector.detect(frame)
        try context.outputs["FACES"].send(found.faces)
        try context.outputs["SIZE"].send(found.landmarks.imageSize)
        try context.outputs["ORIENTATION"].send(found.orientation)
        try context.outputs["TURNED"].send(found.driver.isTurned)
    }
}
