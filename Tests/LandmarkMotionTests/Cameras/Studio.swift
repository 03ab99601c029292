import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport

/// Synthetic cameras around a person, with strong distortion.
struct Studio {
    var cameras: [CameraCalibration.Camera] = []
    var random: SplitMix64

    /// - Parameter count: The number of cameras, on a circle of 4 m around the origin, 1.5 m above
    ///   it.
    init(cameras count: Int, seed: UInt64 = 1) throws {
        random = SplitMix64(seed: seed)
        for index in 0..<count {
            let angle = 0.3 + 2 * .pi * Double(index) / Double(count + 1)
            let position = SIMD3(4 * cos(angle), 4 * sin(angle), 1.5)
            cameras.append(Self.camera("cam_\(index)", at: position))
        }
    }

    /// - Parameter positions: The cameras' positions in the calibration's frame (Z up); they look at
    ///   its origin.
    init(cameras positions: [SIMD3<Double>], seed: UInt64 = 1) {
        random = SplitMix64(seed: seed)
        cameras = positions.enumerated().map { Self.camera("cam_\($0)", at: $1) }
    }

    /// The table of a camera in a calibration file.
    static func table(_ camera: CameraCalibration.Camera) -> String {
        let (focal, center, lens) = (
            camera.focalLength, camera.principalPoint, camera.distortion
        )
        // (X, Y, Z) = (−z, x, −y), so rows of the rotation are (−z, x, −y) of the axes.
        let rows = camera.axes.map { SIMD3(-$0.z, $0.x, -$0.y) }
        let rotation = rotationVector(rows)
        let position = camera.translation
        return """
            [\(camera.name)]
            size = [\(camera.imageSize.width), \(camera.imageSize.height)]
            matrix = [[\(focal.x), 0, \(center.x)], [0, \(focal.y), \(center.y)], [0, 0, 1]]
            distortions = [\(lens.k1), \(lens.k2), \(lens.p1), \(lens.p2), \(lens.k3)]
            rotation = [\(rotation.x), \(rotation.y), \(rotation.z)]
            translation = [\(position.x), \(position.y), \(position.z)]

            """
    }

    /// The Rodrigues vector of a rotation's rows.
    private static func rotationVector(_ rows: [SIMD3<Double>]) -> SIMD3<Double> {
        let (right, down, forward) = (rows[0], rows[1], rows[2])
        let cosine = (right.x + down.y + forward.z - 1) / 2
        let angle = acos(min(max(cosine, -1), 1))
        let axis =
            SIMD3(forward.y - down.z, right.z - forward.x, down.x - right.y) / (2 * sin(angle))
        return axis * angle
    }

    /// A camera at a position of the calibration's frame (Z up) that looks at its origin.
    private static func camera(
        _ name: String, at position: SIMD3<Double>
    ) -> CameraCalibration.Camera {
        let forward = -position / (position * position).sum().squareRoot()
        var right = SIMD3(forward.y, -forward.x, 0)
        right /= (right * right).sum().squareRoot()
        let down = SIMD3(
            forward.y * right.z - forward.z * right.y, forward.z * right.x - forward.x * right.z,
            forward.x * right.y - forward.y * right.x)
        let rows = [right, down, forward]
        return CameraCalibration.Camera(
            name: name, imageSize: PixelSize(width: 1080, height: 1920),
            focalLength: SIMD2(1680, 1675), principalPoint: SIMD2(533, 955),
            distortion: LensDistortion(k1: -0.2, k2: 0.06, p1: 0.002, p2: -0.001, k3: 0.01),
            rotation: rotationVector(rows),
            translation: SIMD3(
                -(rows[0] * position).sum(), -(rows[1] * position).sum(),
                -(rows[2] * position).sum()))
    }

    /// A person with 33 random landmarks, left and right well apart.
    mutating func person(at time: Double = 0) -> MotionFrame {
        var frame = BendingPerson.frame(at: time, knee: 40, elbow: 60)
        for index in frame.world.indices {
            frame.world[index] += 0.05 * noise3()
        }
        return frame
    }

    mutating func noise3() -> SIMD3<Double> {
        SIMD3(Double(random.signedUnit()), Double(random.signedUnit()), Double(random.signedUnit()))
    }

    mutating func noise2() -> SIMD2<Double> {
        SIMD2(Double(random.signedUnit()), Double(random.signedUnit()))
    }

    /// What each camera sees of a person.
    func views(of person: MotionFrame, scale: Double = 1) -> [MotionFrame?] {
        cameras.map { camera in
            var view = MotionFrame()
            view.time = person.time
            view.id = person.id
            view.imageSize = PixelSize(
                width: Int(1080 * scale), height: Int(1920 * scale))
            for index in view.image.indices {
                guard let pixel = camera.pixel(of: person.world[index]) else { continue }
                view.image[index] = pixel * scale
                view.visibility[index] = 0.9
            }
            return view
        }
    }

    /// Exchanges left and right of the body in a view.
    static func exchangeSides(_ view: inout MotionFrame?) {
        for left in stride(from: 11, to: 33, by: 2) { view?.image.swapAt(left, left + 1) }
        for (left, right) in [(1, 4), (2, 5), (3, 6), (7, 8), (9, 10)] {
            view?.image.swapAt(left, right)
        }
    }
}

/// The largest distance of triangulated landmarks from those of a person, in meters; infinite where
/// one is not seen.
func largestDistance(_ frame: MotionFrame, _ person: MotionFrame) -> Double {
    var largest = 0.0
    for index in frame.world.indices {
        guard frame.visibility[index] > 0 else { return .infinity }
        let offset = frame.world[index] - person.world[index]
        largest = max(largest, (offset * offset).sum().squareRoot())
    }
    return largest
}
