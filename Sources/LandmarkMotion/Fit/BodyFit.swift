import LandmarkCore
import LandmarkTasks

/// Fits the limbs of a finished recording of one camera to bones of constant length.
///
/// A camera shows a joint's position in the image far better than its distance. For thighs and shanks, upper
/// arms and forearms, the fit therefore starts from the image: a bone of known length that looks short points
/// toward the camera or away from it by a known amount. Which of the two is decided by the pose model's
/// depth, by knees, which do not bend backward, and by slow changes. Lengths are estimated over the whole
/// recording, equal on the left and the right.
///
/// ``fitted(_:)`` returns frames that replace the given ones, for a ``MotionAnalyzer``. Trunk and head stay
/// where they are; hands and feet move with their limbs. It needs all frames, so it is not for live use. A
/// value type without a clock: the same frames give the same result.
public struct BodyFit: Sendable, Hashable {
    /// What is known about the camera.
    public struct Options: Sendable, Hashable {
        /// The focal length as a fraction of the longer side of the image; 0.85 is used for values
        /// that are not above 0 and finite. Angles depend little on it.
        public var focalLength = 0.85
        /// Whether left and right are exchanged where the pose model has confused them; not for
        /// smoothed landmarks.
        public var sideGuard = true

        /// Creates options with the defaults.
        public init() {}
    }

    /// What is known about the camera.
    public let options: Options

    /// The logarithms of the factors by which bones may differ from the model's lengths.
    private static let scales = (-4...4).map { 0.04 * Double($0) }
    /// The standard deviation of the logarithm of that factor.
    private static let scaleDeviation = 0.05

    /// Creates a fit.
    public init(_ options: Options = Options()) { self.options = options }

    /// Fits the frames of one person.
    ///
    /// - Parameter frames: All frames in which the person was found, before smoothing, by increasing
    ///   time. Left and right may be confused in ways that the analyzer's guard corrects.
    /// - Returns: As many frames. Where left and right were exchanged, by the model or with the landmarker's
    ///   option, frames are as if the model had not confused them, with the depth of someone who faces the
    ///   other way, and `sidesSwapped` is false. Knees, ankles, elbows, wrists, hands and feet of `world` are
    ///   fitted. Limbs with landmarks that are not finite, frames without an image and fewer than two frames
    ///   with one are left as they are.
    /// - Throws: `MotionError.timeNotIncreasing`, `.timeNotFinite` or `.wrongLandmarkCount`.
    public func fitted(_ frames: [MotionFrame]) throws(MotionError) -> [MotionFrame] {
        try Self.check(frames)
        var fitted = frames
        correctSides(of: &fitted)
        let indices = fitted.indices.filter { fitted[$0].hasImage }
        guard indices.count > 1 else { return fitted }
        let seen = indices.map { fitted[$0] }
        guard let views = BodyView.all(of: seen, focalLength: options.focalLength) else {
            return fitted
        }
        for kind in [LimbKind.leg, .arm] {
            guard let lengths = kind.lengths(in: seen) else { continue }
            let limbs = BodySide.allCases.map { LimbFit(kind, $0, views, lengths) }
            var best = (scale: 1.0, evidence: -Double.infinity)
            for logarithm in Self.scales {
                let scale = Double(FloatMath.exp(Float(logarithm)))
                let share = logarithm / Self.scaleDeviation
                let evidence = limbs.reduce(-0.5 * share * share) { $0 + $1.evidence(scale) }
                if evidence > best.evidence { best = (scale, evidence) }
            }
            for limb in limbs {
                for (bones, index) in zip(limb.bones(best.scale), indices) {
                    if let bones { limb.joints.move(&fitted[index], along: bones) }
                }
            }
        }
        return fitted
    }

    private static func check(_ frames: [MotionFrame]) throws(MotionError) {
        var last: Double?
        let count = MotionFrame.landmarkCount
        for frame in frames {
            guard frame.time.isFinite else { throw .timeNotFinite(frame.time) }
            if let last, frame.time <= last {
                throw .timeNotIncreasing(time: frame.time, last: last)
            }
            last = frame.time
            let lists = [
                ("world", frame.world.count), ("image", frame.image.count),
                ("visibility", frame.visibility.count),
            ]
            for (list, got) in lists where got != count {
                throw .wrongLandmarkCount(list: list, expected: count, got: got)
            }
        }
    }

    /// Exchanges left and right where the pose model has confused them. It has then taken the person for one
    /// who faces the other way, so depths are mirrored, too.
    private func correctSides(of frames: inout [MotionFrame]) {
        var sideGuard = SideGuard()
        for index in frames.indices where frames[index].hasImage {
            let frame = frames[index]
            let swaps =
                options.sideGuard && sideGuard.update(at: frame.time) { frame.image[$0] }
            if swaps { frames[index].exchangeSides() }
            if swaps != frame.sidesSwapped {
                for joint in frame.world.indices { frames[index].world[joint].z.negate() }
            }
            frames[index].sidesSwapped = false
        }
    }
}
