import LandmarkCore
import LandmarkTasks

/// The measurements of a face in one frame, before normalization to the driver's own range.
struct FaceMeasurements {
    let points: FacePoints
    let eyes: EyePair
    let head: HeadPose?
    let eyeRotation: EyeRotation?
    /// The mouth openness, 0…1.
    let mouthOpenness: Double?
    /// How wide the mouth smiles, 0…1: the mean of both corners.
    let smile: Double?
    let mouthAspectRatio: Double?
    /// The model's confidence that the face is present, 0…1.
    let presence: Double

    /// nil for an image without area.
    init?(_ face: Face, in size: PixelSize, isMirrored: Bool) {
        guard let points = FacePoints(face, in: size) else { return nil }
        self.points = points
        eyes = EyePair(face, points, isMirrored: isMirrored)
        head = face.transformationMatrix.flatMap { HeadPose($0, isMirrored: isMirrored) }
        eyeRotation = face.blendshapes.flatMap { EyeRotation($0, isMirrored: isMirrored) }
        mouthOpenness = face.blendshapes?.validCoefficient(.jawOpen)
        smile = face.blendshapes.flatMap { shapes in
            guard let left = shapes.validCoefficient(.mouthSmileLeft),
                let right = shapes.validCoefficient(.mouthSmileRight)
            else { return nil }
            return (left + right) / 2
        }
        mouthAspectRatio = AspectRatioPoints.mouth.aspectRatio(points)
        let presence = Double(face.presence)
        self.presence = presence.isFinite ? presence.clamped(to: 0...1) : 0
    }
}

/// A face's landmarks in pixels, where horizontal and vertical lengths are comparable.
struct FacePoints {
    private let landmarks: [Landmark]
    private let scale: SIMD2<Double>

    /// nil for an image without area.
    init?(_ face: Face, in size: PixelSize) {
        guard size.width > 0, size.height > 0 else { return nil }
        landmarks = face.landmarks
        scale = SIMD2(Double(size.width), Double(size.height))
    }

    /// The landmark `index` in pixels.
    func point(_ index: Int) -> SIMD2<Double> {
        SIMD2(Double(landmarks[index].x), Double(landmarks[index].y)) * scale
    }

    /// The landmark `index` with depth; depth has the scale of x.
    func point3D(_ index: Int) -> SIMD3<Double> {
        SIMD3(point(index), Double(landmarks[index].z) * scale.x)
    }

    func distance(_ a: Int, _ b: Int) -> Double { (point(a) - point(b)).length }

    /// Whether landmark `index` lies in the image; false for NaN coordinates.
    func isInside(_ index: Int) -> Bool {
        let point = landmarks[index]
        return (0...1).contains(point.x) && (0...1).contains(point.y)
    }
}

/// The six landmarks that define an eye or mouth aspect ratio: two corners and two vertical pairs.
struct AspectRatioPoints {
    let corners: (Int, Int)
    let pairs: (first: (Int, Int), second: (Int, Int))

    /// The driver's right eye, on the left of an unmirrored image.
    static let rightEye = AspectRatioPoints(corners: (33, 133), pairs: ((160, 144), (158, 153)))
    /// The driver's left eye, on the right of an unmirrored image.
    static let leftEye = AspectRatioPoints(corners: (362, 263), pairs: ((385, 380), (387, 373)))
    /// The inner lips.
    static let mouth = AspectRatioPoints(corners: (78, 308), pairs: ((81, 178), (311, 402)))

    /// (‖p2−p6‖ + ‖p3−p5‖) / (2‖p1−p4‖) in pixels (Soukupová and Čech 2016); nil when the corners
    /// coincide.
    func aspectRatio(_ points: FacePoints) -> Double? {
        let heights =
            points.distance(pairs.first.0, pairs.first.1)
            + points.distance(pairs.second.0, pairs.second.1)
        let ratio = heights / (2 * width(points))
        return ratio.isFinite ? ratio : nil
    }

    /// The distance between the corners in pixels.
    func width(_ points: FacePoints) -> Double { points.distance(corners.0, corners.1) }
}

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}

extension SIMD3<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}

extension Blendshapes {
    /// The coefficient, clamped to 0…1; nil when it is NaN or out of range by more than rounding.
    func validCoefficient(_ shape: Blendshape) -> Double? {
        let value = Double(self[shape])
        return (-0.01...1.01).contains(value) ? value.clamped(to: 0...1) : nil
    }
}
