package import LandmarkCore

/// The body landmark model's outputs to points of the picture.
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

    /// The picture's first 33 points.
    package static func landmarks(
        _ points: [PosePoint], projection: RegionProjection
    ) -> [Landmark] {
        points.prefix(Pose.landmarkCount).map { source in
            let point = projection.project(SIMD3(source.x, source.y, source.z))
            return Landmark(
                x: point.x, y: point.y, z: point.z, visibility: source.visibility,
                presence: source.presence)
        }
    }

    /// The first 33 points in metres from `values`, 39 × (x, y, z); visibility and presence are
    /// those of `points`.
    package static func worldLandmarks(
        _ values: UnsafeBufferPointer<Float>, points: [PosePoint], projection: RegionProjection
    ) -> [WorldLandmark] {
        (0..<Pose.landmarkCount).map { index in
            let point = projection.rotate(
                SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]))
            return WorldLandmark(
                x: point.x, y: point.y, z: point.z, visibility: points[index].visibility,
                presence: points[index].presence)
        }
    }
}
