package import LandmarkCore

/// A rectangle in pixels.
package struct OverlayBox {
    package var left: Double
    package var top: Double
    package var width: Double
    package var height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    package var right: Double { left + width }
    package var bottom: Double { top + height }

    /// Whether the boxes overlap.
    package func overlaps(_ other: OverlayBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

/// Finds places for labels, inside the image and never over each other.
package struct LabelPlacer {
    private let width: Double
    private let height: Double
    /// The occupied boxes, in pixels.
    private var taken: [OverlayBox] = []
    /// The boxes to keep free while there is room elsewhere.
    private var avoided: [OverlayBox] = []

    /// The turns from a label's preferred direction, in radians, in the order in which they are tried.
    private static let turns: [Double] = [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.5, -2.5, .pi]
    /// The distances from the joint, as multiples of the minimum distance.
    private static let distances: [Double] = [1, 1.8, 3, 4.5]

    package init(_ size: PixelSize) {
        width = Double(size.width)
        height = Double(size.height)
    }

    /// Keeps labels off a box.
    package mutating func take(_ box: OverlayBox) { taken.append(box) }

    /// Keeps labels off a box as long as they fit elsewhere.
    package mutating func avoid(_ box: OverlayBox) { avoided.append(box) }

    /// Finds a box of a given size next to `point` and takes it; nil if all places near the point are taken.
    ///
    /// - Parameters:
    ///   - direction: The direction of the label from the point; need not be a unit vector.
    ///   - distance: The minimum distance from the point, in pixels.
    package mutating func place(
        _ size: (width: Double, height: Double), beside point: PixelPoint,
        toward direction: PixelPoint, distance: Double
    ) -> OverlayBox? {
        guard point.x.isFinite, point.y.isFinite, direction.x.isFinite, direction.y.isFinite
        else { return nil }
        let angle = Double(FloatMath.atan2(direction.y, direction.x))
        var second: OverlayBox?
        for factor in Self.distances {
            for turn in Self.turns {
                let (x, y) = (FloatMath.cos(angle + turn), FloatMath.sin(angle + turn))
                // The center of the box, such that its nearest edge is at the distance.
                let reach = distance * factor
                let middleX = Double(point.x) + x * (reach + size.width / 2)
                let middleY = Double(point.y) + y * (reach + size.height / 2)
                let box = OverlayBox(
                    left: middleX - size.width / 2, top: middleY - size.height / 2,
                    width: size.width, height: size.height)
                guard isInside(box), !taken.contains(where: { $0.overlaps(box) }) else {
                    continue
                }
                if !avoided.contains(where: { $0.overlaps(box) }) {
                    taken.append(box)
                    return box
                }
                second = second ?? box
            }
        }
        if let second { taken.append(second) }
        return second
    }

    private func isInside(_ box: OverlayBox) -> Bool {
        box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height
    }
}
