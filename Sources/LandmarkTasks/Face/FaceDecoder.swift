package import LandmarkCore

/// Decodes the outputs of the face landmark model.
package enum FaceDecoder {
    /// The side of the input of Tasks' model in pixels, which is the unit of its landmarks.
    package static let inputSize: Float = 256

    /// Replaces `landmarks` with landmarks in the image.
    ///
    /// - Parameter values: 478 × (x, y, z), in pixels of the input.
    package static func decode(
        _ values: UnsafeBufferPointer<Float>, projection: DetectionProjection,
        into landmarks: inout [Landmark]
    ) {
        landmarks.removeAll(keepingCapacity: true)
        let depthScale = projection.depthScale
        for index in 0..<Face.landmarkCount {
            let point = projection.project(
                SIMD2(values[3 * index] / inputSize, values[3 * index + 1] / inputSize))
            landmarks.append(
                Landmark(
                    x: point.x, y: point.y,
                    z: depthScale * (values[3 * index + 2] / inputSize)))
        }
    }
}

/// The ROIs of faces.
package enum FaceROI {
    /// The landmarks at the outer corners of the right and the left eye.
    private static let eyeCorners = (33, 263)

    /// Returns the ROI for a detected face: its box, rotated by the line between the eyes.
    ///
    /// - Parameter squares: Whether the ROI is square. If not, the crop is stretched to the model's
    ///   square input, and the projection of the landmarks reverses that.
    package static func roi(
        for detection: Detection, squares: Bool = false, in size: PixelSize
    ) -> NormalizedRect {
        fromDetection(squares: squares).roi(aroundBoxOf: detection, in: size)
    }

    static func fromDetection(squares: Bool) -> DetectionRegion {
        DetectionRegion(
            keypoints: (0, 1), target: 0,
            transformation: RectTransformation(shift: 0, squares: squares, scale: 1.5))
    }

    /// Returns the ROI for the next frame: the bounds of all landmarks, rotated by the line between
    /// the eyes.
    ///
    /// - Parameter landmarks: The raw landmarks.
    package static func roi(around landmarks: [Landmark], in size: PixelSize) -> NormalizedRect {
        roi(around: landmarks[...], eyes: eyeCorners, scale: 1.5, in: size)
    }

    /// Returns a square ROI around landmarks: their bounds, rotated by the line between two of them.
    static func roi(
        around landmarks: ArraySlice<Landmark>, eyes: (Int, Int), scale: Float, in size: PixelSize
    ) -> NormalizedRect {
        func position(_ index: Int) -> SIMD2<Float> {
            SIMD2(landmarks[index].x, landmarks[index].y)
        }
        let bounds = Bounds(aroundLandmarks: landmarks.indices.lazy.map(position))
        let center = bounds.low + bounds.extent / 2
        let unit = SIMD2(Float(size.width), Float(size.height))
        let rect = NormalizedRect(
            xCenter: center.x, yCenter: center.y, width: bounds.extent.x, height: bounds.extent.y,
            rotation: Angle.rotation(
                from: position(eyes.0) * unit, to: position(eyes.1) * unit, target: 0))
        return RectTransformation(shift: 0, squares: true, scale: scale).apply(to: rect, in: size)
    }
}

/// The blendshape model's input: a subset of the landmarks, in pixels.
package enum BlendshapeInput {
    /// Writes x and y of each used landmark, in pixels of an image of `size`, to `input`.
    package static func fill(
        _ input: TensorView, from landmarks: [Landmark], in size: PixelSize
    ) {
        let width = Float(size.width)
        let height = Float(size.height)
        for (place, index) in indices.enumerated() {
            let point = landmarks[Int(index)]
            input.base[2 * place] = point.x * width
            input.base[2 * place + 1] = point.y * height
        }
    }

    /// The landmarks that the model was trained on.
    package static let indices: [UInt16] = [
        0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63,
        65, 66, 67, 70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133,
        136, 144, 145, 146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163,
        168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270,
        276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317,
        318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379,
        380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454,
        466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
    ]
}
