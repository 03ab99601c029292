import LandmarkCore
import LandmarkGraph

/// Converts detections to regions: DETECTION `DetectionBox` or DETECTIONS `[DetectionBox]`, and
/// IMAGE_SIZE `PixelSize`, to NORM_RECT `NormalizedRect` or RECT `IntegerRect` for the first one,
/// or to NORM_RECTS `[NormalizedRect]` or RECTS `[IntegerRect]`. Sends nothing if there are no
/// detections.
///
/// Options: `mediapipe.DetectionsToRectsCalculatorOptions`. RECT and RECTS require `USE_KEYPOINTS`:
/// boxes are in fractions of the image, and like MediaPipe this calculator does not convert them to
/// pixels.
///
/// Also registered as `AlignmentPointsRectsCalculator`, whose regions are squares in pixels around
/// the first rotation keypoint, twice as large as the distance to the second
/// (mediapipe/calculators/util/alignment_points_to_rects_calculator.cc), and as
/// `HandDetectionsFromPoseToRectsCalculator`, whose regions are squares around the middle knuckle,
/// between the keypoints of the index and little fingers, rotated by its direction from the wrist
/// (mediapipe/modules/holistic_landmark/calculators/hand_detections_from_pose_to_rects_calculator.cc).
struct DetectionsToRectsCalculator: Calculator {
    /// The registered name of the calculator whose regions are around keypoints.
    static let alignmentName = "AlignmentPointsRectsCalculator"

    /// The registered name of the calculator for the hands of poses.
    static let handName = "HandDetectionsFromPoseToRectsCalculator"

    /// What a region surrounds.
    private enum Basis {
        case box
        case keypoints
        /// A square around one keypoint, whose size comes from another.
        case alignment
        /// A square around a hand's middle knuckle, computed from the wrist, the little finger and
        /// the index finger.
        case hand
    }

    private let basis: Basis
    private let sendsZero: Bool
    /// The keypoints that determine the rotation, and the angle that counts as upright, in radians.
    private let rotation: (start: Int, end: Int, target: Float)?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let calculator = try DetectionsToRectsCalculator(node)
        try node.requireOne(.inputStream, of: ["DETECTION", "DETECTIONS"])
        let output = try RectTag.declare(&contract, .outputStream, node)
        let isInPixels = output == .pixels || output == .severalPixels
        try StandardCalculatorError.require(
            !isInPixels || calculator.basis == .keypoints,
            "\(output.rawValue) needs conversion_mode: USE_KEYPOINTS")
        contract.input("DETECTION", 0, .type(DetectionBox.self), optional: true)
        contract.input("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        contract.input(
            "IMAGE_SIZE", 0, .type(PixelSize.self),
            optional: calculator.rotation == nil && !isInPixels)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("DetectionsToRectsCalculatorOptions") ?? TextMessage()
        let angles = "rotation_vector_target_angle"
        try options.requireFields(in: [
            "rotation_vector_start_keypoint_index", "rotation_vector_end_keypoint_index", angles,
            angles + "_degrees", "output_zero_rect_for_empty_detections", "conversion_mode",
        ])
        let usesKeypoints =
            try options.enumeration(
                "conversion_mode", of: ["DEFAULT": 0, "USE_BOUNDING_BOX": 1, "USE_KEYPOINTS": 2])
            == "USE_KEYPOINTS"
        switch node.calculator {
        case Self.alignmentName: basis = .alignment
        case Self.handName: basis = .hand
        default: basis = usesKeypoints ? .keypoints : .box
        }
        sendsZero = try options.bool("output_zero_rect_for_empty_detections") ?? false
        let start = try options.int("rotation_vector_start_keypoint_index", in: 0...1_000_000)
        let end = try options.int("rotation_vector_end_keypoint_index", in: 0...1_000_000)
        let radians = try options.float(angles)
        let degrees = try options.float(angles + "_degrees")
        if basis == .hand {
            rotation = (0, 2, Float(Double.pi / 2))
            return
        }
        guard let start else {
            try StandardCalculatorError.require(
                basis != .alignment, "rotation_vector_start_keypoint_index is required")
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
            if sendsZero { try sendZero(outputs) }
            return
        }
        if outputs["NORM_RECT"].isConnected {
            try outputs["NORM_RECT"].send(rect(of: first, size))
        } else if outputs["NORM_RECTS"].isConnected {
            try outputs["NORM_RECTS"].send(all.map { try rect(of: $0, size) })
        } else {
            let size = try inputs["IMAGE_SIZE"].get(PixelSize.self)
            if outputs["RECT"].isConnected {
                try outputs["RECT"].send(IntegerRect(try rect(of: first, size), in: size))
            }
            if outputs["RECTS"].isConnected {
                try outputs["RECTS"].send(
                    all.map { IntegerRect(try rect(of: $0, size), in: size) })
            }
        }
    }

    /// Sends regions of zero size, except on RECTS, where MediaPipe sends none.
    private func sendZero(_ outputs: StreamOutputs) throws {
        let zero = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0)
        try outputs["NORM_RECT"].send(zero)
        try outputs["NORM_RECTS"].send([zero])
        try outputs["RECT"].send(IntegerRect(xCenter: 0, yCenter: 0, width: 0, height: 0))
    }

    private func rect(of detection: DetectionBox, _ size: PixelSize?) throws -> NormalizedRect {
        var rect = detection.box
        if basis == .keypoints {
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
            "a detection has \(detection.keypoints.count) keypoints, but the rotation is from"
                + " \(rotation.start) to \(rotation.end)")
        let scale = SIMD2(Float(size.width), Float(size.height))
        let start = detection.keypoints[rotation.start] * scale
        var end = detection.keypoints[rotation.end] * scale
        if basis == .hand { end = (2 * end + detection.keypoints[1] * scale) / 3 }
        if basis == .alignment || basis == .hand {
            let side = ((end - start) * (end - start)).sum().squareRoot() * 2
            let center = basis == .hand ? end : start
            (rect.xCenter, rect.yCenter) = (center.x / scale.x, center.y / scale.y)
            (rect.width, rect.height) = (side / scale.x, side / scale.y)
        }
        rect.rotation = Radians.normalized(
            rotation.target - FloatMath.atan2(-(end.y - start.y), end.x - start.x))
        return rect
    }
}

extension IntegerRect {
    /// The rectangle that a region covers, in the nearest whole pixels.
    fileprivate init(_ rect: NormalizedRect, in size: PixelSize) {
        let (width, height) = (Float(size.width), Float(size.height))
        self.init(
            xCenter: Int(truncating: (rect.xCenter * width).rounded()),
            yCenter: Int(truncating: (rect.yCenter * height).rounded()),
            width: Int(truncating: (rect.width * width).rounded()),
            height: Int(truncating: (rect.height * height).rounded()), rotation: rect.rotation)
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
