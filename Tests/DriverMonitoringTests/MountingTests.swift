import DriverMonitoring
import LandmarkCore
import Testing

/// A drive has the same events regardless of how the camera is mounted and the image rotated or
/// mirrored.
@Suite("Camera mounting")
struct MountingTests {
    /// Blinks, looks to both sides and down, a microsleep, a yawn and a nod.
    static func sketch(_ time: Double) -> Sketch {
        var sketch = Sketch(head: HeadPose(pitch: -6, yaw: 4, roll: 2))
        let isClosed = within(time, 70, 71.7) || within(time, 101, 101.6)
        let isNear = within(time, 69, 73) || within(time, 100, 103)
        sketch.blink(isClosed || (!isNear && blinking(time) == 0) ? 0.6 : 0.04)
        sketch.jaw = within(time, 80, 84) ? 0.7 : 0.05
        if within(time, 85, 89) { sketch.head.yaw += 30 }
        if within(time, 93, 97) { sketch.head.yaw -= 33 }
        if within(time, 101.2, 101.8) { sketch.head.pitch -= 20 }
        if within(time, 110, 114) { sketch.head.pitch -= 25 }
        sketch.lookLeft = 0.1
        return sketch
    }

    static let reference = Result {
        var analyzer = DriverAnalyzer()
        return try SketchedDrive(120, analyzer: &analyzer) { sketch($0).observation(at: $0) }
    }

    @Test("The reference drive has all kinds of events")
    func events() throws {
        let kinds = Set(try Self.reference.get().fired.map(\.kind))
        #expect(
            kinds == [
                .blink, .longBlink, .microsleep, .yawn, .distractionLong, .headNod, .levelChanged,
            ])
    }

    /// Expects the reference drive from changed faces. Angles may differ by a bin of the histograms
    /// behind the neutral head pose.
    private func expectSameDrive(
        isMirrored: Bool = false, _ change: (Sketch) -> Sketch
    ) throws {
        var analyzer = DriverAnalyzer(isMirrored: isMirrored)
        let drive = try SketchedDrive(120, analyzer: &analyzer) {
            change(Self.sketch($0)).observation(at: $0)
        }
        let expected = try Self.reference.get()
        func names(_ drive: SketchedDrive) -> [String] {
            drive.fired.map { "\($0.kind.rawValue) \($0.start.seconds) \($0.fire.seconds)" }
        }
        #expect(names(drive) == names(expected))
        for (got, wanted) in zip(drive.results, expected.results) {
            #expect(abs(got.fatigueScore - wanted.fatigueScore) < 0.5)
            #expect(got.activeAlerts == wanted.activeAlerts)
            let yaw =
                (got.signals.relativeHead?.yaw ?? 99) - (wanted.signals.relativeHead?.yaw ?? 0)
            #expect(abs(yaw) < 0.6, "left and right are swapped, at \(got.timestamp)")
        }
    }

    @Test("A mirrored image gives the same drive")
    func mirrored() throws {
        try expectSameDrive(isMirrored: true, \.mirrored)
    }

    @Test("A mirrored image swaps the sides unless declared")
    func undeclaredMirror() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(90, analyzer: &analyzer) {
            Self.sketch($0).mirrored.observation(at: $0)
        }
        let yaw = try #require(drive.results[30 * 87].signals.relativeHead).yaw
        #expect(yaw < -25)
    }

    @Test("A rotated image gives the same drive")
    func rotated() throws {
        try expectSameDrive { $0.rotated }
        try expectSameDrive { $0.rotated.rotated }
        try expectSameDrive { $0.rotated.rotated.rotated }
    }

    @Test("A camera with roll gives the same drive", arguments: [20.0, -20])
    func cameraRoll(roll: Double) throws {
        try expectSameDrive { sketch in
            var other = sketch
            other.head.roll += roll
            return other
        }
    }

    @Test("A camera to the side and below gives the same drive")
    func cameraOffset() throws {
        try expectSameDrive { sketch in
            var other = sketch
            other.head.yaw += 9
            other.head.pitch += 17
            return other
        }
    }

    /// The eye widths are those seen by such a camera: from about 20° on, the far eye of a driver who
    /// looks ahead is not used.
    @Test("A camera far to the side gives the same drive", arguments: [15.0, 22, -22, 30, -30])
    func cameraFarAside(yaw: Double) throws {
        func seen(_ sketch: Sketch) -> Sketch {
            var other = sketch
            // At 20° the far eye has 0.85 of the near eye's width.
            let angle = other.head.yaw * .pi / 180
            let share = 0.2227 * sine(angle) / sine(angle + .pi / 2)
            other.leftWidth = (1 + share) / (1 - share)
            return other
        }
        let aside = seen(Sketch(head: HeadPose(yaw: 4 + yaw))).leftWidth
        #expect((aside < 0.85 || aside > 1 / 0.85) == (abs(yaw) > 25 || yaw == 22))
        try expectSameDrive { sketch in
            var other = sketch
            other.head.yaw += yaw
            return seen(other)
        }
    }

    @Test("A small face gives the same drive")
    func smallFace() throws {
        try expectSameDrive { sketch in
            var other = sketch
            other.width = 60
            other.center = SIMD2(500, 300)
            return other
        }
    }
}
