import LandmarkCore
import LandmarkGraph

/// Describes how to draw landmarks and the lines between them: NORM_LANDMARKS `[Landmark]` or
/// LANDMARKS `[WorldLandmark]`, in pixels, and optionally RENDER_SCALE `Float`, to RENDER_DATA
/// `RenderData`.
///
/// Options: `mediapipe.LandmarksToRenderDataCalculatorOptions`. Also registered as
/// `FaceLandmarksToRenderDataCalculator`, which draws the contours of faces instead of
/// `landmark_connections`.
struct LandmarksToRenderDataCalculator: Calculator {
    /// The registered name of the calculator for faces.
    static let faceName = "FaceLandmarksToRenderDataCalculator"

    private let style: LandmarkStyle

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try LandmarksToRenderDataCalculator(node)
        try node.requireOne(.inputStream, of: ["LANDMARKS", "NORM_LANDMARKS"])
        contract.input("LANDMARKS", 0, .type([WorldLandmark].self), optional: true)
        contract.input("NORM_LANDMARKS", 0, .type([Landmark].self), optional: true)
        contract.input("RENDER_SCALE", 0, .type(Float.self), optional: true)
        contract.output("RENDER_DATA", 0, .type(RenderData.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        style = try LandmarkStyle(
            node.options.message("LandmarksToRenderDataCalculatorOptions") ?? TextMessage(),
            isFace: node.calculator == Self.faceName)
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        let isNormalized = inputs["NORM_LANDMARKS"].isConnected
        let landmarks: [Landmark]
        if let points = try inputs["NORM_LANDMARKS"].value([Landmark].self) {
            landmarks = points
        } else if let points = try inputs["LANDMARKS"].value([WorldLandmark].self) {
            landmarks = points.map {
                Landmark(
                    x: $0.x, y: $0.y, z: $0.z, visibility: $0.visibility, presence: $0.presence)
            }
        } else {
            return
        }
        let scale =
            try inputs["RENDER_SCALE"].isConnected ? inputs["RENDER_SCALE"].get(Float.self) : 1
        try context.outputs["RENDER_DATA"].send(
            RenderData(
                annotations: style.annotations(
                    of: landmarks, isNormalized: isNormalized, scale: scale)))
    }
}

/// The options of a `LandmarksToRenderDataCalculator`, with MediaPipe's arithmetic.
private struct LandmarkStyle {
    private let connections: [(Int, Int)]
    private let landmarkColor: RenderColor
    private let connectionColor: RenderColor
    private let drawsLandmarks: Bool
    private let thickness: Float
    private let showsDepth: Bool
    /// The minimum visibility and presence; nil if they do not matter.
    private let minimum: (visibility: Float?, presence: Float?)
    private let circles: (min: Float, max: Float)
    private let lines: (min: RenderColor, max: RenderColor)

    init(_ options: TextMessage, isFace: Bool) throws {
        try options.requireFields(in: [
            "landmark_connections", "landmark_color", "render_landmarks", "connection_color",
            "thickness", "visualize_landmark_depth", "utilize_visibility", "visibility_threshold",
            "utilize_presence", "presence_threshold", "min_depth_circle_thickness",
            "max_depth_circle_thickness", "min_depth_line_color", "max_depth_line_color",
        ])
        let ends = try options.ints("landmark_connections", in: 0...1_000_000)
        try StandardCalculatorError.require(
            ends.count % 2 == 0, "landmark_connections has an odd number of entries")
        connections =
            isFace
            ? FaceContours.connections
            : stride(from: 0, to: ends.count, by: 2).map { (ends[$0], ends[$0 + 1]) }
        landmarkColor = try RenderColor(options, "landmark_color")
        connectionColor = try RenderColor(options, "connection_color")
        drawsLandmarks = try options.bool("render_landmarks") ?? true
        thickness = try options.float("thickness") ?? 1
        showsDepth = try options.bool("visualize_landmark_depth") ?? true
        func threshold(_ name: String, _ field: String) throws -> Float? {
            let limit = try options.float(field) ?? 0
            return try options.bool(name) == true ? limit : nil
        }
        minimum = (
            try threshold("utilize_visibility", "visibility_threshold"),
            try threshold("utilize_presence", "presence_threshold")
        )
        circles = (
            try options.float("min_depth_circle_thickness") ?? 0,
            try options.float("max_depth_circle_thickness") ?? 18
        )
        let white = RenderColor(red: 255, green: 255, blue: 255)
        lines = (
            try RenderColor(options, "min_depth_line_color"),
            options.has("max_depth_line_color")
                ? try RenderColor(options, "max_depth_line_color") : white
        )
    }

    func annotations(
        of landmarks: [Landmark], isNormalized: Bool, scale: Float
    ) -> [RenderAnnotation] {
        let depths = landmarks.map(\.z)
        let low = depths.min() ?? .greatestFiniteMagnitude
        // MediaPipe starts the search for the largest depth at the smallest positive number.
        let high = max(depths.max() ?? 0, .leastNormalMagnitude)
        let hasDepth = showsDepth && Double(high - low) > 1e-3
        let width = Double(thickness * scale)
        func place(_ landmark: Landmark) -> SIMD2<Double> {
            SIMD2(Double(landmark.x), Double(landmark.y))
        }
        var result: [RenderAnnotation] = []
        for (first, second) in connections
        where first < landmarks.count && second < landmarks.count {
            let (start, end) = (landmarks[first], landmarks[second])
            guard isShown(start), isShown(end) else { continue }
            let shape: RenderAnnotation.Shape =
                hasDepth
                ? .gradientLine(
                    from: place(start), to: place(end), isNormalized: isNormalized,
                    colors: mix(Self.share(of: start.z, low, high)),
                    mix(Self.share(of: end.z, low, high)))
                : .line(from: place(start), to: place(end), isNormalized: isNormalized)
            result.append(
                RenderAnnotation(
                    shape, color: hasDepth ? RenderColor() : connectionColor, thickness: width))
        }
        guard drawsLandmarks else { return result }
        for landmark in landmarks where isShown(landmark) {
            var point = RenderAnnotation(
                .point(place(landmark), isNormalized: isNormalized), color: landmarkColor,
                thickness: width, sceneTag: "KEYPOINT")
            if hasDepth {
                let gray = 255 - Self.whole(Self.share(of: landmark.z, low, high, times: 255))
                point.color = RenderColor(red: gray, green: gray, blue: gray)
                let range = circles.max - circles.min
                let share = 1 - Self.share(of: landmark.z, low, high)
                point.thickness = Double(Self.whole(circles.min + share * range))
            }
            result.append(point)
        }
        return result
    }

    private func isShown(_ landmark: Landmark) -> Bool {
        if let least = minimum.visibility, let got = landmark.visibility, got < least {
            return false
        }
        if let least = minimum.presence, let got = landmark.presence, got < least { return false }
        return true
    }

    /// Returns the position of a depth between the minimum and the maximum, from 0 to `scale`.
    private static func share(
        of depth: Float, _ low: Float, _ high: Float, times scale: Float = 1
    ) -> Float {
        let share = Float(Double(depth - low) / (Double(high - low) + 1e-6) * Double(scale))
        return share.isFinite ? share : 0
    }

    /// Truncates a number and limits its magnitude to a million.
    private static func whole(_ number: Float) -> Int {
        number.isFinite ? Int(min(max(number, -1e6), 1e6)) : 0
    }

    private func mix(_ share: Float) -> RenderColor {
        func channel(_ first: Int, _ second: Int) -> Int {
            Self.whole(Float(first) * share + Float(second) * (1 - share))
        }
        return RenderColor(
            red: channel(lines.min.red, lines.max.red),
            green: channel(lines.min.green, lines.max.green),
            blue: channel(lines.min.blue, lines.max.blue))
    }
}

/// The lines that `FaceLandmarksToRenderDataCalculator` draws, as pairs of landmarks, in MediaPipe's order
/// (mediapipe/graphs/face_mesh/calculators/face_landmarks_to_render_data_calculator.cc); sides are those
/// of the face in a mirrored image.
enum FaceContours {
    /// Paths in which each landmark is connected to the next.
    private static let paths: [[Int]] = [
        // Lips
        [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
        [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
        [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
        [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
        // Left eye
        [33, 7, 163, 144, 145, 153, 154, 155, 133],
        [33, 246, 161, 160, 159, 158, 157, 173, 133],
        // Left eyebrow
        [46, 53, 52, 65, 55],
        [70, 63, 105, 66, 107],
        // Left iris
        [474, 475, 476, 477, 474],
        // Right eye
        [263, 249, 390, 373, 374, 380, 381, 382, 362],
        [263, 466, 388, 387, 386, 385, 384, 398, 362],
        // Right eyebrow
        [276, 283, 282, 295, 285],
        [300, 293, 334, 296, 336],
        // Right iris
        [469, 470, 471, 472, 469],
        // Face oval
        [
            10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400,
            377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103,
            67, 109, 10,
        ],
    ]

    /// Pairs of connected landmarks.
    static let connections = paths.flatMap { path in
        zip(path, path.dropFirst()).map { ($0, $1) }
    }
}
