package import LandmarkCore

/// The face landmark model's outputs to points of the image.
package enum FaceDecoder {
    /// The side of the model's input, in pixels: the unit of its landmarks.
    package static let inputSize: Float = 256

    /// Replaces `landmarks` with the image's points from `values`, 478 × (x, y, z) in pixels of
    /// the crop.
    package static func decode(
        _ values: UnsafeBufferPointer<Float>, matrix: DetectionProjection,
        into landmarks: inout [Landmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        let depthScale = matrix.depthScale
        for index in 0..<Face.landmarkCount {
            let point = matrix.project(
                SIMD2(values[3 * index] / inputSize, values[3 * index + 1] / inputSize))
            landmarks.append(
                Landmark(
                    x: point.x, y: point.y,
                    z: depthScale * (values[3 * index + 2] / inputSize)))
        }
    }
}
