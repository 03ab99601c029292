import DriverMonitoring
import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Monitors a driver from face landmarks, like `DriverMonitor`.
///
/// Inputs for every image: FACES `[Face]`, with blendshapes and transformation matrices, and SIZE
/// `PixelSize`; faces without either are an error. Optional inputs: IMAGE, the image itself
/// (without it, the eyes are assumed to be readable); HANDS `[Hand]` and POSES `[Pose]` in it
/// (without them, hand signals are unknown); TURNED `Bool`, whether the previous images were
/// processed in a wrong orientation, so that the driver's range must be learned again; and SPEED
/// `Double`, 0…1000 km/h, whose last packet stays valid until the next. Outputs: RESULT
/// `DriverResult` for every image, and FACE `Face`, the driver's face, if visible. The side packets
/// SPEED and MIRRORED take precedence over the options `speed_kmh` and `is_mirrored`.
struct DriverMonitoringCalculator: Calculator {
    private let isMirrored: Bool
    private var speed: Double?
    private var analyzer: DriverAnalyzer
    private var selector = DriverFaceSelector()
    private var hasSeenMatrix = false

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try options(node)
        contract.input("FACES", 0, .type([Face].self))
        contract.input("SIZE", 0, .type(PixelSize.self))
        contract.input("IMAGE", 0, .image, optional: true)
        contract.input("HANDS", 0, .type([Hand].self), optional: true)
        contract.input("POSES", 0, .type([Pose].self), optional: true)
        contract.input("TURNED", 0, .type(Bool.self), optional: true)
        contract.input("SPEED", 0, .type(Double.self), optional: true)
        contract.inputSidePacket("SPEED", 0, .oneOf([Double.self, Int.self]), optional: true)
        contract.inputSidePacket("MIRRORED", 0, .type(Bool.self), optional: true)
        contract.output("RESULT", 0, .type(DriverResult.self))
        contract.output("FACE", 0, .type(Face.self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        (isMirrored, speed) = try Self.options(node)
        analyzer = DriverAnalyzer(isMirrored: isMirrored)
    }

    mutating func open(_ context: CalculatorContext) throws {
        let packet = context.sidePacket("SPEED")
        if !packet.isEmpty {
            let value =
                packet.holds(Int.self)
                ? Double(try packet.get(Int.self)) : try context.sideValue(Double.self, "SPEED")
            let name = context.node.inputSidePackets.first { $0.tag == "SPEED" }?.name ?? ""
            speed = try Self.checked(value, from: "side packet \"\(name)\"")
        }
        if !context.sidePacket("MIRRORED").isEmpty {
            analyzer = DriverAnalyzer(isMirrored: try context.sideValue(Bool.self, "MIRRORED"))
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        if let value = try inputs["SPEED"].value(Double.self) {
            speed = try Self.checked(value, from: "stream \"\(inputs["SPEED"].name)\"")
        }
        guard let faces = try inputs["FACES"].value([Face].self) else { return }
        try check(faces, of: inputs["FACES"].name)
        if try inputs["TURNED"].value(Bool.self) == true {
            selector.reset()
            analyzer.recalibrate()
        }
        let timestamp = Timestamp(context.timestamp)
        let size = try inputs["SIZE"].get(PixelSize.self)
        let face = selector.select(from: faces, in: size, at: timestamp)
        let frame = try inputs["IMAGE"].frame()
        let images = face.flatMap { face in frame.map { EyeImages(face, in: $0.image) } }
        let result = try analyzer.update(
            DriverObservation(
                timestamp: timestamp, imageSize: size, face: face, eyeImages: images,
                change: selector.change,
                context: DriverContext(
                    speed: speed, hands: try inputs["HANDS"].value([Hand].self),
                    pose: try inputs["POSES"].value([Pose].self)?.first)))
        try context.outputs["RESULT"].send(result)
        try context.outputs["FACE"].sendIfPresent(face)
    }

    /// Rejects faces that lack the data that monitoring needs. A degenerate face has no matrix even
    /// with `transformation_matrices`, so one matrix seen in the stream is enough.
    private mutating func check(_ faces: [Face], of stream: String) throws {
        if faces.contains(where: { $0.transformationMatrix != nil }) { hasSeenMatrix = true }
        var missing: [String] = []
        if faces.contains(where: { $0.blendshapes == nil }) { missing = ["blendshapes"] }
        if !faces.isEmpty, !hasSeenMatrix { missing.append("transformation_matrices") }
        guard missing.isEmpty else {
            throw VisionCalculatorError.incompleteFaces(stream: stream, options: missing)
        }
    }

    private static func checked(_ speed: Double, from source: String) throws -> Double {
        guard DriverLimits.speeds.contains(speed) else {
            throw VisionCalculatorError.speed(
                source: source, expected: DriverLimits.speeds, got: speed)
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

extension GraphConfig {
    /// Returns the driver monitoring graph of `Examples/graphs/dms_graph.pbtxt`, which is built in.
    ///
    /// Input stream `input` takes images; output stream `result` sends a `DriverResult` for each.
    ///
    /// - Throws: `GraphError` if the built-in text is malformed, which tests exclude.
    public static func driverMonitoring() throws(GraphError) -> GraphConfig {
        try GraphConfig(parsing: driverMonitoringText)
    }

    /// The text of `Examples/graphs/dms_graph.pbtxt`.
    public static let driverMonitoringText = """
        # Driver monitoring: camera frames in, driver state out.
        #
        #   landmark graph dms_graph.pbtxt --input input=clip.mp4 --output result=-

        # Images: PixelBuffer, or Frame if rotated.
        input_stream: "input"
        # One DriverResult per image.
        output_stream: "result"

        # Detects the driver's face, with blendshapes and head pose, whichever way up the camera is mounted.
        node {
          calculator: "DriverFaceLandmarkerCalculator"
          input_stream: "IMAGE:input"
          output_stream: "FACES:faces"
          output_stream: "SIZE:size"
          output_stream: "TURNED:turned"
          node_options: {
            [type.googleapis.com/landmarkkit.DriverFaceLandmarkerCalculatorOptions] {
              num_faces: 1
            }
          }
        }

        # Monitors the driver; the image shows whether the eyes can be read.
        node {
          calculator: "DriverMonitoringCalculator"
          input_stream: "FACES:faces"
          input_stream: "SIZE:size"
          input_stream: "IMAGE:input"
          input_stream: "TURNED:turned"
          output_stream: "RESULT:result"
        }

        """
}
