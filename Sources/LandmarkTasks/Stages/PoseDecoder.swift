package import LandmarkCore

/// The body landmark model's outputs to points of the image.
package enum PoseDecoder {
    /// The model's points: 33 of the body, two that give the next region, four unused.
    package static let pointCount = 39
    /// The side of the model's input, in pixels: the unit of its landmarks.
    package static let inputSize: Float = 256

    /// Replaces `points` with those of `values`, 39 × (x, y, z, visibility, presence).
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

    /// Replaces `landmarks` with the image's points of the body.
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

    /// Replaces `landmarks` with the body's points in meters from `values`, 39 × (x, y, z);
    /// visibility and presence are those of `points`.
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

    /// The region for the next frame: the two points after the body's are its center and one
    /// that gives its size and direction.
    package static func nextRegion(
        _ points: [PosePoint], projection: LandmarkProjection, in size: PixelSize
    ) -> NormalizedRect {
        func place(_ index: Int) -> SIMD2<Float> {
            let point = projection.project(SIMD3(points[index].x, points[index].y, 0))
            return SIMD2(point.x, point.y)
        }
        return DetectionRegion.pose(
            center: place(Pose.landmarkCount), end: place(Pose.landmarkCount + 1), in: size)
    }
}
