import LandmarkCore
import LandmarkDrawing
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// The part of a renderer that depends on the task: its inputs in addition to the image, and the
/// drawing.
protocol LandmarkRenderer {
    /// Declares the inputs in addition to IMAGE; all must be optional.
    static func declareInputs(_ contract: inout CalculatorContract)

    /// Creates the renderer of one image from the node's inputs.
    ///
    /// - Throws: `VisionCalculatorError.landmarkCount`, or `StreamError` for a wrong payload type.
    init(_ inputs: StreamInputs) throws

    /// Draws on the image.
    ///
    /// - Throws: `ImagingError` if a mask does not match the image.
    func draw(on canvas: Canvas) throws
}

/// Draws landmarks, detections and regions on images: IMAGE in, IMAGE `PixelBuffer` out.
///
/// Without further inputs, the image is copied unchanged.
struct RendererCalculator<Renderer: LandmarkRenderer>: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("IMAGE", 0, .image)
        Renderer.declareInputs(&contract)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs["IMAGE"].frame() else { return }
        let renderer = try Renderer(context.inputs)
        let canvas = try Canvas(frame.image)
        try renderer.draw(on: canvas)
        try context.outputs["IMAGE"].send(try canvas.image())
    }
}

/// The detections and regions of interest that renderers draw in addition to landmarks.
struct RenderedDetections {
    private let detections: [DetectionBox]
    private let regions: [NormalizedRect]

    /// Declares DETECTIONS `[DetectionBox]` and any number of NORM_RECTS `[NormalizedRect]`.
    static func declareInputs(_ contract: inout CalculatorContract) {
        contract.input("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        contract.input("NORM_RECTS", nil, .type([NormalizedRect].self), optional: true)
    }

    init(_ inputs: StreamInputs) throws {
        detections = try inputs["DETECTIONS"].value([DetectionBox].self) ?? []
        regions = try (0..<inputs.count("NORM_RECTS")).flatMap { index in
            try inputs["NORM_RECTS", index].value([NormalizedRect].self) ?? []
        }
    }

    func draw(on canvas: Canvas) {
        canvas.draw(detections)
        canvas.draw(regions)
    }
}

extension Canvas {
    /// Draws regions of interest.
    func draw(_ regions: [NormalizedRect]) {
        for region in regions { rectangle(PixelRect(region, in: size), color: .region) }
    }

    /// Draws the boxes and keypoints of detections.
    func draw(_ detections: [DetectionBox]) {
        for detection in detections {
            rectangle(PixelRect(detection.box, in: size), color: .instance(0))
            points(
                detection.keypoints.map {
                    PixelPoint(x: $0.x * Float(size.width), y: $0.y * Float(size.height))
                }, color: .instance(0), weight: .thin)
        }
    }
}
