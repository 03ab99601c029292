import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Every shipped exercise performed by a synthetic person, seen from several directions.
@Suite("Shipped exercises")
struct ShippedExerciseTests {
    /// A movement by its progress: 0 at the top, 1 at the bottom.
    private typealias Movement = @Sendable (inout Skeleton, Double) -> Void

    private static func session(
        _ name: String, count: Int = 4, period: Double = 2.4, rate: Double = 30, yaw: Double,
        isMirrored: Bool = false, scale: Double = 1, _ move: Movement
    ) throws -> Exercised {
        var analyzer = MotionAnalyzer()
        let wave = Signals.cosine(count, period: period, low: 0, high: 1, rate: rate)
        // Two seconds of rest before and after.
        let rest = Int(2 * rate)
        let samples = try (0..<wave.count + 2 * rest).map { index in
            var person = Skeleton()
            person.viewYaw = yaw
            person.isMirrored = isMirrored
            person.scale = scale
            let place = min(max(index - rest, 0), wave.count - 1)
            move(&person, wave[place].value ?? 0)
            return try analyzer.update(person.frame(at: Double(index) / rate))
        }
        return try Exercised(name, samples)
    }

    private static func bend(
        _ person: inout Skeleton, knee: Double, hip: Double, _ sides: [BodySide] = [.left, .right]
    ) {
        for side in sides {
            person.legs[side].kneeFlexion = knee
            person.legs[side].hipFlexion = hip
        }
    }

    private static let movements: [(String, Int, Movement)] = [
        (
            "squat", 4,
            {
                bend(&$0, knee: 8 + 92 * $1, hip: 85 * $1); $0.trunkForward = 25 * $1
            }
        ),
        ("sit-to-stand", 4, { bend(&$0, knee: 88 - 80 * $1, hip: 85 - 80 * $1) }),
        (
            "lunge", 4,
            { person, share in
                bend(&person, knee: 10 + 85 * share, hip: 80 * share, [.left])
                bend(&person, knee: 10 + 80 * share, hip: -15 * share, [.right])
            }
        ),
        (
            "knee-extension", 4,
            { person, share in
                bend(&person, knee: 88, hip: 85)
                person.legs.left.kneeFlexion = 88 - 82 * share
            }
        ),
        (
            "heel-raise", 4,
            { person, share in
                for side in BodySide.allCases {
                    person.legs[side].ankleDorsiflexion = -45 * share
                }
            }
        ),
        (
            "step-up", 4,
            { bend(&$0, knee: 5 + 85 * $1, hip: 70 * $1, [.left]) }
        ),
        ("biceps-curl", 4, { $0.arms.left.elbowFlexion = 12 + 125 * $1 }),
        ("shoulder-abduction", 4, { $0.arms.left.shoulderAbduction = 5 + 120 * $1 }),
        ("shoulder-flexion", 4, { $0.arms.right.shoulderFlexion = 5 + 140 * $1 }),
        (
            "push-up", 4,
            { person, share in
                person.trunkForward = 78
                for side in BodySide.allCases {
                    person.arms[side].shoulderFlexion = 75
                    person.arms[side].elbowFlexion = 10 + 85 * share
                }
            }
        ),
        (
            "jumping-jack", 4,
            { person, share in
                for side in BodySide.allCases {
                    person.arms[side].shoulderAbduction = 10 + 140 * share
                    person.legs[side].hipAbduction = 3 + 20 * share
                }
            }
        ),
        (
            "bridge", 4,
            {
                bend(&$0, knee: 95, hip: 50 - 48 * $1); $0.trunkForward = -(88 - 30 * $1)
            }
        ),
    ]

    @Test(
        "each counts what it is for, from any view, mirrored and in any size",
        arguments: [0.0, 40, 90, -65, 180])
    func counts(_ yaw: Double) throws {
        for (name, count, move) in Self.movements {
            for (isMirrored, scale) in [(false, 1.0), (true, 0.6)] {
                let exercised = try Self.session(
                    name, yaw: yaw, isMirrored: isMirrored, scale: scale, move)
                #expect(exercised.count == count, "\(name), \(yaw)°, mirrored \(isMirrored)")
            }
        }
    }

    @Test("a fifth of the frames may be lost, and half the rate is enough")
    func frameRates() throws {
        for (name, count, move) in Self.movements {
            #expect(try Self.session(name, rate: 12, yaw: 30, move).count == count, "\(name)")
        }
    }

    @Test("walking, standing and reaching are no repetitions of anything")
    func others() throws {
        let walking: Movement = { person, _ in _ = person }
        for definition in ExerciseDefinition.all where definition.name != "gait" {
            let still = try Self.session(definition.name, yaw: 20, walking)
            #expect(still.count == 0, "\(definition.name)")
        }
        for definition in ExerciseDefinition.all where definition.name != "gait" {
            var analyzer = MotionAnalyzer()
            let samples = try (0..<450).map { index in
                var person = Skeleton()
                person.viewYaw = 80
                let time = Double(index) / 30
                for (side, delay) in [(BodySide.left, 0.0), (.right, 0.55)] {
                    let phase = (time - delay) * 2 * .pi / 1.1
                    person.legs[side].hipFlexion = 8 + 20 * Signals.cosine(phase)
                    person.legs[side].kneeFlexion =
                        10 + 26 * (1 + Signals.cosine(phase + 1))
                    person.arms[side.other].shoulderFlexion = 20 * Signals.cosine(phase)
                    person.arms[side.other].elbowFlexion = 25 + 10 * Signals.cosine(phase)
                }
                return try analyzer.update(person.frame(at: time))
            }
            #expect(try Exercised(definition, samples).count == 0, "\(definition.name)")
        }
    }

    @Test("raising the arms in the other plane does not count") func planes() throws {
        let abduction = try Self.session("shoulder-flexion", yaw: 20) {
            $0.arms.left.shoulderAbduction = 5 + 120 * $1
        }
        #expect(abduction.count == 0)
        let flexion = try Self.session("shoulder-abduction", yaw: 20) {
            $0.arms.left.shoulderFlexion = 5 + 120 * $1
        }
        #expect(flexion.count == 0)
    }

    @Test("each has a title, a summary, and faults with instructions; names are unique")
    func texts() throws {
        let all = ExerciseDefinition.all
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(all.count == 18)
        for definition in all {
            try definition.validate()
            #expect(try ExerciseDefinition.named(definition.name) == definition)
            #expect(!definition.title.isEmpty && definition.summary.hasSuffix("."))
            #expect(definition.faults.allSatisfy { !$0.say.isEmpty })
            if case .test = definition.kind { continue }
            #expect((2...4).contains(definition.faults.count), "\(definition.name)")
        }
    }
}
