import Foundation

/// A person made of straight limbs, as `landmark pose --raw` would write it: upright, facing the
/// camera, both knees bent by one angle.
struct StickFigure {
    var id = 1
    /// The flexion of both knees in degrees.
    var knees = 0.0
    /// The position of the hips in the image, as a fraction of its width.
    var place = 0.5
    /// The size in the image; 1 for 1.4 m in an image of 5 m.
    var scale = 1.0
    /// The visibility of landmarks by index; 1 for all others.
    var visibility: [Int: Double] = [:]
    /// Whether the pose landmarker has exchanged left and right.
    var isExchanged = false
    /// Whether there are landmarks before smoothing.
    var isRaw = true
    /// Whether the image lies on its side, with the top of the scene at the right: `left`.
    var isOnSide = false

    /// A line for a frame with these people.
    static func line(
        _ frame: Int, of people: [StickFigure], fps: Double = 30, file: String = "clip.mp4"
    ) -> String {
        let time = Int((Double(frame) * 1000 / fps).rounded())
        let poses = people.map(\.json).joined(separator: ",")
        return "{\"file\":\"\(file)\",\"frame\":\(frame),\"timestampMs\":\(time),\"width\":1000,"
            + "\"height\":1000,\"poses\":[\(poses)]}\n"
    }

    /// The lines of a recording; `people` returns those who are present at a time in seconds.
    static func lines(
        seconds: Double, fps: Double = 30, _ people: (Double) -> [StickFigure]
    ) -> String {
        (0..<Int(seconds * fps)).map { line($0, of: people(Double($0) / fps), fps: fps) }.joined()
    }

    /// Squats between 10° and 90°, one every two seconds, from standing.
    static func squatting(at time: Double) -> StickFigure {
        StickFigure(knees: 10 + 40 * (1 - cos(Double.pi * time)))
    }

    private var json: String {
        let names = isRaw ? ["landmarks", "rawLandmarks"] : ["landmarks"]
        let worldNames = isRaw ? ["worldLandmarks", "rawWorldLandmarks"] : ["worldLandmarks"]
        var points = world
        var image = points.map { SIMD3(place, 0.5, 0) + 0.2 * scale * $0 }
        if isOnSide {
            image = image.map { SIMD3(1 - $0.y, $0.x, $0.z) }
            points = points.map { SIMD3(-$0.y, $0.x, $0.z) }
        }
        let members =
            names.map { "\"\($0)\":\(rows(image))" }
            + worldNames.map { "\"\($0)\":\(rows(points))" }
        return
            "{\"id\":\(id),\(isExchanged ? "\"sidesSwapped\":true," : "")\(members.joined(separator: ","))}"
    }

    private func rows(_ points: [SIMD3<Double>]) -> String {
        let rows = points.enumerated().map { index, point in
            "[\(point.x),\(point.y),\(point.z),\(visibility[index] ?? 1),1]"
        }
        return "[\(rows.joined(separator: ","))]"
    }

    /// The landmarks in meters: x right, y down, z away; the person's left is at the right.
    private var world: [SIMD3<Double>] {
        let half = knees / 2 * Double.pi / 180
        var points = [SIMD3<Double>](repeating: SIMD3(0, -0.7, -0.1), count: 33)
        for (side, x) in [(0, 1.0), (1, -1.0)] {
            let (shoulder, hip) = (SIMD3(0.2 * x, -0.5, 0), SIMD3(0.1 * x, 0, 0))
            let knee = hip + 0.4 * SIMD3(0, cos(half), -sin(half))
            let ankle = knee + 0.4 * SIMD3(0, cos(half), sin(half))
            points[11 + side] = shoulder
            points[13 + side] = shoulder + SIMD3(0.02 * x, 0.28, 0)
            for hand in [15, 17, 19, 21] {
                points[hand + side] = shoulder + SIMD3(0.04 * x, 0.53, 0)
            }
            points[23 + side] = hip
            points[25 + side] = knee
            points[27 + side] = ankle
            points[29 + side] = ankle + SIMD3(0, 0.05, 0.05)
            points[31 + side] = ankle + SIMD3(0, 0.05, -0.15)
        }
        return points
    }
}
