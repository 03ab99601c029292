import LandmarkMotion
import LandmarkTasks
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What no human joint can do is not measured.
@Suite struct JointLimitsTests {
    private static let rate = 30.0

    /// A person who stands for ten frames, as the analyzer sees it.
    private static func standing() throws -> GateTests.Stream {
        var stream = GateTests.Stream()
        for _ in 0..<10 { _ = try stream.next() }
        return stream
    }

    @Test("a knee that is 64° inward is a bad pose and no fault")
    func kneeIn() throws {
        var frame = Skeleton().frame()
        let hip = frame.image[PoseJoint.leftHip.rawValue]
        let ankle = frame.image[PoseJoint.leftAnkle.rawValue]
        let half = (ankle.y - hip.y) / 2
        for (degrees, isPlausible) in [(20.0, true), (44, true), (46, false), (64, false)] {
            frame.image[PoseJoint.leftKnee.rawValue] = SIMD2(
                (hip.x + ankle.x) / 2 - half * Self.tangent(ofHalf: degrees), hip.y + half)
            let reading = try MotionAnalyzer.measure(frame)[.fppaLeft]
            #expect(reading.state == (isPlausible ? .measured : .missing), "\(degrees)")
            #expect(reading.reason == (isPlausible ? nil : .implausibleValue), "\(degrees)")
            if isPlausible { #expect(abs(reading.value - degrees) < 2) }
        }
    }

    @Test("a squat with knees that are 64° inward in every frame has no fault")
    func squat() throws {
        for (degrees, hasFault) in [(25.0, true), (64, false)] {
            var session = try ExerciseSession(.named("squat"))
            var analyzer = MotionAnalyzer()
            var skeleton = Skeleton()
            var faults: [String] = []
            for index in 0..<150 {
                // Down and up once within 4 s, between 15° and 100°.
                let depth = max(0, 50 * (1 - Self.cosine(Double(index - 15) * 3)))
                let isMoving = (15..<135).contains(index)
                for side in [BodySide.left, .right] {
                    skeleton.legs[side].kneeFlexion = isMoving ? depth : 0
                    skeleton.legs[side].hipFlexion = isMoving ? depth * 0.9 : 0
                }
                var frame = skeleton.frame(at: Double(index) / Self.rate)
                if isMoving, depth > 30 {
                    for (hip, knee, ankle, inward) in [
                        (PoseJoint.leftHip, PoseJoint.leftKnee, PoseJoint.leftAnkle, -1.0),
                        (.rightHip, .rightKnee, .rightAnkle, 1),
                    ] {
                        let (top, end) = (frame.image[hip.rawValue], frame.image[ankle.rawValue])
                        let half = (end - top) / 2
                        frame.image[knee.rawValue] =
                            top + half
                            + SIMD2(half.y, -half.x) * (inward * Self.tangent(ofHalf: degrees))
                    }
                }
                for event in session.update(try analyzer.update(frame)) {
                    if case .fault(let id, _, _, _) = event.kind { faults.append(id) }
                }
            }
            #expect(faults.contains("kneesIn") == hasFault, "\(degrees)°: \(faults)")
        }
    }

    @Test("a jump within a frame is missing, and accepted once a joint had the time for it")
    func jump() throws {
        var stream = try Self.standing()
        stream.skeleton.legs.left.kneeFlexion = 130
        let first = try stream.next()[GateTests.knee]
        #expect(first.state == .held && first.reason == .implausibleSpeed)
        #expect(abs(first.value) < 1)
        // 130° take 0.061 s at 1800° per second after the noise of 20°: two frames.
        #expect(try stream.next()[GateTests.knee].state == .measured)
    }

    @Test("the fastest kick is measured")
    func kick() throws {
        var stream = try Self.standing()
        for index in 1...4 {
            stream.skeleton.legs.left.kneeFlexion = 1500 / Self.rate * Double(index) / 2
            #expect(try stream.next()[GateTests.knee].state == .measured)
        }
    }

    @Test("−179° after 179° is no jump")
    func wrap() throws {
        var stream = try Self.standing()
        let turned: (Double) -> (inout MotionFrame) -> Void = { degrees in
            { frame in
                for index in frame.world.indices {
                    let point = frame.world[index]
                    let (s, c) = (Self.sine(degrees), Self.cosine(degrees))
                    frame.world[index] = SIMD3(
                        point.x, c * point.y - s * point.z, s * point.y + c * point.z)
                }
            }
        }
        for _ in 0..<12 { _ = try stream.nextAbsent() }
        var values: [Double] = []
        for degrees in [176.0, 177, 178, 179, 181, 182] {
            let reading = try stream.next(turned(degrees))[.trunkForward]
            if reading.state == .measured { values.append(reading.unfiltered) }
        }
        #expect(values.count == 5, "\(values)")
        #expect(values.contains { $0 > 170 } && values.contains { $0 < -170 }, "\(values)")
    }

    @Test("limits contain the normal range of every movement")
    func normal() {
        for movement in JointMovement.all {
            for measure in movement.measures {
                let end = movement.isReversed ? -movement.normal : movement.normal
                #expect(measure.limits.range.contains(end), "\(movement.name)")
            }
        }
        for measure in Measure.allCases { #expect(measure.limits == measure.opposite.limits) }
    }

    private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
    private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    private static func tangent(ofHalf degrees: Double) -> Double { tan(degrees * .pi / 360) }
}
