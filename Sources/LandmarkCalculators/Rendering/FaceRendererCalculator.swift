import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Draws faces on images: MediaPipe's subgraph `FaceRendererCpu`, in the colors of LandmarkKit.
///
/// IMAGE in, with the optional LANDMARKS `[[Landmark]]`, NORM_RECTS `[NormalizedRect]` and
/// DETECTIONS `[DetectionBox]`; IMAGE out, a `PixelBuffer`.
public struct FaceRendererCalculator: Calculator {
    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("IMAGE", 0, .image)
        contract.input("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.input("NORM_RECTS", nil, .type([NormalizedRect].self), optional: true)
        contract.input("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Draws on an image.
    public mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let frame = try inputs["IMAGE"].frame() else { return }
        let faces = try inputs["LANDMARKS"].value([[Landmark]].self) ?? []
        for face in faces where face.count != Face.meshCount && face.count != Face.landmarkCount {
            throw VisionFault.landmarkCount(
                expected: [Face.meshCount, Face.landmarkCount], got: face.count)
        }
        let image = try frame.image.drawn { canvas in
            for face in faces { Self.draw(face, on: canvas) }
            try canvas.drawDetectionsAndRegions(inputs)
        }
        try context.outputs["IMAGE"].send(image)
    }

    private static func draw(_ face: [Landmark], on canvas: Canvas) {
        let places = canvas.places(of: face)
        canvas.join(places, FaceConnections.tesselation, color: .mesh, weight: .fine)
        let contours: [([Connection], OverlayColor)] = [
            (FaceConnections.oval, .middle),
            (FaceConnections.leftEye + FaceConnections.leftEyebrow, .left),
            (FaceConnections.rightEye + FaceConnections.rightEyebrow, .right),
            (FaceConnections.leftIris, .left), (FaceConnections.rightIris, .right),
            (FaceConnections.lips, .instance(1)),
        ]
        for (connections, color) in contours {
            canvas.join(places, connections, color: color, weight: .thin)
        }
    }
}
