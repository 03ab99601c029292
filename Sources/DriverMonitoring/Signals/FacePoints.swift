import LandmarkCore
import LandmarkTasks

/// A face's points in pixels, in which lengths across and along the image can be compared.
struct FacePoints {
    private let landmarks: [Landmark]
    private let scale: SIMD2<Double>

    /// Nil for an image without size.
    init?(_ face: Face, in size: PixelSize) {
        guard size.width > 0, size.height > 0 else { return nil }
        landmarks = face.landmarks
        scale = SIMD2(Double(size.width), Double(size.height))
    }

    /// The point with this number.
    func point(_ index: Int) -> SIMD2<Double> {
        SIMD2(Double(landmarks[index].x), Double(landmarks[index].y)) * scale
    }

    /// The point with its depth, which is on the scale of x.
    func space(_ index: Int) -> SIMD3<Double> {
        SIMD3(point(index), Double(landmarks[index].z) * scale.x)
    }

    func distance(_ a: Int, _ b: Int) -> Double { (point(a) - point(b)).length }

    /// Whether a point is in the image; a point that is no number is not.
    func isInside(_ index: Int) -> Bool {
        let point = landmarks[index]
        return (0...1).contains(point.x) && (0...1).contains(point.y)
    }
}

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }
    var isFinite: Bool { x.isFinite && y.isFinite }
}

extension SIMD3<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}
