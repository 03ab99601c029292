import LandmarkGraph

/// Maps detections from a letterboxed image to the image: DETECTIONS `[DetectionBox]` and
/// LETTERBOX_PADDING `[Float]` in, DETECTIONS out.
struct DetectionLetterboxRemovalCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("DETECTIONS", 0, .type([DetectionBox].self))
        contract.input("LETTERBOX_PADDING", 0, .type([Float].self))
        contract.output("DETECTIONS", 0, .type([DetectionBox].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let detections = try context.inputs["DETECTIONS"].value([DetectionBox].self)
        else { return }
        let padding = try LetterboxPadding(context.inputs["LETTERBOX_PADDING"].get([Float].self))
        try context.outputs["DETECTIONS"].send(
            detections.map { detection in
                var moved = detection
                (moved.xMin, moved.yMin) = padding.remove(detection.xMin, detection.yMin)
                moved.width = detection.width / padding.width
                moved.height = detection.height / padding.height
                moved.keypoints = detection.keypoints.map { point in
                    let (x, y) = padding.remove(point.x, point.y)
                    return SIMD2(x, y)
                }
                return moved
            })
    }
}

/// The bars around a letterboxed image, as fractions of it.
struct LetterboxPadding {
    private let left: Float
    private let top: Float
    /// The fraction of the width that the image occupies.
    let width: Float
    /// The fraction of the height that the image occupies.
    let height: Float

    /// Creates the padding from the left, top, right and bottom bars.
    ///
    /// - Throws: `StandardCalculatorError` unless there are four numbers.
    init(_ bars: [Float]) throws(StandardCalculatorError) {
        try StandardCalculatorError.require(
            bars.count == 4, "letterbox padding has \(bars.count) numbers, expected 4")
        left = bars[0]
        top = bars[1]
        width = 1 - (bars[0] + bars[2])
        height = 1 - (bars[1] + bars[3])
    }

    /// Maps a point to the image.
    func remove(_ x: Float, _ y: Float) -> (Float, Float) {
        ((x - left) / width, (y - top) / height)
    }
}

/// Maps detections by a matrix: any number of DETECTIONS `[DetectionBox]`, and PROJECTION_MATRIX
/// `[Float]`, 4×4 in row-major order, in; the same number of DETECTIONS out.
struct DetectionProjectionCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        try StandardCalculatorError.require(
            node.count(.inputStream, tag: "DETECTIONS")
                == node.count(.outputStream, tag: "DETECTIONS"),
            "the numbers of DETECTIONS input and output streams must be equal")
        contract.input("DETECTIONS", nil, .type([DetectionBox].self))
        contract.input("PROJECTION_MATRIX", 0, .type([Float].self))
        contract.output("DETECTIONS", nil, .type([DetectionBox].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let numbers = try context.inputs["PROJECTION_MATRIX"].value([Float].self)
        else { return }
        let matrix = try ProjectionMatrix(numbers)
        for index in 0..<context.inputs.count("DETECTIONS") {
            guard
                let detections = try context.inputs["DETECTIONS", index].value(
                    [DetectionBox].self)
            else { continue }
            try context.outputs["DETECTIONS", index].send(detections.map(matrix.project))
        }
    }
}

/// A map from a region to the image that contains it, both normalized: the rows x and y of a 4×4
/// matrix.
struct ProjectionMatrix {
    let x: SIMD4<Float>
    let y: SIMD4<Float>

    /// Creates a matrix from 16 numbers in row-major order.
    ///
    /// - Throws: `StandardCalculatorError` for another count.
    init(_ numbers: [Float]) throws(StandardCalculatorError) {
        try Self.check(numbers)
        x = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        y = SIMD4(numbers[4], numbers[5], numbers[6], numbers[7])
    }

    /// - Throws: `StandardCalculatorError` unless there are 16 numbers.
    static func check(_ numbers: [Float]) throws(StandardCalculatorError) {
        try StandardCalculatorError.require(
            numbers.count == 16,
            "the number of a matrix's elements is \(numbers.count), expected 16")
    }

    /// Maps a point, with MediaPipe's order of operations.
    func project(_ point: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(
            point.x * x[0] + point.y * x[1] + x[3], point.x * y[0] + point.y * y[1] + y[3])
    }

    /// Maps a point in space, with MediaPipe's order of operations.
    func project(x px: Float, y py: Float, z pz: Float) -> (Float, Float) {
        (
            px * x[0] + py * x[1] + pz * x[2] + x[3],
            px * y[0] + py * y[1] + pz * y[2] + y[3]
        )
    }

    /// The length of the region's top edge in the image: the scale of depth.
    var depthScale: Float {
        let start = project(x: 0, y: 0, z: 0)
        let end = project(x: 1, y: 0, z: 0)
        let across = Double(end.0 - start.0)
        let down = Double(end.1 - start.1)
        return Float((across * across + down * down).squareRoot())
    }

    /// Maps a detection's keypoints, and its box to the bounds of its corners.
    func project(_ detection: DetectionBox) -> DetectionBox {
        let (xMin, yMin) = (detection.xMin, detection.yMin)
        let (xMax, yMax) = (xMin + detection.width, yMin + detection.height)
        let corners = [
            SIMD2(xMin, yMin), SIMD2(xMax, yMin), SIMD2(xMax, yMax), SIMD2(xMin, yMax),
        ].map(project)
        var low = corners[0]
        var high = corners[0]
        for corner in corners {
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
        }
        var moved = detection
        moved.xMin = low.x
        moved.yMin = low.y
        moved.width = high.x - low.x
        moved.height = high.y - low.y
        moved.keypoints = detection.keypoints.map(project)
        return moved
    }
}
