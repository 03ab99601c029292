import LandmarkCore
import LandmarkGraph

/// Maps landmarks from a letterboxed image to the image: any number of LANDMARKS `[Landmark]`, and
/// LETTERBOX_PADDING `[Float]`, in; the same number of LANDMARKS out. Depth is scaled like x.
struct LandmarkLetterboxRemovalCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        try StandardCalculatorError.require(
            node.count(.inputStream, tag: "LANDMARKS")
                == node.count(.outputStream, tag: "LANDMARKS"),
            "the numbers of LANDMARKS input and output streams must be equal")
        contract.input("LANDMARKS", nil, .type([Landmark].self))
        contract.input("LETTERBOX_PADDING", 0, .type([Float].self))
        contract.output("LANDMARKS", nil, .type([Landmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let bars = try context.inputs["LETTERBOX_PADDING"].value([Float].self)
        else { return }
        let padding = try LetterboxPadding(bars)
        for index in 0..<context.inputs.count("LANDMARKS") {
            guard let landmarks = try context.inputs["LANDMARKS", index].value([Landmark].self)
            else { continue }
            try context.outputs["LANDMARKS", index].send(
                landmarks.map { landmark in
                    var moved = landmark
                    (moved.x, moved.y) = padding.remove(landmark.x, landmark.y)
                    moved.z = landmark.z / padding.width
                    return moved
                })
        }
    }
}

/// Maps landmarks from a region to the image that contains it: any number of NORM_LANDMARKS
/// `[Landmark]` in; the same number out. The region is NORM_RECT `NormalizedRect`, which must be
/// square in pixels unless IMAGE_DIMENSIONS `PixelSize` is connected, or PROJECTION_MATRIX
/// `[Float]`, 4×4 in row-major order.
///
/// Options: `mediapipe.LandmarkProjectionCalculatorOptions { ignore_rotation }`.
struct LandmarkProjectionCalculator: Calculator {
    private let ignoresRotation: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try LandmarkProjectionCalculator(node)
        let tag = "NORM_LANDMARKS"
        try StandardCalculatorError.require(
            node.count(.inputStream, tag: tag) == node.count(.outputStream, tag: tag),
            "the numbers of \(tag) input and output streams must be equal")
        try node.requireOne(.inputStream, of: ["NORM_RECT", "PROJECTION_MATRIX"])
        contract.input(tag, nil, .type([Landmark].self))
        contract.input("NORM_RECT", 0, .type(NormalizedRect.self), optional: true)
        contract.input("IMAGE_DIMENSIONS", 0, .type(PixelSize.self), optional: true)
        contract.input("PROJECTION_MATRIX", 0, .type([Float].self), optional: true)
        contract.output(tag, nil, .type([Landmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("LandmarkProjectionCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["ignore_rotation"])
        ignoresRotation = try options.bool("ignore_rotation") ?? false
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let project = try projection(context.inputs) else { return }
        for index in 0..<context.inputs.count("NORM_LANDMARKS") {
            guard
                let landmarks = try context.inputs["NORM_LANDMARKS", index].value([Landmark].self)
            else { continue }
            try context.outputs["NORM_LANDMARKS", index].send(landmarks.map(project))
        }
    }

    /// The map of the region at this timestamp; nil if there is none.
    private func projection(_ inputs: StreamInputs) throws -> ((Landmark) -> Landmark)? {
        if inputs["PROJECTION_MATRIX"].isConnected {
            guard let numbers = try inputs["PROJECTION_MATRIX"].value([Float].self)
            else { return nil }
            return Self.projection(try ProjectionMatrix(numbers))
        }
        guard var rect = try inputs["NORM_RECT"].value(NormalizedRect.self) else { return nil }
        if ignoresRotation { rect.rotation = 0 }
        if inputs["IMAGE_DIMENSIONS"].isConnected {
            guard let size = try inputs["IMAGE_DIMENSIONS"].value(PixelSize.self)
            else { return nil }
            return Self.projection(
                try ProjectionMatrix(RegionMatrix.numbers(PixelRect(rect, in: size), in: size)))
        }
        let cos = FloatMath.cos(rect.rotation)
        let sin = FloatMath.sin(rect.rotation)
        return { landmark in
            let x = landmark.x - 0.5
            let y = landmark.y - 0.5
            var moved = landmark
            moved.x = (cos * x - sin * y) * rect.width + rect.xCenter
            moved.y = (sin * x + cos * y) * rect.height + rect.yCenter
            moved.z = landmark.z * rect.width
            return moved
        }
    }

    private static func projection(_ matrix: ProjectionMatrix) -> (Landmark) -> Landmark {
        let depthScale = matrix.depthScale
        return { landmark in
            var moved = landmark
            (moved.x, moved.y) = matrix.project(x: landmark.x, y: landmark.y, z: landmark.z)
            moved.z = depthScale * landmark.z
            return moved
        }
    }
}

/// The matrix of a region of an image.
enum RegionMatrix {
    /// Returns the 4×4 matrix, in row-major order, that maps normalized points of `region`, given
    /// in pixels, to the normalized image of `size`, with MediaPipe's order of operations.
    static func numbers(_ region: PixelRect, in size: PixelSize) -> [Float] {
        let (a, b) = (region.width, region.height)
        let c = FloatMath.cos(region.rotation)
        let d = FloatMath.sin(region.rotation)
        let g = 1 / Float(size.width)
        let h = 1 / Float(size.height)
        let xOffset = (-0.5 * a * c + 0.5 * b * d + region.xCenter) * g
        let yOffset = (-0.5 * b * c - 0.5 * a * d + region.yCenter) * h
        return [
            a * c * g, -b * d * g, 0, xOffset,
            a * d * h, b * c * h, 0, yOffset,
            0, 0, a * g, 0,
            0, 0, 0, 1,
        ]
    }
}

/// Rotates landmarks in meters by the rotation of their region: LANDMARKS `[WorldLandmark]` and
/// optionally NORM_RECT `NormalizedRect` in, LANDMARKS out.
struct WorldLandmarkProjectionCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("LANDMARKS", 0, .type([WorldLandmark].self))
        contract.input("NORM_RECT", 0, .type(NormalizedRect.self), optional: true)
        contract.output("LANDMARKS", 0, .type([WorldLandmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let landmarks = try inputs["LANDMARKS"].value([WorldLandmark].self) else { return }
        guard inputs["NORM_RECT"].isConnected else {
            return try context.outputs["LANDMARKS"].send(landmarks)
        }
        guard let rect = try inputs["NORM_RECT"].value(NormalizedRect.self) else { return }
        let cos = FloatMath.cos(rect.rotation)
        let sin = FloatMath.sin(rect.rotation)
        try context.outputs["LANDMARKS"].send(
            landmarks.map { landmark in
                var moved = landmark
                moved.x = cos * landmark.x - sin * landmark.y
                moved.y = sin * landmark.x + cos * landmark.y
                return moved
            })
    }
}
