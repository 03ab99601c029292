import LandmarkCore
import LandmarkTasks

/// The depths of a limb's two bones over a recording, by a hidden Markov model.
///
/// A state is a pair of depths: how much farther away the middle is than the root, and the end than
/// the middle. With the landmarks' directions, a state places the bones in space. Its likelihood in
/// a frame compares their lengths with the known ones and their depths with the model's, and
/// decreases where a knee bends backward. Depths change like a random walk. The forward pass gives the
/// evidence for bones of a given length, and together with the backward pass the mean of each bone, given all
/// frames (Rabiner, Proceedings of the IEEE 1989).
struct LimbFit {
    /// The standard deviation of a landmark across the ray to it, in meters.
    private static let imageError = 0.02
    /// The standard deviation of a bone's length, in meters.
    private static let lengthError = 0.015
    /// The standard deviation of the model's depth along a bone, as a fraction of its length: where the model
    /// is right, and where it is wrong.
    private static let depthErrors = (right: 0.1, wrong: 0.5)
    /// How often it is wrong.
    private static let wrongShare = 0.3
    /// The standard deviation of the change in that depth within a second, as a fraction.
    private static let change = 0.9
    /// How far a knee bends backward, as the sine of the angle.
    private static let backward = 0.1
    /// Errors of frames within these seconds are one error rather than several.
    private static let memory = 0.3

    let joints: LimbJoints
    private let bendsOneWay: Bool
    private let views: [BodyView]
    private let lengths: SIMD2<Double>
    /// The weight of each frame, 0…1; 0 for frames whose landmarks are not finite.
    private let weights: [Double]

    /// - Parameters:
    ///   - views: At least two.
    ///   - lengths: The expected lengths of both bones in meters.
    init(_ kind: LimbKind, _ side: BodySide, _ views: [BodyView], _ lengths: SIMD2<Double>) {
        joints = kind.joints(side)
        bendsOneWay = kind == .leg
        self.views = views
        self.lengths = lengths
        let places = [joints.root.rawValue, joints.middle.rawValue, joints.end.rawValue]
        let interval = SampleRuns.medianInterval(of: views.map(\.time)) ?? Self.memory
        weights = views.indices.map { index in
            let view = views[index]
            let isFinite = places.allSatisfy { joint in
                view.rays[joint].x.isFinite && view.rays[joint].y.isFinite
                    && view.depths[joint].isFinite && view.depths[joint] > 0.1
            }
            guard isFinite else { return 0 }
            let age = index > 0 ? view.time - views[index - 1].time : interval
            return min(1, age / Self.memory)
        }
    }

    /// The logarithm of the evidence for bones that are `scale` times as long as expected.
    func evidence(_ scale: Double) -> Double {
        var steps = DepthSteps(deviation: Self.change)
        var state = DepthState()
        var likelihood = DepthState.zero
        var total = 0.0
        for index in views.indices {
            if index > 0 { steps.spread(&state, over: interval(before: index)) }
            total += fill(&likelihood, index, scale)
            total += state.multiply(by: likelihood)
        }
        return total
    }

    /// The mean bones in each frame, with the given length; nil where landmarks are not finite.
    func bones(_ scale: Double) -> [LimbBones?] {
        var steps = DepthSteps(deviation: Self.change)
        var state = DepthState()
        var likelihood = DepthState.zero
        var forward: [DepthState] = []
        forward.reserveCapacity(views.count)
        for index in views.indices {
            if index > 0 { steps.spread(&state, over: interval(before: index)) }
            _ = fill(&likelihood, index, scale)
            _ = state.multiply(by: likelihood)
            forward.append(state)
        }
        var result = [LimbBones?](repeating: nil, count: views.count)
        var later = DepthState()
        for index in views.indices.reversed() {
            _ = forward[index].multiply(by: later)
            result[index] = mean(forward[index], index, scale)
            guard index > 0 else { break }
            _ = fill(&likelihood, index, scale)
            _ = later.multiply(by: likelihood)
            steps.spreadBack(&later, over: interval(before: index))
        }
        return result
    }

    private func interval(before index: Int) -> Double {
        views[index].time - views[index - 1].time
    }

    // MARK: A frame

    /// The bones of a frame's states.
    private struct Geometry {
        let root: SIMD3<Double>
        let middleRay: SIMD2<Double>
        let endRay: SIMD2<Double>

        init(_ view: BodyView, _ joints: LimbJoints) {
            let depth = view.depths[joints.root.rawValue]
            root = Self.point(view.rays[joints.root.rawValue], depth)
            middleRay = view.rays[joints.middle.rawValue]
            endRay = view.rays[joints.end.rawValue]
        }

        func first(_ depth: Double) -> SIMD3<Double> {
            Self.point(middleRay, root.z + depth) - root
        }

        func second(_ first: SIMD3<Double>, _ depth: Double) -> SIMD3<Double> {
            let middle = root + first
            return Self.point(endRay, middle.z + depth) - middle
        }

        private static func point(_ ray: SIMD2<Double>, _ depth: Double) -> SIMD3<Double> {
            SIMD3(ray.x * depth, ray.y * depth, depth)
        }
    }

    /// Fills in the likelihood of each state in a frame, at most 1.
    ///
    /// - Returns: The logarithm of the factor by which it was divided.
    private func fill(_ likelihood: inout DepthState, _ index: Int, _ scale: Double) -> Double {
        let weight = weights[index]
        guard weight > 0 else {
            likelihood.fill(with: 1)
            return 0
        }
        let view = views[index]
        let geometry = Geometry(view, joints)
        let middle = view.depths[joints.middle.rawValue]
        let firstDepth = middle - view.depths[joints.root.rawValue]
        let secondDepth = view.depths[joints.end.rawValue] - middle
        let area = lengths.x * lengths.y
        var greatest = -Double.infinity
        let secondTerms = (0..<DepthState.size).map { column in
            Self.depthTerm(DepthState.depth(column) - secondDepth / lengths.y)
        }
        for row in 0..<DepthState.size {
            let depth = DepthState.depth(row) * lengths.x
            let first = geometry.first(depth)
            let base =
                Self.lengthTerm(first, lengths.x * scale)
                + Self.depthTerm((depth - firstDepth) / lengths.x)
            for column in 0..<DepthState.size {
                let depth = DepthState.depth(column) * lengths.y
                let second = geometry.second(first, depth)
                var sum =
                    base + Self.lengthTerm(second, lengths.y * scale)
                    + secondTerms[column]
                if bendsOneWay {
                    let bend = first.cross(second).dot(view.left) / area
                    if bend < 0 { sum += Self.square(bend / Self.backward) }
                }
                let value = -0.5 * weight * sum
                greatest = max(greatest, value)
                likelihood[row, column] = Float(value)
            }
        }
        likelihood.exponentiate(subtracting: Float(greatest))
        return greatest
    }

    private static func square(_ x: Double) -> Double { x * x }

    /// −2 times the logarithm of the likelihood of the model's depth, which differs by a multiple of
    /// the bone's length: a mixture of two normal distributions.
    private static func depthTerm(_ difference: Double) -> Double {
        let (right, wrong) = depthErrors
        let likelihood =
            (1 - wrongShare) * Double(DepthSteps.bell(difference / right)) / right
            + wrongShare * Double(DepthSteps.bell(difference / wrong)) / wrong
        return -2 * FloatMath.log(max(likelihood, 1e-30))
    }

    /// The squared difference of a bone from its length, in standard deviations: errors across the
    /// ray change the length of bones that lie across it.
    private static func lengthTerm(_ bone: SIMD3<Double>, _ expected: Double) -> Double {
        let squared = bone.dot(bone)
        let across = (bone.x * bone.x + bone.y * bone.y) / max(squared, 1e-12)
        let difference = squared.squareRoot() - expected
        return difference * difference
            / (lengthError * lengthError + imageError * imageError * across)
    }

    /// The directions of the mean bones, with their lengths.
    private func mean(_ state: DepthState, _ index: Int, _ scale: Double) -> LimbBones? {
        guard weights[index] > 0 else { return nil }
        let geometry = Geometry(views[index], joints)
        var (first, second) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for row in 0..<DepthState.size {
            let bone = geometry.first(DepthState.depth(row) * lengths.x)
            var share = 0.0
            for column in 0..<DepthState.size {
                let probability = Double(state[row, column])
                share += probability
                let depth = DepthState.depth(column) * lengths.y
                second += geometry.second(bone, depth) * probability
            }
            first += bone * share
        }
        guard let first = first.unit, let second = second.unit else { return nil }
        return LimbBones(
            first: first * (lengths.x * scale), second: second * (lengths.y * scale))
    }
}
