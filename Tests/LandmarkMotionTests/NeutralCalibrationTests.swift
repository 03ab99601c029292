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

    /// Whether a neutral position is learned in 3 s.
    static func learns(
        rate: Double = rate, _ pose: (inout Skeleton, Double) -> Void
    ) throws -> Bool {
        var analyzer = analyzer()
        for index in 0...Int(3 * rate) {
            var skeleton = standing()
            pose(&skeleton, Double(index) / rate)
            if try analyzer.update(skeleton.frame(at: Double(index) / rate)).neutral != nil {
                return true
            }
        }
        return false
    }

    @Test("a person who moves at 10 degrees per second or more is not still")
    func moving() throws {
        #expect(try Self.learns { $0.arms.left.elbowFlexion = 9 * $1 })
        #expect(try !Self.learns { $0.arms.left.elbowFlexion = 11 * $1 })
    }

    @Test("noise of a degree does not prevent it", arguments: [5.0, 30, 60, 120])
    func noise(rate: Double) throws {
        var random = AngleTests.Generator(state: 9)
        #expect(
            try Self.learns(rate: rate) { skeleton, _ in
                skeleton.legs.left.kneeFlexion += .random(in: -1.7...1.7, using: &random)
                skeleton.arms.right.elbowFlexion += .random(in: 0...3.4, using: &random)
            })
    }

    @Test("a squat that is held, a bow and raised arms are not neutral")
    func posture() throws {
        #expect(
            try !Self.learns { skeleton, _ in
                skeleton.legs.left = .init(hipFlexion: 80, kneeFlexion: 90)
                skeleton.legs.right = .init(hipFlexion: 80, kneeFlexion: 90)
            })
        #expect(try !Self.learns { skeleton, _ in skeleton.trunkForward = 60 })
        #expect(try !Self.learns { skeleton, _ in skeleton.arms.left.shoulderAbduction = 80 })
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
