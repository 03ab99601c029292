import LandmarkTasks

/// Finds the cameras in which the pose model has exchanged left and right.
///
/// An exchange in one camera makes its rays to limbs and torso miss those of the others. Two labelings fit.
/// The majority of cameras decides which one is right, and while the last frame is fresh, continuity does:
/// the labeling whose points are much closer to the last ones wins, for at most half a second against the
/// majority.
struct SideResolver: Sendable {
    /// A labeling must reduce the error to this share of the error of the given labels.
    private static let improvement = 0.8
    /// The largest error of a ray that counts, as in ``PointSolver``.
    private static let largestError = 0.06
    /// The labeling is turned if that reduces the distance to the last frame to this share.
    private static let continuity = 0.6
    /// How long the last frame is fresh, in seconds.
    private static let memory = 0.2
    /// How long continuity outweighs the majority, in seconds.
    private static let patience = 0.5

    /// The left landmarks of limbs and torso; the right ones follow them.
    private static let leftLandmarks: [PoseJoint] = [
        .leftShoulder, .leftElbow, .leftWrist, .leftHip, .leftKnee, .leftAnkle,
    ]
    /// Whether left and right were exchanged in each camera.
    private(set) var isExchanged: [Bool]

    /// The points of the left and right landmarks; nil where they are not known.
    private var points: [BySide<SIMD3<Double>>?]
    private var lastPoints: [BySide<SIMD3<Double>>?]
    private var lastTime = -Double.infinity
    private var contradictedSince: Double?

    init(cameraCount: Int) {
        isExchanged = Array(repeating: false, count: cameraCount)
        points = Array(repeating: nil, count: Self.leftLandmarks.count)
        lastPoints = points
    }

    /// Exchanges left and right where that makes the cameras agree; returns whether it did.
    ///
    /// - Parameters:
    ///   - rays: For each camera one for each landmark.
    ///   - solver: The solver; its rays are overwritten.
    ///   - time: The frame's time in seconds.
    mutating func resolve(
        _ rays: inout [Ray], with solver: inout PointSolver, at time: Double
    ) -> Bool {
        for camera in isExchanged.indices { isExchanged[camera] = false }
        var cost = self.cost(rays, &solver)
        while let (camera, less) = bestExchange(rays, &solver), less < Self.improvement * cost {
            isExchanged[camera].toggle()
            cost = less
        }
        decideByMajority(rays)
        _ = self.cost(rays, &solver)
        decideByContinuity(rays, at: time)
        for camera in isExchanged.indices where isExchanged[camera] {
            let start = camera * MotionFrame.landmarkCount
            for left in 0..<MotionFrame.landmarkCount {
                let right = PoseJoint.opposite(of: left)
                if left < right { rays.swapAt(start + left, start + right) }
            }
        }
        return isExchanged.contains(true)
    }

    /// The camera whose exchange reduces the error most, and the error then.
    private mutating func bestExchange(
        _ rays: [Ray], _ solver: inout PointSolver
    ) -> (camera: Int, cost: Double)? {
        var best: (camera: Int, cost: Double)?
        for camera in isExchanged.indices {
            isExchanged[camera].toggle()
            let cost = self.cost(rays, &solver)
            isExchanged[camera].toggle()
            if cost < best?.cost ?? .infinity { best = (camera, cost) }
        }
        return best
    }

    /// The error of all pairs whose two landmarks at least two cameras see; also computes `points`.
    private mutating func cost(_ rays: [Ray], _ solver: inout PointSolver) -> Double {
        var cost = 0.0
        for (pair, joint) in Self.leftLandmarks.enumerated() {
            let left = solve(rays, &solver, joint.rawValue, other: joint.rawValue + 1, &cost)
            let right = solve(rays, &solver, joint.rawValue + 1, other: joint.rawValue, &cost)
            if let left, let right {
                points[pair] = BySide(left: left, right: right)
            } else {
                points[pair] = nil
            }
        }
        return cost
    }

    private func solve(
        _ rays: [Ray], _ solver: inout PointSolver, _ landmark: Int, other: Int,
        _ cost: inout Double
    ) -> SIMD3<Double>? {
        for camera in isExchanged.indices {
            let start = camera * MotionFrame.landmarkCount
            let own = rays[start + landmark]
            let opposite = rays[start + other]
            let areBothSeen = own.weight > 0 && opposite.weight > 0
            solver.rays[camera] = areBothSeen ? isExchanged[camera] ? opposite : own : .unseen
        }
        guard let point = solver.solve() else { return nil }
        for camera in isExchanged.indices where solver.rays[camera].weight > 0 {
            cost +=
                solver.rays[camera].weight
                * min(solver.error(of: camera, at: point), Self.largestError)
        }
        return point
    }

    /// Whether a camera sees anything.
    private func isSeeing(_ camera: Int, _ rays: [Ray]) -> Bool {
        let start = camera * MotionFrame.landmarkCount
        return rays[start..<start + MotionFrame.landmarkCount].contains { $0.weight > 0 }
    }

    private mutating func turn() {
        for camera in isExchanged.indices { isExchanged[camera].toggle() }
        for pair in points.indices {
            points[pair] = points[pair].map { BySide(left: $0.right, right: $0.left) }
        }
    }

    private mutating func decideByMajority(_ rays: [Ray]) {
        if exchangedMajority(rays) > 0 { turn() }
    }

    private mutating func decideByContinuity(_ rays: [Ray], at time: Double) {
        defer { remember(at: time) }
        guard time > lastTime, time - lastTime <= Self.memory else {
            contradictedSince = nil
            return
        }
        var keep = 0.0
        var swap = 0.0
        for (now, last) in zip(points, lastPoints) {
            guard let now, let last else { continue }
            keep += (now.left - last.left).length + (now.right - last.right).length
            swap += (now.left - last.right).length + (now.right - last.left).length
        }
        guard swap < Self.continuity * keep else {
            contradictedSince = nil
            return
        }
        let since = contradictedSince ?? time
        if exchangedMajority(rays) == 0 {
            turn()
        } else if time - since <= Self.patience {
            contradictedSince = since
            turn()
        } else {
            contradictedSince = nil
        }
    }

    /// By how many the exchanged cameras that see anything outnumber the others.
    private func exchangedMajority(_ rays: [Ray]) -> Int {
        var majority = 0
        for camera in isExchanged.indices where isSeeing(camera, rays) {
            majority += isExchanged[camera] ? 1 : -1
        }
        return majority
    }

    private mutating func remember(at time: Double) {
        // The last known points are kept: a frame without any does not end continuity at once.
        guard points.contains(where: { $0 != nil }), time.isFinite else { return }
        for pair in points.indices { lastPoints[pair] = points[pair] }
        lastTime = time
    }
}
