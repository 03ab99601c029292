import LandmarkTasks

/// A person in a frame as seen by a pinhole camera.
struct BodyView: Sendable {
    /// The time in seconds.
    let time: Double
    /// The landmarks' directions: the tangents of the angles to the right and down.
    let rays: [SIMD2<Double>]
    /// The distance of each landmark along the optical axis in meters, with the model's depth.
    let depths: [Double]
    /// The direction from the right to the left hip.
    let left: SIMD3<Double>

    /// Shoulders, elbows, wrists, hips, knees and ankles.
    private static let joints = Array(11...16) + Array(23...28)
    /// The standard deviation in seconds of the weights over which distances are averaged.
    private static let span = 0.25

    /// The views of all frames, which must have images; nil if no frame shows the distance.
    static func all(of frames: [MotionFrame], focalLength: Double) -> [BodyView]? {
        let focal = focalLength.isFinite && focalLength > 0 ? focalLength : 0.85
        let rays = frames.map { frame in
            let size = frame.pixels
            return frame.image.map { ($0 - size / 2) / (focal * max(size.x, size.y)) }
        }
        let distances = zip(frames, rays).map { distance(of: $0, $1) }
        guard let smooth = smoothed(distances, at: frames.map(\.time)) else { return nil }
        return frames.indices.map { index in
            let world = frames[index].world
            let hips = (world[PoseJoint.leftHip.rawValue], world[PoseJoint.rightHip.rawValue])
            let middle = (hips.0.z + hips.1.z) / 2
            return BodyView(
                time: frames[index].time, rays: rays[index],
                depths: world.map { smooth[index] + $0.z - middle },
                left: (hips.0 - hips.1).unit ?? .zero)
        }
    }

    /// The distance of the hips at which the model's landmarks have their size in the image, by least
    /// squares; nil if there is none.
    private static func distance(of frame: MotionFrame, _ rays: [SIMD2<Double>]) -> Double? {
        let hips =
            (frame.world[PoseJoint.leftHip.rawValue].z
                + frame.world[PoseJoint.rightHip.rawValue].z) / 2
        var weights = 0.0
        var (meanRay, meanPoint) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        var (numerator, denominator) = (0.0, 0.0)
        for pass in 0..<2 {
            for joint in joints {
                let visibility = frame.visibility[joint]
                let (point, ray) = (frame.world[joint], rays[joint])
                let flat = SIMD2(point.x, point.y) - ray * (point.z - hips)
                guard flat.x.isFinite, flat.y.isFinite, ray.x.isFinite, ray.y.isFinite,
                    visibility > 0
                else { continue }
                let weight = visibility * visibility
                if pass == 0 {
                    weights += weight
                    meanRay += ray * weight
                    meanPoint += flat * weight
                } else {
                    numerator += weight * (ray - meanRay).dot(flat - meanPoint)
                    denominator += weight * (ray - meanRay).dot(ray - meanRay)
                }
            }
            guard weights > 0 else { return nil }
            if pass == 0 {
                meanRay /= weights
                meanPoint /= weights
            }
        }
        let distance = numerator / denominator
        return distance.isFinite && distance > 0.3 && distance < 1000 ? distance : nil
    }

    private static func smoothed(_ values: [Double?], at times: [Double]) -> [Double]? {
        let present = values.indices.filter { values[$0] != nil }
        guard !present.isEmpty else { return nil }
        var first = 0
        return times.map { time in
            while first < present.count - 1, times[present[first]] < time - 4 * span {
                first += 1
            }
            var (sum, weights) = (0.0, 0.0)
            for index in present[first...] {
                guard let value = values[index] else { continue }
                let share = (times[index] - time) / span
                if share > 4, weights > 0 { break }
                // Never 0, so that a distant value is used if there is no other.
                let weight = Double(DepthSteps.bell(share)) + 1e-30
                sum += weight * value
                weights += weight
                if share > 4 { break }
            }
            return sum / weights
        }
    }
}
