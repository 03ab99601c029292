/// Where a camera sees a landmark.
struct Ray: Sendable {
    /// The point on the plane at distance 1 from the camera, without the lens's distortion.
    var point: SIMD2<Double>
    /// How much it counts: the landmark's visibility, 0 when it is not seen.
    var weight: Double

    static let unseen = Ray(point: .zero, weight: 0)
}

/// Finds the point in space where rays of several cameras meet.
///
/// Errors are distances on the plane at distance 1, that is, tangents of angles: they do not depend
/// on the resolution of the images. The limits were chosen on Pose2Sim's recording of a man
/// balancing, with the landmarks of three calibrated cameras.
struct PointSolver: Sendable {
    /// The error from which a ray counts less (Huber's loss); 20 pixels of a video of 1080×1920.
    static let huber = 0.012
    /// The error from which one ray may be left out.
    static let outlier = 0.03
    /// A ray is left out if that divides the largest error by more than this…
    private static let outlierRatio = 10.0
    /// …and if leaving out any other ray leaves an error this many times larger.
    private static let outlierMargin = 5.0
    /// The root mean square error from which on rays do not belong to one point.
    private static let contradiction = 0.06
    /// The error of a point that is not in front of the camera.
    private static let behind = 10.0
    private static let leastRays = 2

    let cameras: [CameraCalibration.Camera]
    /// One ray for each camera.
    var rays: [Ray]

    init(_ cameras: [CameraCalibration.Camera]) {
        self.cameras = cameras
        rays = Array(repeating: .unseen, count: cameras.count)
    }

    /// The point and the mean visibility of the rays that it was computed from; nil with fewer than
    /// two rays, or if they contradict each other.
    mutating func solveRobustly() -> (point: SIMD3<Double>, visibility: Double)? {
        guard var point = solve() else { return nil }
        let error = largestError(at: point)
        if error > Self.outlier, rays.count(where: { $0.weight > 0 }) > Self.leastRays {
            if let outlier = outlier(error) {
                rays[outlier].weight = 0
                guard let without = solve() else { return nil }
                point = without
            }
        }
        guard let refined = refined(point, isRobust: true) else { return nil }
        var errors = 0.0
        var weights = 0.0
        var count = 0.0
        for index in rays.indices where rays[index].weight > 0 {
            let error = self.error(of: index, at: refined)
            errors += error * error * rays[index].weight
            weights += rays[index].weight
            count += 1
        }
        guard errors < Self.contradiction * Self.contradiction * weights else { return nil }
        return (refined, weights / count)
    }

    /// The least squares solution; nil with fewer than two rays, or with parallel ones.
    func solve() -> SIMD3<Double>? {
        guard let point = linear() else { return nil }
        return refined(point, isRobust: false)
    }

    /// The distance of a ray from where its camera sees `point`.
    func error(of index: Int, at point: SIMD3<Double>) -> Double {
        let seen = cameras[index].local(point)
        guard seen.z > 0 else { return Self.behind }
        let offset = rays[index].point - SIMD2(seen.x, seen.y) / seen.z
        return offset.length
    }

    private func largestError(at point: SIMD3<Double>) -> Double {
        var largest = 0.0
        for index in rays.indices where rays[index].weight > 0 {
            largest = max(largest, error(of: index, at: point))
        }
        return largest
    }

    /// The ray that alone contradicts all others.
    private mutating func outlier(_ error: Double) -> Int? {
        var best = (index: -1, error: Double.infinity)
        var second = Double.infinity
        for index in rays.indices where rays[index].weight > 0 {
            let weight = rays[index].weight
            rays[index].weight = 0
            let rest = solve().map { largestError(at: $0) } ?? .infinity
            rays[index].weight = weight
            if rest < best.error {
                second = best.error
                best = (index, rest)
            } else {
                second = min(second, rest)
            }
        }
        let isClear =
            best.error * Self.outlierRatio < error && best.error * Self.outlierMargin < second
        return isClear ? best.index : nil
    }

    /// The direct linear transform: minimizes errors times depths.
    private func linear() -> SIMD3<Double>? {
        var system = NormalEquations()
        var count = 0
        for (ray, camera) in zip(rays, cameras) where ray.weight > 0 {
            let offset = camera.translation
            system.add(
                camera.forward * ray.point.x - camera.right,
                offset.x - ray.point.x * offset.z, weight: ray.weight)
            system.add(
                camera.forward * ray.point.y - camera.down,
                offset.y - ray.point.y * offset.z, weight: ray.weight)
            count += 1
        }
        return count >= Self.leastRays ? system.solution() : nil
    }

    /// Minimizes the squared errors by the Gauss–Newton method from `start`, with Huber's weights
    /// if robust.
    private func refined(_ start: SIMD3<Double>, isRobust: Bool) -> SIMD3<Double>? {
        var point = start
        for _ in 0..<(isRobust ? 15 : 6) {
            var system = NormalEquations()
            for (ray, camera) in zip(rays, cameras) where ray.weight > 0 {
                let seen = camera.local(point)
                // Behind a camera no error can be reduced; the caller finds it too large.
                guard seen.z > 0 else { continue }
                let projected = SIMD2(seen.x, seen.y) / seen.z
                let offset = ray.point - projected
                var weight = ray.weight
                if isRobust {
                    let error = offset.length
                    if error > Self.huber { weight *= Self.huber / error }
                }
                system.add(
                    (camera.right - projected.x * camera.forward) / seen.z, offset.x,
                    weight: weight)
                system.add(
                    (camera.down - projected.y * camera.forward) / seen.z, offset.y,
                    weight: weight)
            }
            guard let step = system.solution() else { return nil }
            point += step
            if step.length < 1e-10 { break }
        }
        return point.x.isFinite && point.y.isFinite && point.z.isFinite ? point : nil
    }
}

/// The normal equations of a least squares problem with three unknowns.
private struct NormalEquations {
    private var xx = 0.0
    private var xy = 0.0
    private var xz = 0.0
    private var yy = 0.0
    private var yz = 0.0
    private var zz = 0.0
    private var right = SIMD3<Double>.zero

    /// Adds the equation row · solution = value.
    mutating func add(_ row: SIMD3<Double>, _ value: Double, weight: Double) {
        xx += weight * row.x * row.x
        xy += weight * row.x * row.y
        xz += weight * row.x * row.z
        yy += weight * row.y * row.y
        yz += weight * row.y * row.z
        zz += weight * row.z * row.z
        right += (weight * value) * row
    }

    /// The solution by Cholesky decomposition (LDLᵀ); nil if it is not unique.
    func solution() -> SIMD3<Double>? {
        let least = 1e-12 * (xx + yy + zz)
        guard xx > least else { return nil }
        let l21 = xy / xx
        let l31 = xz / xx
        let d2 = yy - l21 * xy
        guard d2 > least else { return nil }
        let l32 = (yz - l31 * xy) / d2
        let d3 = zz - l31 * xz - l32 * l32 * d2
        guard d3 > least else { return nil }
        let z2 = right.y - l21 * right.x
        let z3 = right.z - l31 * right.x - l32 * z2
        let z = z3 / d3
        let y = z2 / d2 - l32 * z
        let x = right.x / xx - l21 * y - l31 * z
        return SIMD3(x, y, z)
    }
}
