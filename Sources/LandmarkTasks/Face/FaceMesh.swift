import LandmarkCore
import LandmarkInference

/// A face landmark model: its network, and the meaning of its outputs.
protocol FaceMesh {
    static var network: NetworkSpec { get }
    /// The position of the output with the logit of a face's presence.
    static var presenceOutput: Int { get }
    /// Whether the ROI of a detection is square.
    static var hasSquareROI: Bool { get }

    /// Replaces `landmarks` with those that `network` found in an ROI of an image of `size`.
    static func decode(
        _ network: Network, roi: NormalizedRect, in size: PixelSize,
        into landmarks: inout [Landmark]
    ) throws(InferenceError)
}

/// The model of MediaPipe Tasks: 478 landmarks. A third output, for an extended tongue, is not used.
enum TasksMesh: FaceMesh {
    static let network = NetworkSpec(
        entry: "face_landmarks_detector.tflite", input: [256, 256, 3], outputs: [1434, 1, 1],
        options: NetworkOptions(outputs: [0, presenceOutput]), precisions: [.single, .half])
    static let presenceOutput = 1
    static let hasSquareROI = false

    static func decode(
        _ network: Network, roi: NormalizedRect, in size: PixelSize,
        into landmarks: inout [Landmark]
    ) throws(InferenceError) {
        let projection = DetectionProjection(PixelRect(roi, in: size), in: size)
        try network.withOutput(0) {
            FaceDecoder.decode($0, projection: projection, into: &landmarks)
        }
    }
}

/// The plain mesh of MediaPipe Solutions: 468 landmarks.
enum PlainMesh: FaceMesh {
    static let network = NetworkSpec(
        entry: "face_landmark.tflite", input: [192, 192, 3], outputs: [1404, 1])
    static let presenceOutput = 1
    static let hasSquareROI = true
    /// The side of the network's input in pixels, which is the unit of its landmarks.
    static let inputSize: Float = 192

    static func decode(
        _ network: Network, roi: NormalizedRect, in size: PixelSize,
        into landmarks: inout [Landmark]
    ) throws(InferenceError) {
        let projection = LandmarkProjection(roi)
        try network.withOutput(0) { values in
            landmarks.removeAll(keepingCapacity: true)
            for index in 0..<Face.meshCount {
                let point = projection.project(
                    SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2])
                        / inputSize)
                landmarks.append(Landmark(x: point.x, y: point.y, z: point.z))
            }
        }
    }
}

/// The mesh with attention of MediaPipe Solutions (`refine_landmarks`): separate networks refine the lips,
/// eyes and irises. 478 landmarks.
enum AttentionMesh: FaceMesh {
    static let network = NetworkSpec(
        entry: "face_landmark_with_attention.tflite", input: [192, 192, 3],
        outputs: [1404, 160, 142, 142, 10, 10, 1])
    static let presenceOutput = 6
    static let hasSquareROI = true

    static func decode(
        _ network: Network, roi: NormalizedRect, in size: PixelSize,
        into landmarks: inout [Landmark]
    ) throws(InferenceError) {
        try PlainMesh.decode(network, roi: roi, in: size, into: &landmarks)
        let projection = LandmarkProjection(roi)
        for (output, indices) in [lips, rightEye, leftEye].enumerated() {
            try network.withOutput(output + 1) { values in
                for (place, index) in indices.enumerated() {
                    let point = position(values, place, projection)
                    landmarks[index].x = point.x
                    landmarks[index].y = point.y
                }
            }
        }
        for (output, contour) in [rightContour, leftContour].enumerated() {
            // An iris has the mean depth of its eye.
            let depth = Float(
                contour.reduce(0) { $0 + Double(landmarks[$1].z) } / Double(contour.count))
            try network.withOutput(output + 4) { values in
                for place in 0..<(Face.landmarkCount - Face.meshCount) / 2 {
                    let point = position(values, place, projection)
                    landmarks.append(Landmark(x: point.x, y: point.y, z: depth))
                }
            }
        }
    }

    private static func position(
        _ values: UnsafeBufferPointer<Float>, _ place: Int, _ projection: LandmarkProjection
    ) -> SIMD3<Float> {
        projection.project(
            SIMD3(values[2 * place], values[2 * place + 1], 0) / PlainMesh.inputSize)
    }

    // The landmarks that the further outputs refine, in their order. MediaPipe's graph calls the person's
    // right eye, which comes first, the left one.

    static let lips: [Int] = [
        61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409,
        78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415,
        76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408,
        62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268, 271, 272, 407,
    ]
    static let rightEye: [Int] = [
        33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110,
        24, 23, 22, 26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232,
        233, 244, 113, 225, 224, 223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143, 111, 117, 118,
        119, 120, 121, 128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
    ]
    static let leftEye: [Int] = [
        263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255,
        339, 254, 253, 252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449,
        450, 451, 452, 453, 464, 342, 445, 444, 443, 442, 441, 413, 265, 353, 276, 283, 282, 295,
        372, 340, 346, 347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296, 336, 285, 417,
    ]
    /// The landmarks around each eye.
    static let rightContour = Array(rightEye.prefix(16))
    static let leftContour = Array(leftEye.prefix(16))
}
