import DriverMonitoring
import LandmarkTasks
import Testing

/// How images of the eyes decide whether their openness counts.
@Suite("Readability of eyes")
struct EyeReadabilityTests {
    /// Lets an analyzer follow eyes for some seconds, and returns its last signals.
    static func signals(
        _ seconds: Double = 4, rate: Double = 15, openness: (Double) -> Double = { _ in 1 },
        _ images: (Double) -> EyeImages
    ) throws -> DriverSignals {
        var analyzer = DriverAnalyzer()
        var sketch = Sketch()
        let drive = try SketchedDrive(seconds, rate: rate, analyzer: &analyzer) { time in
            sketch.blink(0.1 + 0.6 * (1 - openness(time)))
            sketch.aspectRatio = 0.12 + 0.18 * openness(time)
            var observation = sketch.observation(at: time)
            observation.eyeImages = images(time)
            return observation
        }
        return try #require(drive.last).signals
    }

    static func images(
        blockiness: Double = 1.05, _ change: (inout EyeImage) -> Void = { _ in }
    ) -> EyeImages {
        var eye = EyeImage()
        change(&eye)
        return EyeImages(left: eye, right: eye, blockiness: blockiness)
    }

    @Test("Good images are readable")
    func good() throws {
        let signals = try Self.signals { _ in Self.images() }
        #expect(signals.eyeReadability > 0.99 && signals.isUsable)
        #expect(signals.eyeUnreadableReason == nil)
    }

    @Test(
        "What an image lacks is told",
        arguments: [
            ("faceTooSmall", Self.images { $0.width = 5 }),
            ("noisy", Self.images { $0.noise = 0.1 }),
            ("blurred", Self.images { $0.blur = 0.15 }),
            ("tooDark", Self.images { ($0.cheekBrightness, $0.noise) = (0.05, 0.1) }),
            ("covered", Self.images { $0.lidBrightness = 0.1 }),
            ("covered", Self.images { $0.irisContrast = -0.2 }),
            ("covered", Self.images { $0.colorDifference = 0.2 }),
            ("overexposed", Self.images { $0.overexposure = 1 }),
            ("noisy", Self.images(blockiness: 1.4) { $0.noise = 0.0001 }),
        ])
    func reasons(reason: String, images: EyeImages) throws {
        let signals = try Self.signals { _ in images }
        #expect(signals.eyeReadability < 0.1 && !signals.isUsable)
        #expect(signals.eyeUnreadableReason?.name == reason)
    }

    @Test("Landmarks that the image contradicts are not believed")
    func contradicted() throws {
        func signals(_ open: Double, _ closed: Double, openness: Double) throws -> DriverSignals {
            try Self.signals(openness: { $0 < 2 ? 1 : openness }) { time in
                Self.images {
                    $0.lids =
                        time < 2
                        ? EyelidState(open: 0.98, closed: 0.01)
                        : EyelidState(open: open, closed: closed)
                }
            }
        }
        #expect(try signals(0.98, 0.01, openness: 1).isUsable)
        #expect(try signals(0.01, 0.98, openness: 0).isUsable)
        for (open, closed, openness) in [(0.1, 0.1, 1.0), (0.3, 0.6, 1.0), (0.98, 0.01, 0.0)] {
            let signals = try signals(open, closed, openness: openness)
            #expect(!signals.isUsable && signals.eyeUnreadableReason?.name == "covered")
        }
    }

    @Test("Lids that only the image shows to close are closed")
    func closedInImage() throws {
        let closed = try Self.signals { time in
            Self.images {
                $0.lids =
                    time < 2
                    ? EyelidState(open: 0.98, closed: 0.01) : EyelidState(open: 0.01, closed: 0.98)
            }
        }
        #expect(closed.isUsable && (closed.openness ?? 1) < 0.1)
        #expect((closed.opennessByAspectRatio ?? 1) < 0.1)
        // Something that never looked open may be no eye.
        let never = try Self.signals { _ in
            Self.images { $0.lids = EyelidState(open: 0.01, closed: 0.98) }
        }
        #expect(!never.isUsable)
    }

    @Test("One eye that can be read suffices, and none that can be is none")
    func oneEye() throws {
        var images = Self.images { $0.colorDifference = 0.3 }
        images.left?.colorDifference = 0
        #expect(try Self.signals { _ in images }.eyeReadability > 0.99)
        let none = EyeImages(left: nil, right: nil)
        #expect(try Self.signals { _ in none }.eyeReadability == 0)
    }

    @Test("Blocks with noise left in them are those of a single image, and are read")
    func singleImages() throws {
        let images = Self.images(blockiness: 1.4) { $0.noise = 0.0008 }
        #expect(try Self.signals { _ in images }.isUsable)
    }

    @Test(
        "Blocks do not hide lids that the image shows to blink, unless hardly anything else is left",
        arguments: [
            (1.3, [4.0], 8.0, true), (1.3, [], 8, false), (1.3, [4], 24, false),
            (1.3, [4, 14, 22], 24, true), (1.7, [4], 8, false),
        ])
    func blinksThroughBlocks(
        blockiness: Double, blinks: [Double], seconds: Double, isUsable: Bool
    ) throws {
        func isClosed(_ time: Double) -> Bool { blinks.contains { time > $0 && time < $0 + 0.25 } }
        let signals = try Self.signals(seconds, openness: { isClosed($0) ? 0 : 1 }) { time in
            Self.images(blockiness: blockiness) {
                $0.noise = 0.0001
                $0.lids =
                    isClosed(time)
                    ? EyelidState(open: 0.01, closed: 0.98) : EyelidState(open: 0.98, closed: 0.01)
            }
        }
        #expect(signals.isUsable == isUsable)
        if !isUsable { #expect(signals.eyeUnreadableReason == .noisy) }
    }

    @Test("Lids that stay half closed are misread, and sooner where blocks or blur show")
    func halfClosed() throws {
        for (images, delay) in [
            (Self.images(), 0.4), (Self.images(blockiness: 1.16), 0.2),
            (Self.images { $0.blur = 0.095 }, 0.2),
        ] {
            func isUsable(after seconds: Double, openness: Double = 0.3) throws -> Bool {
                try Self.signals(8 + seconds, openness: { $0 < 8 ? 1 : openness }) { _ in images }
                    .isUsable
            }
            #expect(try isUsable(after: delay / 2))
            #expect(try !isUsable(after: delay + 0.2))
            for openness in [0.1, 0.7] { #expect(try isUsable(after: 2, openness: openness)) }
            #expect(try Self.signals { _ in images }.isUsable)
        }
    }

    @Test("Lids that are half closed in a blink, or follow a lowered head, are read")
    func onTheirWay() throws {
        let blinks = try Self.signals(8.2, openness: { $0 < 8 ? 1 : 0.3 }) { _ in Self.images() }
        #expect(blinks.isUsable && blinks.eyeReadability > 0.9)
        for (pitch, reason) in [(-20.0, nil), (0, EyeUnreadableReason.covered)] {
            var analyzer = DriverAnalyzer()
            var sketch = Sketch()
            let drive = try SketchedDrive(12, rate: 15, analyzer: &analyzer) { time in
                sketch.head.pitch = time < 8 ? 0 : pitch
                sketch.blink(time < 8 ? 0.1 : 0.5)
                sketch.aspectRatio = time < 8 ? 0.3 : 0.18
                var observation = sketch.observation(at: time)
                observation.eyeImages = Self.images()
                return observation
            }
            #expect(drive.last?.signals.eyeUnreadableReason == reason)
        }
    }

    @Test("Narrow eyes are not doubted before they are known to be so")
    func narrow() throws {
        let images = Self.images(blockiness: 1.16)
        #expect(try Self.signals(4, openness: { _ in 0.4 }) { _ in images }.isUsable)
    }

    @Test("Eyes that were never open are doubted where they are blurred, until they are")
    func neverOpen() throws {
        for (blur, isUsable) in [(0.06, true), (0.09, false)] {
            let images = Self.images { $0.blur = blur }
            #expect(
                try Self.signals(4, openness: { _ in 0.1 }) { _ in images }.isUsable == isUsable)
            #expect(try Self.signals(4, openness: { $0 < 1 ? 1 : 0.1 }) { _ in images }.isUsable)
        }
    }

    @Test("Closed lids make no blurred eyes readable")
    func closedLids() throws {
        func isUsable(_ openness: Double) throws -> Bool {
            try Self.signals(10, openness: { $0 < 6 ? 1 : openness }) { time in
                Self.images { $0.blur = time < 6 ? 0.12 : 0.05 }
            }.isUsable
        }
        #expect(try !isUsable(0))
        #expect(try isUsable(1))
    }

    @Test("Eyes that show no iris are read only while they blink")
    func still() throws {
        func signals(_ irisContrast: Double, blinks: Bool) throws -> DriverSignals {
            try Self.signals(16, openness: { blinks && blinking($0) == 0 ? 0 : 1 }) { _ in
                Self.images { $0.irisContrast = irisContrast }
            }
        }
        let hidden = try signals(0.02, blinks: false)
        #expect(!hidden.isUsable && hidden.eyeUnreadableReason == .covered)
        #expect(try signals(0.02, blinks: true).eyeReadability > 0.9)
        #expect(try signals(0.3, blinks: false).eyeReadability > 0.9)
    }

    @Test("Frames too rare to show blinks say nothing of eyes that show no iris")
    func rareFrames() throws {
        let signals = try Self.signals(16, rate: 10) { _ in Self.images { $0.irisContrast = 0.02 } }
        #expect(signals.isUsable)
    }

    @Test(
        "Blurred eyes that are narrower than open ones can be are not read",
        arguments: [0.06, 0.09])
    func blurredNarrow(blur: Double) throws {
        func isUsable(_ ratio: Double) throws -> Bool {
            var analyzer = DriverAnalyzer()
            let drive = try SketchedDrive(12, rate: 15, analyzer: &analyzer) { time in
                var sketch = Sketch()
                sketch.aspectRatio = time < 8 ? ratio : 0.2
                var observation = sketch.observation(at: time)
                observation.eyeImages = Self.images { $0.blur = blur }
                return observation
            }
            return try #require(drive.last).signals.isUsable
        }
        #expect(try isUsable(0.07) == (blur < 0.075))
        #expect(try isUsable(0.2))
    }

    @Test("Measures that are not finite are none, and are forgotten")
    func notFinite() throws {
        for value in [Double.nan, .infinity, -.infinity] {
            let bad = Self.images { ($0.blur, $0.contrast, $0.noise) = (value, value, value) }
            #expect(try Self.signals { _ in bad }.eyeReadability < 0.1)
            let grid = Self.images(blockiness: value)
            #expect(try Self.signals { _ in grid }.eyeReadability < 0.1)
            let after = try Self.signals(6) { $0 < 3 ? bad : Self.images() }
            #expect(after.eyeReadability > 0.99)
        }
    }
}
