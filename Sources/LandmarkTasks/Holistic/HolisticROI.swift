import LandmarkCore

/// The regions in which to look for a person's face and hands.
enum HolisticROI {
    /// The region of the face around the nose, eyes, ears and mouth of a pose.
    static func face(of pose: [Landmark], in size: PixelSize) -> NormalizedRect {
        FaceROI.roi(
            around: pose[0...PoseJoint.mouthRight.rawValue],
            eyes: (PoseJoint.rightEye.rawValue, PoseJoint.leftEye.rawValue), scale: 3, in: size)
    }

    /// The region of a detected face: the bounds of its keypoints.
    static func face(_ detection: Detection, in size: PixelSize) -> NormalizedRect {
        let unit = SIMD2(Float(size.width), Float(size.height))
        let bounds = Bounds(
            around: (0..<FaceDetection.keypointCount).lazy.map(detection.keypoint))
        let center = bounds.center
        let rect = NormalizedRect(
            xCenter: center.x, yCenter: center.y, width: bounds.extent.x, height: bounds.extent.y,
            rotation: Angle.rotation(
                from: detection.keypoint(0) * unit, to: detection.keypoint(1) * unit, target: 0))
        return RectTransformation(shift: -0.1, squares: true, scale: 2).apply(to: rect, in: size)
    }

    /// The region of a hand from the wrist and two fingertips of a pose.
    static func hand(of pose: [Landmark], _ side: HandSide, in size: PixelSize) -> NormalizedRect {
        let unit = SIMD2(Float(size.width), Float(size.height))
        let wrist = pose.position(side.wrist.rawValue) * unit
        let index = pose.position(side.index.rawValue) * unit
        let pinky = pose.position(side.pinky.rawValue) * unit
        let middle = (2 * index + pinky) / 3
        var rect = NormalizedRect(around: middle, reaching: wrist, target: 0, in: size)
        rect.rotation = Angle.rotation(from: wrist, to: middle, target: .pi / 2)
        return RectTransformation(shift: -0.1, squares: true, scale: 2.7).apply(to: rect, in: size)
    }

    /// The region of a hand from the two points, normalized to the image, that the recrop network returns.
    static func hand(
        center: SIMD2<Float>, scalePoint: SIMD2<Float>, in size: PixelSize
    ) -> NormalizedRect {
        let unit = SIMD2(Float(size.width), Float(size.height))
        let rect = NormalizedRect(
            around: center * unit, reaching: scalePoint * unit, target: -.pi / 2, in: size)
        return RectTransformation(shift: -0.1, squares: true, scale: 1).apply(to: rect, in: size)
    }
}

/// One of a person's hands, with the landmarks of a pose that lead to it.
struct HandSide {
    let handedness: Handedness
    let wrist: PoseJoint
    let pinky: PoseJoint
    let index: PoseJoint

    static let left = HandSide(
        handedness: .left, wrist: .leftWrist, pinky: .leftPinky, index: .leftIndex)
    static let right = HandSide(
        handedness: .right, wrist: .rightWrist, pinky: .rightPinky, index: .rightIndex)
}
