import DriverMonitoring
import LandmarkCore
public import LandmarkGraph
import LandmarkTasks

/// Watches a driver by the landmarks of his face, as `DriverMonitor` does.
///
/// FACES `[Face]`, with blendshapes and transformation matrices, and SIZE `PixelSize` in, for every
/// image; faces without either are an error. Optional are HANDS `[Hand]` and POSES `[Pose]`, those
/// of the same image, without which nothing is known of hands; and SPEED `Double`, 0…1000 km/h, of
/// which the last packet counts until the next. RESULT `DriverResult` out for every image, and
/// FACE `Face`, the driver's, where he is in sight. The side packets SPEED and MIRRORED go before
/// the options `speed_kmh` and `is_mirrored`.
public struct DriverMonitoringCalculator: Calculator {
    private let isMirrored: Bool
    private var speed: Double?
    private var analyzer: DriverAnalyzer
    private var selector = DriverFaceSelector()
    private var seesMatrices = false

    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try options(node)
        contract.input("FACES", 0, .type([Face].self))
        contract.input("SIZE", 0, .type(PixelSize.self))
        contract.input("HANDS", 0, .type([Hand].self), optional: true)
        contract.input("POSES", 0, .type([Pose].self), optional: true)
        contract.input("SPEED", 0, .type(Double.self), optional: true)
        contract.sidePacket("SPEED", 0, .oneOf([Double.self, Int.self]), optional: true)
        contract.sidePacket("MIRRORED", 0, .type(Bool.self), optional: true)
        contract.output("RESULT", 0, .type(DriverResult.self))
        contract.output("FACE", 0, .type(Face.self), optional: true)
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws {
        (isMirrored, speed) = try Self.options(node)
        analyzer = DriverAnalyzer(isMirrored: isMirrored)
    }

    /// Reads the side packets.
    public mutating func open(_ context: CalculatorContext) throws {
        let told = context.sidePacket("SPEED")
        if !told.isEmpty {
            let value =
                told.holds(Int.self)
                ? Double(try told.get(Int.self)) : try context.sideValue(Double.self, "SPEED")
            let name = context.node.inputSidePackets.first { $0.tag == "SPEED" }?.name ?? ""
            speed = try Self.checked(value, from: "side packet \"\(name)\"")
        }
        if !context.sidePacket("MIRRORED").isEmpty {
            analyzer = DriverAnalyzer(isMirrored: try context.sideValue(Bool.self, "MIRRORED"))
        }
    }

    /// Judges the driver in a frame.
    public mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        if let told = try inputs["SPEED"].value(Double.self) {
            speed = try Self.checked(told, from: "stream \"\(inputs["SPEED"].name)\"")
        }
        guard let faces = try inputs["FACES"].value([Face].self) else { return }
        try check(faces, of: inputs["FACES"].name)
        let timestamp = Timestamp(context.timestamp)
        let face = selector.select(from: faces, at: timestamp)
        let result = try analyzer.update(
            DriverObservation(
                timestamp: timestamp, imageSize: try inputs["SIZE"].get(PixelSize.self), face: face,
                context: DriverContext(
                    speed: speed, hands: try inputs["HANDS"].value([Hand].self),
                    pose: try inputs["POSES"].value([Pose].self)?.first)))
        try context.outputs["RESULT"].send(result)
        try context.outputs["FACE"].sendAny(face)
    }

    /// Refuses faces by which nobody can be judged. Of a face without extent there is no matrix.
    private mutating func check(_ faces: [Face], of stream: String) throws {
        if faces.contains(where: { $0.transformationMatrix != nil }) { seesMatrices = true }
        var missing: [String] = []
        if faces.contains(where: { $0.blendshapes == nil }) { missing = ["blendshapes"] }
        if !faces.isEmpty, !seesMatrices { missing.append("transformation_matrices") }
        guard missing.isEmpty else {
            throw VisionFault.incompleteFaces(stream: stream, options: missing)
        }
    }

    private static func checked(_ speed: Double, from source: String) throws -> Double {
        guard DriverLimits.speeds.contains(speed) else {
            throw VisionFault.speed(source: source, expected: DriverLimits.speeds, got: speed)
        }
        return speed
    }

    private static func options(_ node: NodeConfig) throws -> (Bool, Double?) {
        let options = node.options.message("DriverMonitoringCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["speed_kmh", "is_mirrored"])
        return (
            try options.bool("is_mirrored") ?? false,
            try options.double("speed_kmh", in: DriverLimits.speeds)
        )
    }
}
