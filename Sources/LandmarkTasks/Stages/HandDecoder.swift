package import LandmarkCore

/// The hand landmark model's outputs to points of the image.
package enum HandDecoder {
    /// The side of the model's input, in pixels: the unit of its landmarks.
    package static let inputSize: Float = 224

    /// Replaces `landmarks` with the image's points from `values`, 21 × (x, y, z) in pixels of
    /// the crop.
    package static func decode(
        _ values: UnsafeBufferPointer<Float>, projection: LandmarkProjection,
        into landmarks: inout [Landmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        for index in 0..<Hand.landmarkCount {
            let x = values[3 * index] / inputSize
            let y = values[3 * index + 1] / inputSize
            // The model's depths are 0.4 of the scale of its x.
            let z = values[3 * index + 2] / inputSize / 0.4
            let point = projection.project(SIMD3(x, y, z))
            landmarks.append(Landmark(x: point.x, y: point.y, z: point.z))
        }
    }

    /// Replaces `landmarks` with the points in meters from `values`, 21 × (x, y, z).
    package static func decodeWorld(
        _ values: UnsafeBufferPointer<Float>, projection: LandmarkProjection,
        into landmarks: inout [WorldLandmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        for index in 0..<Hand.landmarkCount {
            let point = projection.rotate(
                SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]))
            landmarks.append(WorldLandmark(x: point.x, y: point.y, z: point.z))
        }
    }

    /// Which hand, and how sure, from the model's likelihood of a right hand.
    package static func handedness(_ right: Float) -> (Handedness, Float) {
        let left = Float(1 - Double(right))
        return right >= left ? (.right, right) : (.left, left)
    }
}
