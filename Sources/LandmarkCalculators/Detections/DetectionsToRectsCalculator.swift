import LandmarkCore
import LandmarkGraph
import LandmarkSystem

/// Turns detections into regions: DETECTION `DetectionBox` or DETECTIONS `[DetectionBox]`, and
/// IMAGE_SIZE `PixelSize`, to NORM_RECT `NormalizedRect`, of the first one, or NORM_RECTS
/// `[NormalizedRect]`. Without detections nothing is sent.
///
/// Options: `mediapipe.DetectionsToRectsCalculatorOptions`, for any of the calculators that convert
/// detections. The outputs RECT and RECTS in pixels are not supported.
struct DetectionsToRectsCalculator: Calculator {
    private let usesKeypoints: Bool
    private let sendsZero: Bool
    /// The keypoints that the rotation comes from, and the angle that counts as upright, in radians.
    private let rotation: (start: Int, end: Int, target: Float)?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let calculator = try DetectionsToRectsCalculator(node)
        for (kind, tags) in [
            (PortKind.inputStream, ["DETECTION", "DETECTIONS"]),
            (.outputStream, ["NORM_RECT", "NORM_RECTS"]),
        ] {
            try StandardCalculatorError.require(
                tags.reduce(0) { $0 + node.count(kind, tag: $1) } == 1,
                "exactly one of \(tags.joined(separator: " and ")) is needed")
        }
        contract.input("DETECTION", 0, .type(DetectionBox.self), optional: true)
        contract.input("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        contract.input(
            "IMAGE_SIZE", 0, .type(PixelSize.self), optional: calculator.rotation == nil)
        contract.output("NORM_RECT", 0, .type(NormalizedRect.self), optional: true)
        contract.output("NORM_RECTS", 0, .type([NormalizedRect].self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("DetectionsToRectsCalculatorOptions") ?? TextMessage()
        let angles = "rotation_vector_target_angle"
        try options.requireFields(in: [
            "rotation_vector_start_keypoint_index", "rotation_vector_end_keypoint_index", angles,
            angles + "_degrees", "output_zero_rect_for_empty_detections", "conversion_mode",
        ])
        usesKeypoints =
            try options.enumeration(
                "conversion_mode", of: ["DEFAULT": 0, "USE_BOUNDING_BOX": 1, "USE_KEYPOINTS": 2])
            == "USE_KEYPOINTS"
        sendsZero = try options.bool("output_zero_rect_for_empty_detections") ?? false
        let start = try options.int("rotation_vector_start_keypoint_index", in: 0...1_000_000)
        let end = try options.int("rotation_vector_end_keypoint_index", in: 0...1_000_000)
        let radians = try options.float(angles)
        let degrees = try options.float(angles + "_degrees")
        guard let start else {
            rotation = nil
            return
        }
        guard let end, (radians == nil) != (degrees == nil) else {
            throw StandardCalculatorError(
                "rotation_vector_start_keypoint_index needs rotation_vector_end_keypoint_index and"
                    + " one of \(angles) and \(angles)_degrees")
        }
        let target = radians ?? Float(Double.pi * Double(degrees ?? 0) / 180)
        rotation = (start, end, target)
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        let all: [DetectionBox]
        if let one = try inputs["DETECTION"].value(DetectionBox.self) {
            all = [one]
        } else if let several = try inputs["DETECTIONS"].value([DetectionBox].self) {
            all = several
        } else {
            return
        }
        let size = try inputs["IMAGE_SIZE"].value(PixelSize.self)
        if rotation != nil, size == nil { return }
        let outputs = context.outputs
        guard let first = all.first else {
            if sendsZero {
                let zero = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0)
                try outputs["NORM_RECT"].send(zero)
                try outputs["NORM_RECTS"].send([zero])
            }
            return
        }
        if outputs["NORM_RECT"].isConnected {
            try outputs["NORM_RECT"].send(rect(of: first, size))
        } else {
            try outputs["NORM_RECTS"].send(all.map { try rect(of: $0, size) })
        }
    }

    private func rect(of detection: DetectionBox, _ size: PixelSize?) throws -> NormalizedRect {
        var rect = detection.box
        if usesKeypoints {
            try StandardCalculatorError.require(
                detection.keypoints.count > 1, "a detection has fewer than two keypoints")
            var low = detection.keypoints[0]
            var high = low
            for point in detection.keypoints {
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
            rect = NormalizedRect(
                xCenter: (low.x + high.x) / 2, yCenter: (low.y + high.y) / 2,
                width: high.x - low.x, height: high.y - low.y)
        }
        guard let rotation, let size else { return rect }
        try StandardCalculatorError.require(
            max(rotation.start, rotation.end) < detection.keypoints.count,
            "a detection has \(detection.keypoints.count) keypoints, and the rotation is from"
                + " \(rotation.start) to \(rotation.end)")
        let scale = SIMD2(Float(size.width), Float(size.height))
        let start = detection.keypoints[rotation.start] * scale
        let end = detection.keypoints[rotation.end] * scale
        rect.rotation = Radians.normalized(
            rotation.target - FloatMath.atan2(-(end.y - start.y), end.x - start.x))
        return rect
    }
}

/// Arithmetic on angles in radians.
enum Radians {
    /// Normalizes an angle to −π..<π in double precision, rounded to single, as MediaPipe does.
    static func normalized(_ angle: Float) -> Float {
        let turns = ((Double(angle) + .pi) / (2 * .pi)).rounded(.down)
        return Float(Double(angle) - 2 * .pi * turns)
    }
}
