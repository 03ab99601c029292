import LandmarkMotion
import LandmarkTasks
import Testing

/// Every angle of a body made by forward kinematics, from any view.
@Suite struct AngleTests {
    /// Degrees or meters.
    static let tolerance = 1e-4

    /// The measures of a skeleton in a single frame.
    static func measure(_ skeleton: Skeleton) throws -> MotionSample {
        try MotionAnalyzer.measure(skeleton.frame())
    }

    /// Random angles, the same in every run.
    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    static func skeleton(_ seed: UInt64, yaw: Double) -> Skeleton {
        var random = Generator(state: seed &* 77 &+ 5)
        func angle(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        var skeleton = Skeleton()
        for side in BodySide.allCases {
            skeleton.legs[side] = Skeleton.Leg(
                hipFlexion: angle(-30...70), hipAbduction: angle(-30...60),
                kneeFlexion: angle(-25...150), ankleDorsiflexion: angle(-50...30))
            let isHigh = seed % 2 == 1
            skeleton.arms[side] = Skeleton.Arm(
                shoulderFlexion: isHigh ? angle(130...200) : angle(-60...70),
                shoulderAbduction: isHigh ? angle(130...200) : angle(-40...70),
                elbowFlexion: angle(0...150), wristFlexion: angle(-70...80))
        }
        skeleton.neck = Skeleton.Neck(
            rotation: angle(-80...80), flexion: angle(-60...60), lateral: angle(-45...45))
        skeleton.trunkForward = angle(-30...80)
        skeleton.trunkLateral = angle(-30...30)
        skeleton.pelvisTilt = angle(-15...15)
        skeleton.scale = angle(0.4...1.3)
        skeleton.viewYaw = yaw
        skeleton.zoom = 180
        return skeleton
    }

    /// The values from which the skeleton was made, in all the measures that they determine.
    static func expected(_ skeleton: Skeleton) -> [Measure: Double] {
        var values: [Measure: Double] = [:]
        func set(_ name: String, _ side: BodySide, _ value: Double?) {
            let pair = Measure.pair(named: name)
            if let measure = pair?[side] { values[measure] = value }
        }
        for side in BodySide.allCases {
            let source = skeleton.isMirrored ? side.other : side
            let (leg, arm) = (skeleton.legs[source], skeleton.arms[source])
            set("kneeFlexion", side, leg.kneeFlexion)
            set("hipFlexion", side, leg.hipFlexion)
            set("hipAbduction", side, leg.hipAbduction)
            set("ankleDorsiflexion", side, leg.ankleDorsiflexion)
            set("elbowFlexion", side, arm.elbowFlexion)
            set("shoulderFlexion", side, arm.shoulderFlexion)
            set("shoulderAbduction", side, arm.shoulderAbduction)
            set("wristFlexion", side, arm.wristFlexion)
        }
        let sign = skeleton.isMirrored ? -1.0 : 1
        values[.trunkForward] = skeleton.trunkForward
        values[.trunkLateral] = sign * skeleton.trunkLateral
        values[.neckFlexion] = skeleton.neck?.flexion
        values[.neckLateral] = skeleton.neck.map { sign * $0.lateral }
        values[.neckRotation] = skeleton.neck.map { sign * $0.rotation }
        return values
    }

    @Test(
        "angles in space do not depend on view, size and mirroring",
        arguments: Array(stride(from: 0.0, to: 360, by: 15)), [false, true])
    func views(yaw: Double, isMirrored: Bool) throws {
        for seed in 0..<12 {
            var skeleton = Self.skeleton(UInt64(seed), yaw: yaw)
            skeleton.isMirrored = isMirrored
            let sample = try Self.measure(skeleton)
            let expected = Self.expected(skeleton)
            #expect(expected.count == 21)
            for (measure, value) in expected {
                let reading = sample[measure]
                #expect(
                    abs(reading.value - value) < Self.tolerance,
                    "\(measure.name) \(reading) instead of \(value), yaw \(yaw), seed \(seed)")
            }
            let turned = (isMirrored ? 360 - yaw : yaw).truncatingRemainder(dividingBy: 360)
            let seen = (sample.viewYaw + 360).truncatingRemainder(dividingBy: 360)
            let difference = abs(seen - turned)
            #expect(min(difference, 360 - difference) < Self.tolerance)
        }
    }

    @Test("angles stay the same when left and right are exchanged in the image and by name")
    func mirroredTwice() throws {
        var skeleton = Self.skeleton(3, yaw: 40)
        let plain = try Self.measure(skeleton)
        skeleton.isMirrored = true
        let mirrored = try Self.measure(skeleton)
        for measure in Measure.allCases where measure.side != nil {
            let (a, b) = (plain[measure], mirrored[measure.opposite])
            #expect(a.state == b.state)
            if a.state == .measured { #expect(abs(a.value - b.value) < Self.tolerance) }
        }
    }

    /// A change of the neutral posture, and the sign or value that a measure must then have.
    struct Case: CustomTestStringConvertible, Sendable {
        let measure: Measure
        let value: Double
        let change: @Sendable (inout Skeleton) -> Void
        var testDescription: String { "\(measure.name) \(value)" }

        init(
            _ measure: Measure, _ value: Double,
            _ change: @escaping @Sendable (inout Skeleton) -> Void
        ) {
            self.measure = measure
            self.value = value
            self.change = change
        }
    }

    @Test(
        "signs: flexion, abduction, dorsiflexion and valgus are positive",
        arguments: [
            Case(.kneeFlexionLeft, 90) { $0.legs.left.kneeFlexion = 90 },
            Case(.kneeFlexionRight, -10) { $0.legs.right.kneeFlexion = -10 },
            Case(.hipFlexionLeft, 90) { $0.legs.left.hipFlexion = 90 },
            Case(.hipFlexionRight, -20) { $0.legs.right.hipFlexion = -20 },
            Case(.hipAbductionLeft, 40) { $0.legs.left.hipAbduction = 40 },
            Case(.hipAbductionRight, 40) { $0.legs.right.hipAbduction = 40 },
            Case(.hipAbductionRight, -10) { $0.legs.right.hipAbduction = -10 },
            Case(.ankleDorsiflexionLeft, 20) { $0.legs.left.ankleDorsiflexion = 20 },
            Case(.ankleDorsiflexionRight, -40) { $0.legs.right.ankleDorsiflexion = -40 },
            Case(.elbowFlexionRight, 130) { $0.arms.right.elbowFlexion = 130 },
            Case(.shoulderFlexionLeft, 170) { $0.arms.left.shoulderFlexion = 170 },
            Case(.shoulderFlexionLeft, 190) { $0.arms.left.shoulderFlexion = 190 },
            Case(.shoulderFlexionRight, -50) { $0.arms.right.shoulderFlexion = -50 },
            Case(.shoulderAbductionLeft, 90) { $0.arms.left.shoulderAbduction = 90 },
            Case(.shoulderAbductionRight, 175) { $0.arms.right.shoulderAbduction = 175 },
            Case(.shoulderAbductionRight, 185) { $0.arms.right.shoulderAbduction = 185 },
            Case(.shoulderElevationRight, 175) { $0.arms.right.shoulderAbduction = 185 },
            Case(.shoulderElevationLeft, 120) { $0.arms.left.shoulderFlexion = 120 },
            Case(.wristFlexionLeft, 50) { $0.arms.left.wristFlexion = 50 },
            Case(.wristFlexionRight, -30) { $0.arms.right.wristFlexion = -30 },
            Case(.footPitchLeft, 0) { _ in },
            Case(.footPitchLeft, 35) { $0.legs.left.ankleDorsiflexion = -35 },
            Case(.footPitchRight, 90) { $0.legs.right.kneeFlexion = 90 },
            Case(.footLiftLeft, 0.41) { $0.legs.left.kneeFlexion = 90 },
            Case(.footLiftRight, -0.41) { $0.legs.left.kneeFlexion = 90 },
            Case(.heelForwardLeft, 0.42 - 0.05) {
                $0.legs.left.hipFlexion = 90
                $0.legs.left.kneeFlexion = 90
            },
            Case(.toeForwardLeft, 0.42 + 0.17) {
                $0.legs.left.hipFlexion = 90
                $0.legs.left.kneeFlexion = 90
            },
            Case(.heelForwardRight, -0.41 - 0.06) { $0.legs.right.kneeFlexion = 90 },
            Case(.trunkForward, 30) { $0.trunkForward = 30 },
            Case(.trunkInclination, 30) { $0.trunkForward = -30 },
            Case(.trunkLateral, 20) { $0.trunkLateral = 20 },
            Case(.neckFlexion, 40) { $0.neck = .init(flexion: 40) },
            Case(.neckLateral, 25) { $0.neck = .init(lateral: 25) },
            Case(.neckRotation, 60) { $0.neck = .init(rotation: 60) },
            Case(.pelvisObliquity, 10) { $0.pelvisTilt = 10 },
            Case(.shoulderObliquity, -10) { $0.pelvisTilt = -10 },
        ])
    func signs(_ test: Case) throws {
        var skeleton = Skeleton()
        test.change(&skeleton)
        let reading = try Self.measure(skeleton)[test.measure]
        #expect(reading.state == .measured)
        #expect(abs(reading.value - test.value) < Self.tolerance, "\(reading)")
    }

    @Test("the angle between the legs is that of both abductions from the hips' midpoint")
    func legSpread() throws {
        var skeleton = Skeleton()
        let closed = try Self.measure(skeleton)[.legSpread].value
        skeleton.legs.left.hipAbduction = 30
        skeleton.legs.right.hipAbduction = 30
        let open = try Self.measure(skeleton)[.legSpread].value
        #expect(closed > 14 && closed < 16)
        #expect(open > closed + 40 && open < 75)
    }

    @Test("inclination is against the option `up` where the camera is tilted")
    func gravity() throws {
        var options = MotionAnalyzer.Options()
        let tilted = 0.5
        options.up = SIMD3(0, -tilted, -(1 - tilted * tilted).squareRoot()) * 9.81
        let sample = try MotionAnalyzer.measure(Skeleton().frame(), options)
        #expect(abs(sample[.trunkInclination].value - 60) < Self.tolerance)
        #expect(abs(sample[.trunkForward].value + 60) < Self.tolerance)
        for size in [1e-200, 1e-10, 1e200] {
            options.up = SIMD3(size, 0, 0)
            let sample = try MotionAnalyzer.measure(Skeleton().frame(), options)
            #expect(abs(sample[.trunkInclination].value - 90) < Self.tolerance, "\(size)")
            #expect(MotionAnalyzer.Options.direction(options.up) == SIMD3(1, 0, 0))
        }
        for up in [SIMD3(0, 0, 0), SIMD3(0, .nan, -1), SIMD3(.infinity, 0, 0)] {
            #expect(MotionAnalyzer.Options.direction(up) == nil)
        }
        options.up = .zero
        #expect(
            abs(try MotionAnalyzer.measure(Skeleton().frame(), options)[.trunkInclination].value)
                < Self.tolerance)
    }

    @Test("a projected angle is missing when less than 0.3 of the segment lies in its plane")
    func planes() throws {
        var skeleton = Skeleton()
        skeleton.arms.left.shoulderAbduction = 90
        skeleton.arms.right.shoulderFlexion = 90
        let sample = try Self.measure(skeleton)
        #expect(sample[.shoulderFlexionLeft].reason == .plane)
        #expect(sample[.shoulderAbductionRight].reason == .plane)
        #expect(abs(sample[.shoulderAbductionLeft].value - 90) < Self.tolerance)
        // The sine of 17.4° is 0.299, that of 17.5° is 0.3007.
        skeleton.arms.left.shoulderAbduction = 90 - 17.4
        #expect(try Self.measure(skeleton)[.shoulderFlexionLeft].reason == .plane)
        skeleton.arms.left.shoulderAbduction = 90 - 17.5
        #expect(try Self.measure(skeleton)[.shoulderFlexionLeft].state == .measured)
    }
}
