import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Measures of the frontal plane in the image.
@Suite struct FrontalImageTests {
    /// A person with arms and a leg raised sideways.
    private static func person(yaw: Double, isMirrored: Bool = false) -> Skeleton {
        var person = Skeleton()
        person.viewYaw = yaw
        person.isMirrored = isMirrored
        person.arms.left.shoulderAbduction = 83
        person.arms.right.shoulderAbduction = 150
        person.legs.left.hipAbduction = 35
        person.legs.right.hipAbduction = -5
        return person
    }

    private static let pairs: [(image: Measure, space: Measure)] = [
        (.shoulderAbduction2DLeft, .shoulderAbductionLeft),
        (.shoulderAbduction2DRight, .shoulderAbductionRight),
        (.hipAbduction2DLeft, .hipAbductionLeft), (.hipAbduction2DRight, .hipAbductionRight),
        (.trunkLateral2D, .trunkLateral),
    ]

    @Test("from the front and from behind, they equal those in space", arguments: [0.0, 180])
    func frontal(yaw: Double) throws {
        for isMirrored in [false, true] {
            let sample = try MotionAnalyzer.measure(
                Self.person(yaw: yaw, isMirrored: isMirrored).frame())
            #expect(sample.view == (yaw == 0 ? .front : .back))
            for (image, space) in Self.pairs {
                #expect(sample[image].state == .measured, "\(image)")
                #expect(abs(sample[image].value - sample[space].value) < 1e-4, "\(image)")
            }
        }
    }

    @Test("a trunk that leans changes abduction of shoulders against it, and none of hips")
    func leaning() throws {
        for yaw in [0.0, 180] {
            var person = Self.person(yaw: yaw)
            person.trunkLateral = 8
            let sample = try MotionAnalyzer.measure(person.frame())
            #expect(abs(sample[.trunkLateral2D].value - 8) < 1e-4)
            #expect(abs(sample[.shoulderAbduction2DLeft].value - 91) < 1e-4)
            #expect(abs(sample[.shoulderAbduction2DRight].value - 142) < 1e-4)
            #expect(abs(sample[.hipAbduction2DLeft].value - 35) < 1e-4)
            #expect(abs(sample[.hipAbduction2DRight].value + 5) < 1e-4)
        }
    }

    @Test("obliquely, they are off by what foreshortening explains", arguments: [30.0, 44, 150])
    func oblique(yaw: Double) throws {
        // The greatest difference of α and atan(tan α · cos ψ).
        let cosine = abs(cos(yaw * .pi / 180))
        let limit = asin((1 - cosine) / (1 + cosine)) * 180 / .pi
        for abduction in stride(from: 5.0, through: 175, by: 10) {
            var person = Skeleton()
            person.viewYaw = yaw
            person.arms.left.shoulderAbduction = abduction
            let reading = try MotionAnalyzer.measure(person.frame())[.shoulderAbduction2DLeft]
            #expect(abs(reading.value - abduction) < limit + 1e-6, "\(abduction)")
        }
    }

    @Test("other views do not show the frontal plane")
    func views() throws {
        for (yaw, isSeen) in [
            (44.0, true), (-44, true), (46, false), (90, false), (134, false), (136, true),
            (-136, true),
        ] {
            let sample = try MotionAnalyzer.measure(Self.person(yaw: yaw).frame())
            for (image, _) in Self.pairs {
                #expect(sample[image].reason == (isSeen ? nil : .view), "\(image) \(yaw)")
            }
        }
    }

    @Test("an arm raised forward has no abduction in the image")
    func forward() throws {
        for yaw in [0.0, 25, -40] {
            for flexion in [65.0, 90, 110] {
                var person = Skeleton()
                person.viewYaw = yaw
                person.arms.left.shoulderFlexion = flexion
                let reading = try MotionAnalyzer.measure(person.frame())[.shoulderAbduction2DLeft]
                #expect(reading.reason == .plane, "\(yaw) \(flexion)")
            }
        }
    }

    /// Eight raises of both arms, in space as one camera gives them: with noise in depth, and with
    /// hips that are tilted by 15°, so that one side seems restricted.
    private static func raises(_ peak: Double) throws -> [MotionSample] {
        var random = AngleTests.Generator(state: 9)
        var analyzer = MotionAnalyzer()
        return try (0..<600).map { index in
            let time = Double(index) / 30
            let share = (1 - cos(2 * .pi * min(max(time - 1, 0), 16) / 2)) / 2
            var person = Skeleton()
            for side in BodySide.allCases {
                person.arms[side].shoulderAbduction = 5 + (peak - 5) * share
            }
            var frame = person.frame(at: time)
            frame.world[PoseJoint.leftHip.rawValue].y += 0.03
            frame.world[PoseJoint.rightHip.rawValue].y -= 0.03
            for landmark in frame.world.indices {
                frame.world[landmark].z += .random(in: -0.04...0.04, using: &random)
                frame.image[landmark].x += .random(in: -1.5...1.5, using: &random)
                frame.image[landmark].y += .random(in: -1.5...1.5, using: &random)
            }
            return try analyzer.update(frame)
        }
    }

    @Test("raises are counted on both sides although depth makes one side seem restricted")
    func counted() throws {
        let samples = try Self.raises(83)
        let sides = BodySide.allCases.map { side in
            samples.map {
                $0[side == .left ? .shoulderAbductionLeft : .shoulderAbductionRight].value
            }
            .filter(\.isFinite).max() ?? 0
        }
        #expect(abs(sides[0] - sides[1]) > 15, "what is measured in space: \(sides)")
        let exercised = try Exercised("shoulder-abduction", samples)
        for counter in exercised.report.counters {
            #expect(counter.repetitions.count == 8)
            for repetition in counter.repetitions {
                #expect(abs(repetition.peak - 83) < 4, "\(repetition.peak)")
                #expect(repetition.plane == .image)
            }
        }
        #expect(exercised.session.status.counters.allSatisfy { $0.plane == .image })
    }

    @Test("a raise that only just fails says what it reached and what it needed")
    func justFailed() throws {
        let exercised = try Exercised("shoulder-abduction", Self.raises(66))
        #expect(exercised.count == 0)
        let failed = exercised.events.compactMap { event -> (peak: Double, needed: Double?)? in
            if case .incomplete(_, let peak, let needed) = event.kind {
                (peak, needed)
            } else {
                nil
            }
        }
        #expect(failed.count == 16)
        #expect(failed.allSatisfy { (58..<70).contains($0.peak) && $0.needed == 70 }, "\(failed)")
        // With thresholds of the person's own range, the same raises count.
        var own = try ExerciseDefinition.named("shoulder-abduction")
        var rule = try #require(own.repetitions)
        rule.thresholds = .adaptive(minRange: 20)
        own.kind = .repetitions(rule)
        #expect(try Exercised(own, Self.raises(66)).count == 16)
    }
}
