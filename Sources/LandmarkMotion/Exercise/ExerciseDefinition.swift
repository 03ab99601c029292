/// An exercise as data: the signal that is followed, when a repetition counts, and what is checked.
public struct ExerciseDefinition: Sendable, Hashable {
    /// The name that commands and files use, such as `squat`.
    public var name: String
    /// The name for people to read, such as “Squat”.
    public var title: String
    /// One sentence about what is counted.
    public var summary: String
    /// What is done with the signal.
    public var kind: Kind
    /// Whether each side has a counter of its own; measures named `….side` are then those of the
    /// counter's side and `….other` those of the opposite one.
    public var isPerSide: Bool
    public var view: View
    public var faults: [Fault]

    public enum Kind: Sendable, Hashable {
        case repetitions(Repetitions)
        case hold(Hold)
        case test(ClinicalTest)
    }
    public struct Repetitions: Sendable, Hashable {}
    public struct Hold: Sendable, Hashable {}
    public struct Fault: Sendable, Hashable {
        public var id: String
        public var say: String
    }
    public enum ClinicalTest: Sendable, Hashable {
        case chairStand, fiveTimesSitToStand, timedUpAndGo, gait, singleLegStance
    }
    /// The view that an exercise or a fault can be judged from.
    public enum View: String, Sendable, Hashable, Codable {
        case any, front, side
    }
}
