package import LandmarkCore
package import LandmarkInference

/// A point of the pose landmark model before projection, normalized to the ROI.
package struct PosePoint {
    package var x: Float
    package var y: Float
    package var z: Float
    package var visibility: Float
    package var presence: Float

    package init(x: Float, y: Float, z: Float, visibility: Float, presence: Float) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }
}

/// Decodes the outputs of the pose landmark model.
package enum PoseDecoder {
    /// The model's points: 33 landmarks, two that determine the next ROI, four unused.
    package static let pointCount = 39
    /// The side of the model's input in pixels, which is the unit of its points.
    package static let inputSize: Float = 256

    /// Replaces `points` with the model's points.
    ///
    /// - Parameter values: 39 × (x, y, z, visibility, presence): pixels of the input, and logits.
    package static func decode(
        _ values: UnsafeBufferPointer<Float>, into points: inout [PosePoint]
    ) {
        points.removeAll(keepingCapacity: true)
        for index in 0..<pointCount {
            let first = 5 * index
            points.append(
                PosePoint(
                    x: values[first] / inputSize, y: values[first + 1] / inputSize,
                    z: values[first + 2] / inputSize, visibility: sigmoid(values[first + 3]),
                    presence: sigmoid(values[first + 4])))
        }
    }

    /// Replaces `landmarks` with the first 33 points, projected to the image.
    package static func project(
        _ points: [PosePoint], projection: LandmarkProjection, into landmarks: inout [Landmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        for source in points.prefix(Pose.landmarkCount) {
            let point = projection.project(SIMD3(source.x, source.y, source.z))
            landmarks.append(
                Landmark(
                    x: point.x, y: point.y, z: point.z, visibility: source.visibility,
                    presence: source.presence))
        }
    }

    /// Replaces `landmarks` with world landmarks, with the visibility and presence of `points`.
    ///
    /// - Parameter values: 39 × (x, y, z), in meters.
    package static func decodeWorld(
        _ values: UnsafeBufferPointer<Float>, points: [PosePoint], projection: LandmarkProjection,
        into landmarks: inout [WorldLandmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        for index in 0..<Pose.landmarkCount {
            let point = projection.rotate(
                SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]))
            landmarks.append(
                WorldLandmark(
                    x: point.x, y: point.y, z: point.z, visibility: points[index].visibility,
                    presence: points[index].presence))
        }
    }
}

/// The ROIs of poses.
package enum PoseROI {
    /// The enlargement of the square around a pose.
    static let margin: Float = 1.25
    /// The keypoints of a detection are the center and the scale point; the line between them is upright.
    static let fromDetection = DetectionRegion(
        keypoints: (0, 1), target: .pi / 2,
        transformation: RectTransformation(shift: 0, squares: true, scale: margin))

    /// Returns a square ROI centered at the hips' midpoint, whose side is twice the distance to the
    /// point that determines scale and rotation, enlarged by 1.25. Both points are normalized to
    /// the image.
    package static func roi(
        center: SIMD2<Float>, scalePoint: SIMD2<Float>, in size: PixelSize
    ) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let rect = NormalizedRect(
            around: center * scale, reaching: scalePoint * scale, target: fromDetection.target,
            in: size)
        return fromDetection.transformation.apply(to: rect, in: size)
    }

    /// Returns the two points after the landmarks: the center and the scale point of the ROI for the
    /// next frame, normalized to the image.
    package static func points(
        of points: [PosePoint], projection: LandmarkProjection
    ) -> (center: SIMD2<Float>, scalePoint: SIMD2<Float>) {
        func position(_ index: Int) -> SIMD2<Float> {
            let point = projection.project(SIMD3(points[index].x, points[index].y, 0))
            return SIMD2(point.x, point.y)
        }
        return (position(Pose.landmarkCount), position(Pose.landmarkCount + 1))
    }
}

/// Smooths the two points that determine a pose's next ROI, as MediaPipe Solutions does.
struct PoseRegionFilter {
    private var filter = PointFilter(
        OneEuroFilter.Parameters(minCutoff: 0.01, beta: 10), count: 2)
    /// The points of the current frame, normalized to the image.
    var points = (center: SIMD2<Float>.zero, scalePoint: SIMD2<Float>.zero)

    /// Replaces the ROI that was determined by `points` with that of the smoothed points.
    mutating func apply(to roi: inout NormalizedRect, at now: Timestamp, in size: PixelSize) {
        let unit = SIMD2(Float(size.width), Float(size.height))
        let length = (roi.width * unit.x + roi.height * unit.y) / 2 / PoseROI.margin
        guard length >= 1e-6, let step = filter.step(to: now, scale: Double(1 / length)) else {
            return
        }
        func smoothed(_ point: SIMD2<Float>, at index: Int) -> SIMD2<Float> {
            let pixels = filter.apply(SIMD3(point * unit, 0), at: index, step)
            return SIMD2(pixels.x, pixels.y) / unit
        }
        roi = PoseROI.roi(
            center: smoothed(points.center, at: 0),
            scalePoint: smoothed(points.scalePoint, at: 1), in: size)
    }

    mutating func reset() { filter.reset() }
}

/// Refines a point to the center of mass of the heatmap around it.
package struct HeatmapRefinement {
    /// Rows and columns of the heatmap.
    private static let side = 64
    /// Rows, columns and channels of the heatmap, which has one channel per point.
    static let shape = [side, side, PoseDecoder.pointCount]
    private static let minConfidence: Float = 0.5

    /// Cells on each side of the point.
    private let reach: Int
    /// The rows below the heatmap from which a point is still refined.
    private let rowsBelow: Int

    /// Creates the refinement of a variant: Tasks reaches three cells, and refines a point just below the
    /// ROI with the last rows. Solutions reaches four, its calculator's default, because in Python the
    /// three cells in its graph do not reach the calculator.
    package init(variant: PipelineVariant = .tasks) {
        reach = variant == .tasks ? 3 : 4
        rowsBelow = variant == .tasks ? 3 : 0
    }

    /// Returns the cells around `point` on a channel of the heatmap; nil if it lies outside.
    package func window(around point: PosePoint, channel: Int) -> ChannelWindow? {
        ChannelWindow(
            around: SIMD2(point.x, point.y), channel: channel, reach: reach, width: Self.side,
            height: Self.side, rowsBelow: rowsBelow)
    }

    /// Refines x and y of `point`.
    ///
    /// - Parameter logits: The logits of the cells in `window`, row by row.
    package static func refine(
        _ point: inout PosePoint, by logits: UnsafeBufferPointer<Float>, in window: ChannelWindow
    ) {
        let peak = HeatmapPeak(of: logits, in: window)
        guard peak.highest >= minConfidence, peak.sum > 0 else { return }
        let extent = Float(side)
        point.x = peak.weightedColumn / extent / peak.sum
        point.y = peak.weightedRow / extent / peak.sum
    }
}

extension ChannelWindow {
    /// The cells of a heatmap around a point in fractions of it; nil for a point outside, unless it is less
    /// than `rowsBelow` rows below.
    package init?(
        around point: SIMD2<Float>, channel: Int, reach: Int, width: Int, height: Int,
        rowsBelow: Int = 0
    ) {
        // Round towards zero, as C++ does: −0.5 is cell 0.
        guard
            let column = Int(exactly: (point.x * Float(width)).rounded(.towardZero)),
            let row = Int(exactly: (point.y * Float(height)).rounded(.towardZero)),
            column >= 0, column < width, row >= 0, row < height + rowsBelow
        else { return nil }
        self.init(
            channel: channel, rows: max(0, row - reach)..<min(height, row + reach + 1),
            columns: max(0, column - reach)..<min(width, column + reach + 1))
    }
}

/// The confidences of a window of a heatmap: their sum, their maximum, and the sums of columns and rows that
/// they weight.
package struct HeatmapPeak {
    package private(set) var sum: Float = 0
    package private(set) var highest: Float = 0
    package private(set) var weightedColumn: Float = 0
    package private(set) var weightedRow: Float = 0

    /// Adds up the cells.
    ///
    /// - Parameter logits: The logits of the cells in `window`, row by row.
    package init(of logits: UnsafeBufferPointer<Float>, in window: ChannelWindow) {
        var cell = 0
        for y in window.rows {
            for x in window.columns {
                let confidence = sigmoid(logits[cell])
                cell += 1
                sum += confidence
                highest = max(highest, confidence)
                weightedColumn += Float(x) * confidence
                weightedRow += Float(y) * confidence
            }
        }
    }
}
