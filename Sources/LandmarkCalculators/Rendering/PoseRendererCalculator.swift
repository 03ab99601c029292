import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Draws a body on images: MediaPipe's subgraph `PoseRendererCpu`, in the colors of LandmarkKit.
///
/// IMAGE in, with the optional LANDMARKS `[Landmark]`, SEGMENTATION_MASK `Mask` (as large as the
/// image), ROI `NormalizedRect` and DETECTION `DetectionBox`; IMAGE out, a `PixelBuffer`.
public struct PoseRendererCalculator: Calculator {
    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("IMAGE", 0, .image)
        contract.input("LANDMARKS", 0, .type([Landmark].self), optional: true)
        contract.input("SEGMENTATION_MASK", 0, .type(Mask.self), optional: true)
        contract.input("ROI", 0, .type(NormalizedRect.self), optional: true)
        contract.input("DETECTION", 0, .type(DetectionBox.self), optional: true)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Draws on an image.
    public mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let frame = try inputs["IMAGE"].frame() else { return }
        let body = try inputs["LANDMARKS"].value([Landmark].self)
        if let body, body.count != Pose.landmarkCount {
            throw VisionFault.landmarkCount(expected: [Pose.landmarkCount], got: body.count)
        }
        let image = try frame.image.drawn { canvas in
            if let mask = try inputs["SEGMENTATION_MASK"].value(Mask.self) {
                try canvas.tint(mask, color: .instance(0).opacity(0.35))
            }
            if let detection = try inputs["DETECTION"].value(DetectionBox.self) {
                canvas.draw([detection])
            }
            if let region = try inputs["ROI"].value(NormalizedRect.self) { canvas.draw([region]) }
            if let body { Self.draw(body, on: canvas) }
        }
        try context.outputs["IMAGE"].send(image)
    }

    private static func draw(_ body: [Landmark], on canvas: Canvas) {
        let parts: [([Connection], OverlayColor)] = [
            (PoseConnections.face + PoseConnections.torso, .middle),
            (PoseConnections.leftArm + PoseConnections.leftLeg, .left),
            (PoseConnections.rightArm + PoseConnections.rightLeg, .right),
        ]
        let places = canvas.places(of: body)
        let isSeen = body.map { ($0.visibility ?? 1) >= 0.5 }
        for (connections, color) in parts {
            let seen = connections.filter { isSeen[$0.start] && isSeen[$0.end] }
            let hidden = connections.filter { !isSeen[$0.start] || !isSeen[$0.end] }
            canvas.join(places, hidden, color: color.opacity(0.35), weight: .thin)
            canvas.join(places, seen, color: color)
        }
        canvas.points(zip(places, isSeen).filter { $1 }.map { $0.0 }, color: .middle)
    }
}
