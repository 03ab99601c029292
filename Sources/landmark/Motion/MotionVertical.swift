import LandmarkCommandSupport
import LandmarkMotion

/// `--up`: the direction up in the camera's axes, given or estimated from standing people.
struct MotionVertical {
    private let stated: SIMD3<Double>?
    /// Nil if the vertical is not estimated.
    private var estimator: VerticalEstimator?

    /// The vertical of a run; −y without the option.
    init(_ arguments: Arguments) {
        let words = arguments.text("--up")
        stated = words.flatMap(Self.direction)
        estimator = words == "auto" ? VerticalEstimator() : nil
    }

    /// Whether words are a valid value of `--up`.
    static func isValid(_ words: String) -> Bool { words == "auto" || direction(words) != nil }

    /// Adds everyone's landmarks in a frame.
    mutating func add(_ frames: [MotionFrame]) {
        for frame in frames { estimator?.add(frame) }
    }

    /// Up; nil for −y, which also applies before anyone has stood long enough.
    var up: SIMD3<Double>? { stated ?? reported }

    /// The estimate; nil without one.
    var reported: SIMD3<Double>? { estimator?.estimate?.up }

    /// The estimate in words, for the summary; nil if nothing had to be estimated.
    var words: String? {
        guard let estimator else { return nil }
        guard let found = estimator.estimate else {
            return "vertical: not estimated, because no one stood upright; 0,-1,0 was used"
        }
        let pitch = found.pitch >= 0 ? "down" : "up"
        let roll = found.roll >= 0 ? "right" : "left"
        return "vertical: the camera looks \(pitch) by \(Self.degrees(found.pitch)),"
            + " and the scene leans to the \(roll) by \(Self.degrees(found.roll)),"
            + " estimated from \(found.frames) frames"
    }

    private static func degrees(_ value: Double) -> String { "\(Int(abs(value).rounded()))°" }

    private static func direction(_ words: String) -> SIMD3<Double>? {
        let parts = words.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        return MotionAnalyzer.Options.direction(SIMD3(numbers[0], numbers[1], numbers[2]))
    }
}
