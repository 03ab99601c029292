import LandmarkCore
import LandmarkGraph

/// Keeps the region of tracked landmarks as long as it matches a newly found one: PREV_LANDMARKS
/// `[Landmark]`, PREV_LANDMARKS_RECT and RECROP_RECT `NormalizedRect`, and IMAGE_SIZE `PixelSize`,
/// to TRACKING_RECT `NormalizedRect`.
///
/// Options: `mediapipe.RoiTrackingCalculatorOptions`: the regions must overlap (`iou_requirements`)
/// and be similar (`rect_requirements`), and the new one must contain all landmarks
/// (`landmarks_requirements`). Follows
/// mediapipe/modules/holistic_landmark/calculators/roi_tracking_calculator.cc, where the overlap
/// uses a region's center as its upper left corner.
struct RoiTrackingCalculator: Calculator {
    /// The allowed differences between regions: in degrees, and in fractions of the new one's size.
    private struct Likeness {
        let rotation: Float
        let translation: Float
        let scale: Float
    }

    private let minOverlap: Float?
    private let likeness: Likeness?
    private let margin: Float?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try RoiTrackingCalculator(node)
        contract.input("PREV_LANDMARKS", 0, .type([Landmark].self))
        contract.input("PREV_LANDMARKS_RECT", 0, .type(NormalizedRect.self))
        contract.input("RECROP_RECT", 0, .type(NormalizedRect.self))
        contract.input("IMAGE_SIZE", 0, .type(PixelSize.self))
        contract.output("TRACKING_RECT", 0, .type(NormalizedRect.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("RoiTrackingCalculatorOptions") ?? TextMessage()
        let names = ["iou_requirements", "rect_requirements", "landmarks_requirements"]
        try options.requireFields(in: names)
        let overlap = try options.message(names[0])
        try overlap?.requireFields(in: ["min_iou"])
        minOverlap = try overlap.map { try $0.float("min_iou") ?? 0.5 }
        let rect = try options.message(names[1])
        try rect?.requireFields(in: ["rotation_degrees", "translation", "scale"])
        likeness = try rect.map {
            Likeness(
                rotation: try $0.float("rotation_degrees") ?? 10,
                translation: try $0.float("translation") ?? 0.1,
                scale: try $0.float("scale") ?? 0.1)
        }
        let landmarks = try options.message(names[2])
        try landmarks?.requireFields(in: ["recrop_rect_margin"])
        margin = try landmarks.map { try $0.float("recrop_rect_margin") ?? 0 }
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        let output = context.outputs["TRACKING_RECT"]
        guard let new = try inputs["RECROP_RECT"].value(NormalizedRect.self) else { return }
        guard let old = try inputs["PREV_LANDMARKS_RECT"].value(NormalizedRect.self) else {
            return try output.send(new)
        }
        let landmarks = try inputs["PREV_LANDMARKS"].get([Landmark].self)
        let size = try inputs["IMAGE_SIZE"].get(PixelSize.self)
        let (before, after) = (
            TurnedRect(old, in: size, by: new), TurnedRect(new, in: size, by: new)
        )
        let isKept =
            overlaps(old, new, in: size) && isAlike(before, after)
            && contains(after, landmarks.map { TurnedRect.point($0.x, $0.y, in: size, by: new) })
        try output.send(isKept ? old : new)
    }

    private func overlaps(_ a: NormalizedRect, _ b: NormalizedRect, in size: PixelSize) -> Bool {
        guard let minOverlap else { return true }
        let scale = SIMD2(Float(size.width), Float(size.height))
        func box(_ rect: NormalizedRect) -> (low: SIMD2<Float>, high: SIMD2<Float>) {
            let low = SIMD2(rect.xCenter, rect.yCenter) * scale
            return (low, low + SIMD2(rect.width, rect.height) * scale)
        }
        let (first, second) = (box(a), box(b))
        let common = pointwiseMax(
            pointwiseMin(first.high, second.high) - pointwiseMax(first.low, second.low), .zero)
        func area(_ extent: SIMD2<Float>) -> Float { extent.x * extent.y }
        let whole =
            area(first.high - first.low) + area(second.high - second.low) - area(common)
        return area(common) >= whole * minOverlap
    }

    private func isAlike(_ old: TurnedRect, _ new: TurnedRect) -> Bool {
        guard let likeness else { return true }
        var turn = old.degrees - new.degrees
        if turn > 180 { turn -= 360 }
        if turn < -180 { turn += 360 }
        let moved = old.center - new.center
        let grown = old.extent - new.extent
        return abs(turn) <= likeness.rotation
            && abs(moved.x) <= new.extent.x * likeness.translation
            && abs(moved.y) <= new.extent.y * likeness.translation
            && abs(grown.x) <= new.extent.x * likeness.scale
            && abs(grown.y) <= new.extent.y * likeness.scale
    }

    private func contains(_ rect: TurnedRect, _ points: [SIMD2<Float>]) -> Bool {
        guard let margin else { return true }
        let half = rect.extent * (1 + margin) * 0.5
        let (low, high) = (rect.center - half, rect.center + half)
        return points.allSatisfy {
            low.x < $0.x && $0.x < high.x && low.y < $0.y && $0.y < high.y
        }
    }
}

/// A region in pixels, in a coordinate system aligned with another region.
private struct TurnedRect {
    let center: SIMD2<Float>
    let extent: SIMD2<Float>
    let degrees: Float

    init(_ rect: NormalizedRect, in size: PixelSize, by other: NormalizedRect) {
        center = Self.point(rect.xCenter, rect.yCenter, in: size, by: other)
        extent = SIMD2(rect.width * Float(size.width), rect.height * Float(size.height))
        degrees = Float(Double(rect.rotation) / .pi * 180)
    }

    /// Returns a point of the image, rotated back by the rotation of a region.
    static func point(
        _ x: Float, _ y: Float, in size: PixelSize, by other: NormalizedRect
    ) -> SIMD2<Float> {
        let (c, s) = (FloatMath.cos(-other.rotation), FloatMath.sin(-other.rotation))
        let place = SIMD2(x * Float(size.width), y * Float(size.height))
        return SIMD2(place.x * c - place.y * s, place.x * s + place.y * c)
    }
}
