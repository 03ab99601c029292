import LandmarkCore
import LandmarkTasks

/// World landmarks of hands, in millimeters, 21 points of x, y and z.
enum HandSketch {
    /// The hands of photographs, as the hand landmarker finds them.
    static let openPalm = photograph([
        52, 19, 23, 41, -2, 24, 28, -22, 25, 16, -38, 23, 12, -61, 21, 2, -13, 4, -8, -6, 12, -10,
        -2, 32, -10, 4, 51, -2, -1, 0, -12, 2, 17, -11, 12, 33, -7, 13, 52, -3, 8, -3, -14, 19,
        12, -8, 24, 31, -2, 23, 51, -1, 25, 3, -9, 33, 11, -15, 40, 23, -13, 42, 32,
    ])
    static let thumbUp = photograph([
        -75, 38, -3, -61, 5, -13, -51, -23, -5, -37, -61, 3, -23, -89, 15, -4, -24, 3, 18, -22,
        -18, 7, -15, -34, -16, -12, -41, 3, -6, 6, 25, -2, -29, 1, 0, -54, -15, 6, -35, 5, 16, 0,
        15, 16, -29, -6, 18, -45, -20, 22, -34, -6, 31, -5, 9, 33, -24, -2, 32, -42, -20, 32, -42,
    ])
    static let raisedThumb = photograph([
        -81, -7, -12, -67, 22, -11, -48, 53, 1, -26, 78, 18, -9, 95, 45, -2, 25, 10, 13, 33, -9,
        0, 38, -16, -21, 32, -10, 3, 0, 7, 24, 16, -24, -1, 24, -35, -18, 15, -19, 5, -17, -6, 19,
        -3, -32, 1, 4, -43, -18, 2, -33, -6, -34, -19, 14, -28, -32, 8, -12, -50, -10, -15, -45,
    ])
    static let pointing = photograph([
        -4, 78, 29, 22, 55, 14, 43, 27, 4, 44, -3, -13, 26, -23, -21, 24, -10, 5, 27, -40, 1, 30,
        -61, -4, 29, -83, -27, 1, -6, 6, 7, -19, -28, 15, 3, -39, 23, 22, -31, -17, 5, -2, -8, -1,
        -32, 0, 20, -38, 9, 41, -22, -33, 23, -9, -29, 12, -28, -15, 23, -41, -10, 39, -31,
    ])
    static let victory = photograph([
        3, 85, 54, -28, 66, 23, -33, 46, -2, -25, 26, -35, -7, 14, -49, -33, -2, -4, -42, -25,
        -15, -46, -45, -25, -56, -62, -48, -6, -6, 3, -2, -46, -6, -6, -72, -22, -8, -97, -40, 22,
        -2, 2, 27, -32, -11, 31, -55, -28, 31, -76, -48, 33, 16, 4, 54, -3, 0, 69, -21, -9, 79,
        -33, -22,
    ])

    private static func photograph(_ millimeters: [Int]) -> [WorldLandmark] {
        (0..<Hand.landmarkCount).map { index in
            let point = millimeters[3 * index..<3 * index + 3].map { Float($0) / 1000 }
            return WorldLandmark(x: point[0], y: point[1], z: point[2])
        }
    }

    /// A hand whose fingers are bent by an angle in each of their two joints, with the thumb's tip
    /// at a distance in millimeters from the index finger's middle joint.
    static func bent(by degrees: Double, thumb: Double = 35) -> [WorldLandmark] {
        var points = [SIMD3<Double>](repeating: SIMD3(), count: Hand.landmarkCount)
        let angle = degrees * .pi / 180
        for finger in 0..<4 {
            var point = SIMD3(Double(finger) * 20 - 20, -90, 0)
            points[5 + 4 * finger] = point
            for (joint, length) in [45.0, 25, 20].enumerated() {
                let turn = angle * Double(joint)
                point += SIMD3(0, -sine(turn + .pi / 2), sine(turn)) * length
                points[6 + 4 * finger + joint] = point
            }
        }
        points[4] = points[6] + SIMD3(-thumb, 0, 0)
        return points.map { point in
            WorldLandmark(
                x: Float(point.x / 1000), y: Float(point.y / 1000), z: Float(point.z / 1000))
        }
    }

    /// A hand around a phone.
    static let holding = bent(by: 50)

    /// A hand with a given shape whose wrist and knuckles are at positions along the face's own
    /// axes, in face widths.
    static func hand(
        _ sketch: Sketch, wrist: (Double, Double), knuckles: (Double, Double),
        shape: [WorldLandmark] = holding
    ) -> Hand {
        func place(_ at: (Double, Double)) -> Landmark {
            sketch.landmark(sketch.place(at.0 * sketch.width, at.1 * sketch.width))
        }
        var landmarks = [Landmark](repeating: place(knuckles), count: Hand.landmarkCount)
        landmarks[0] = place(wrist)
        return Hand(
            id: 1, handedness: .left, handednessScore: 1, presence: 1, landmarks: landmarks,
            worldLandmarks: shape, region: .full)
    }
}
