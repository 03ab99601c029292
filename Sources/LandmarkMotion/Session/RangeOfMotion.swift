/// The range of a movement in a recording of one person, on both sides, as a goniometer would read it at the
/// end of the movement.
public struct RangeOfMotion: Sendable, Hashable {
    /// The range of one side. Angles are in degrees.
    public struct Side: Sendable, Hashable {
        /// The person's side.
        public let side: BodySide
        /// The greatest angle of the filtered curve, without values that were held.
        public let peak: Double
        /// When it was reached, in seconds.
        public let peakTime: Double
        /// The index of its sample in the recording.
        public let peakIndex: Int
        /// The greatest angle that was kept or exceeded for half a second; nil if the measure was never
        /// measured for that long.
        public let plateau: Double?
        /// The least angle.
        public let start: Double
        /// How often the movement went from the lower 40 % to the upper 60 % of its range; 0 for
        /// a range below 10°.
        public let repetitions: Int
        /// Where it was measured: in the image or in space.
        public let plane: Measure.Plane
        /// The direction that the person faced at the peak, as in `MotionSample.viewYaw`.
        public let viewYaw: Double
        /// The error of the peak: the known error of the measure, and in the image also what foreshortening
        /// at `viewYaw` can hide; nil if the measure's error is unknown.
        public let error: Double?
        /// The share of samples, 0…1, in which the measure was measured.
        public let measuredShare: Double
    }

    /// The movement.
    public let movement: JointMovement
    /// The id of the person's track.
    public let id: Int
    /// The sides on which the movement was measured, left before right.
    public let sides: [Side]

    /// Measures the range of a movement.
    ///
    /// A side is measured in the image if the image shows the movement in at least half of the samples in
    /// which it is measured in space, and otherwise in space.
    ///
    /// - Parameters:
    ///   - movement: The movement.
    ///   - recording: A recording with the movement's `measures`.
    public init(of movement: JointMovement, in recording: MotionRecording) {
        self.movement = movement
        id = recording.id ?? 0
        sides = BodySide.allCases.compactMap { Side($0, movement, recording) }
    }

    /// The peak of the left side minus that of the right side; nil unless both were measured.
    public var difference: Double? {
        sides.count == 2 ? sides[0].peak - sides[1].peak : nil
    }

    /// The error of the difference, from the errors of both sides; nil if either is unknown.
    public var differenceError: Double? {
        guard sides.count == 2, let left = sides[0].error, let right = sides[1].error else {
            return nil
        }
        return (left * left + right * right).squareRoot()
    }
}

extension RangeOfMotion.Side {
    /// Seconds of a plateau.
    private static let plateauSpan = 0.5
    /// The least range of repetitions, in degrees.
    private static let minRange = 10.0

    fileprivate init?(
        _ side: BodySide, _ movement: JointMovement, _ recording: MotionRecording
    ) {
        let inSpace = recording.measuredShare(of: movement.space[side])
        let inImage = recording.measuredShare(of: movement.image[side])
        let isImage = inImage > 0 && inImage >= inSpace / 2
        let measure = isImage ? movement.image[side] : movement.space[side]
        let curve = recording.curve(of: measure).map { movement.position(of: $0) }
        let measured = curve.indices.filter { curve[$0].isFinite }
        guard let top = measured.max(by: { curve[$0] < curve[$1] }),
            let least = measured.map({ curve[$0] }).min()
        else { return nil }
        self.side = side
        peak = curve[top]
        peakTime = recording.times[top]
        peakIndex = top
        start = least
        plateau = Self.plateau(curve, recording.times)
        repetitions = Self.repetitions(curve, from: least, to: curve[top])
        plane = measure.plane
        viewYaw = recording.yaw[top]
        measuredShare = isImage ? inImage : inSpace
        error = recording.error(of: measure, at: top)
    }

    /// The greatest value that is kept or exceeded in a window of samples without a gap.
    private static func plateau(_ curve: [Double], _ times: [Double]) -> Double? {
        var best: Double?
        for first in curve.indices where curve[first] > best ?? -.infinity {
            var least = curve[first]
            var index = first
            while index < curve.count, curve[index].isFinite,
                times[index] - times[first] < plateauSpan
            {
                least = Swift.min(least, curve[index])
                index += 1
            }
            guard index < curve.count, curve[index].isFinite else { continue }
            least = Swift.min(least, curve[index])
            best = Swift.max(best ?? least, least)
        }
        return best
    }

    private static func repetitions(_ curve: [Double], from low: Double, to high: Double) -> Int {
        guard high - low >= minRange else { return 0 }
        var count = 0
        // A recording that begins at the end of the range begins in a repetition.
        var isLow = true
        for value in curve where value.isFinite {
            let share = (value - low) / (high - low)
            if isLow, share >= 0.6 {
                isLow = false
                count += 1
            } else if share <= 0.4 {
                isLow = true
            }
        }
        return count
    }
}
