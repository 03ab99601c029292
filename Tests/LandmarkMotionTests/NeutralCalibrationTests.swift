import LandmarkMotion
import Testing

/// Learning the neutral position.
@Suite struct NeutralCalibrationTests {
    static let rate = 30.0

    static func analyzer() -> MotionAnalyzer {
        var options = MotionAnalyzer.Options()
        options.calibrates = true
        return MotionAnalyzer(options)
    }

    /// A person who does not stand quite straight.
    static func standing() -> Skeleton {
        var skeleton = Skeleton()
        skeleton.legs.left.kneeFlexion = 13
        skeleton.legs.right.kneeFlexion = 9
        skeleton.trunkForward = 5
        return skeleton
    }

    @Test("after a second of standing still, values are corrected by the median")
    func learning() throws {
        var analyzer = Self.analyzer()
        var skeleton = Self.standing()
        for index in 0..<31 {
            // The first frame settles.
            let sample = try analyzer.update(skeleton.frame(at: Double(index) / Self.rate))
            #expect(sample.neutral == nil)
            #expect(sample.corrected(.kneeFlexionLeft) == nil)
        }
        let sample = try analyzer.update(skeleton.frame(at: 31 / Self.rate))
        let neutral = try #require(sample.neutral)
        #expect(abs(try #require(neutral[.kneeFlexionLeft]) - 13) < 1e-4)
        #expect(abs(try #require(neutral[.trunkForward]) - 5) < 1e-4)
        #expect(neutral[.wristFlexionLeft] == nil)
        #expect(abs(try #require(sample.corrected(.kneeFlexionRight))) < 1e-4)
        #expect(abs(sample[.kneeFlexionRight].value - 9) < 1e-4)
        #expect(sample.corrected(.wristFlexionLeft) == nil)

        skeleton.legs.left.kneeFlexion = 93
        var last = sample
        for index in 32..<120 {
            last = try analyzer.update(skeleton.frame(at: Double(index) / Self.rate))
        }
        #expect(last.neutral == neutral)
        #expect(abs(try #require(last.corrected(.kneeFlexionLeft)) - 80) < 0.1)
    }

    @Test("a single outlier does not move the median")
    func outlier() throws {
        var analyzer = Self.analyzer()
        var neutral: NeutralPosition?
        for index in 0..<40 {
            var skeleton = Self.standing()
            if index == 12 { skeleton.legs.left.kneeFlexion = 17 }
            neutral = try analyzer.update(skeleton.frame(at: Double(index) / Self.rate)).neutral
        }
        #expect(abs(try #require(neutral?[.kneeFlexionLeft]) - 13) < 0.05)
    }

    /// What is learned in 3 s.
    static func learned(
        rate: Double = rate, _ pose: (inout Skeleton, Double) -> Void
    ) throws -> NeutralPosition? {
        var analyzer = analyzer()
        var neutral: NeutralPosition?
        for index in 0...Int(3 * rate) {
            var skeleton = standing()
            pose(&skeleton, Double(index) / rate)
            neutral = try analyzer.update(skeleton.frame(at: Double(index) / rate)).neutral
        }
        return neutral
    }

    @Test("a person whose knees, hips or trunk move at 10 degrees per second is not still")
    func moving() throws {
        #expect(try Self.learned { $0.legs.left.kneeFlexion = 9 * $1 } != nil)
        #expect(try Self.learned { $0.legs.left.kneeFlexion = 11 * $1 } == nil)
        #expect(try Self.learned { $0.legs.right.hipFlexion = 11 * $1 } == nil)
        #expect(try Self.learned { $0.trunkLateral = 11 * $1 } == nil)
    }

    @Test("an arm that moves is not learned, and the rest is")
    func movingArm() throws {
        let neutral = try #require(try Self.learned { $0.arms.left.elbowFlexion = 11 * $1 })
        #expect(neutral[.elbowFlexionLeft] == nil)
        #expect(abs(try #require(neutral[.elbowFlexionRight])) < 1e-4)
        #expect(abs(try #require(neutral[.kneeFlexionLeft]) - 13) < 1e-4)
    }

    @Test("an arm that comes to rest while the person stands is learned then")
    func following() throws {
        let neutral = try #require(
            try Self.learned { $0.arms.left.elbowFlexion = max(8, 60 - 40 * $1) })
        #expect(abs(try #require(neutral[.elbowFlexionLeft]) - 8) < 2)
    }

    @Test("nothing is learned once the person has moved")
    func over() throws {
        let neutral = try #require(
            try Self.learned { skeleton, time in
                skeleton.arms.left.elbowFlexion = time < 1.5 ? 60 * time : 0
                skeleton.legs.left.kneeFlexion = time < 1.2 ? 13 : 13 + 60 * (time - 1.2)
            })
        #expect(neutral[.elbowFlexionLeft] == nil)
        #expect(abs(try #require(neutral[.kneeFlexionLeft]) - 13) < 1e-4)
    }

    @Test("noise of a degree does not prevent it", arguments: [5.0, 30, 60, 120])
    func noise(rate: Double) throws {
        var random = AngleTests.Generator(state: 9)
        let neutral = try Self.learned(rate: rate) { skeleton, _ in
            skeleton.legs.left.kneeFlexion += .random(in: -1.7...1.7, using: &random)
            skeleton.arms.right.elbowFlexion += .random(in: 0...3.4, using: &random)
        }
        #expect(abs(try #require(neutral?[.kneeFlexionLeft]) - 13) < 1.5)
    }

    @Test("a squat that is held and a bow are not neutral, and a raised arm is not learned")
    func posture() throws {
        let squat = try Self.learned { skeleton, _ in
            skeleton.legs.left = .init(hipFlexion: 80, kneeFlexion: 90)
            skeleton.legs.right = .init(hipFlexion: 80, kneeFlexion: 90)
        }
        #expect(squat == nil)
        #expect(try Self.learned { skeleton, _ in skeleton.trunkForward = 60 } == nil)
        let raised = try Self.learned { skeleton, _ in skeleton.arms.left.shoulderAbduction = 80 }
        #expect(raised?[.shoulderAbductionLeft] == nil)
        #expect(raised?[.shoulderAbductionRight] != nil)
        #expect(raised?[.kneeFlexionLeft] != nil)
    }

    @Test("an absence starts it again; a new calibration forgets the old one")
    func again() throws {
        var analyzer = Self.analyzer()
        let skeleton = Self.standing()
        for index in 0..<75 {
            let time = Double(index) / Self.rate
            let sample =
                index == 25
                ? try analyzer.updateAbsent(at: time)
                : try analyzer.update(skeleton.frame(at: time))
            #expect((sample.neutral != nil) == (index >= 25 + 32), "frame \(index)")
        }
        analyzer.recalibrate()
        #expect(try analyzer.update(skeleton.frame(at: 3)).neutral == nil)
    }

    @Test("without the option nothing is learned")
    func off() throws {
        var analyzer = MotionAnalyzer()
        for index in 0..<90 {
            let sample = try analyzer.update(Skeleton().frame(at: Double(index) / Self.rate))
            #expect(sample.neutral == nil)
        }
    }
}
