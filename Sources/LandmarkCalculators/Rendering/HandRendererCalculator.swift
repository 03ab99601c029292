import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Draws hands on images: MediaPipe's subgraph `HandRendererSubgraph`, in the colors of
/// LandmarkKit.
///
/// IMAGE in, with the optional LANDMARKS `[[Landmark]]`, HANDEDNESS `[HandednessScore]`, any number
/// of NORM_RECTS `[NormalizedRect]` and DETECTIONS `[DetectionBox]`; IMAGE out, a `PixelBuffer`.
public struct HandRendererCalculator: Calculator {
    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("IMAGE", 0, .image)
        contract.input("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.input("HANDEDNESS", 0, .type([HandednessScore].self), optional: true)
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
        let hands = try inputs["LANDMARKS"].value([[Landmark]].self) ?? []
        let sides = try inputs["HANDEDNESS"].value([HandednessScore].self) ?? []
        for hand in hands where hand.count != Hand.landmarkCount {
            throw VisionFault.landmarkCount(expected: [Hand.landmarkCount], got: hand.count)
        }
        let image = try frame.image.drawn { canvas in
            try canvas.drawDetectionsAndRegions(inputs)
            for (index, hand) in hands.enumerated() {
                Self.draw(hand, index < sides.count ? sides[index] : nil, on: canvas)
            }
        }
        try context.outputs["IMAGE"].send(image)
    }

    private static func draw(_ hand: [Landmark], _ side: HandednessScore?, on canvas: Canvas) {
        let places = canvas.places(of: hand)
        let color = side.map { $0.handedness == .left ? OverlayColor.left : .right } ?? .middle
        canvas.join(places, HandConnections.palm, color: color)
        let fingers = [
            HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger,
            HandConnections.ringFinger, HandConnections.pinky,
        ]
        for (index, finger) in fingers.enumerated() {
            canvas.join(places, finger, color: .instance(index))
        }
        canvas.points(places, color: .middle)
        guard let side, let top = places.min(by: { $0.y < $1.y }) else { return }
        canvas.label(
            side.handedness.rawValue, at: PixelPoint(x: top.x, y: top.y - 8 * Float(canvas.unit)),
            color: color)
    }
}
