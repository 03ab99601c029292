import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

/// When a measure is measured, held or missing.
@Suite struct GateTests {
    static let rate = 30.0
    static let knee = Measure.kneeFlexionLeft

    /// Feeds an analyzer with a standing person, one frame after another.
    struct Stream {
        var analyzer = MotionAnalyzer()
        var count = 0
        var skeleton = Skeleton()

        mutating func next(
            _ change: (inout MotionFrame) -> Void = { _ in }
        ) throws -> MotionSample {
            var frame = skeleton.frame(at: Double(count) / rate)
            count += 1
            change(&frame)
            return try analyzer.update(frame)
        }

        mutating func nextAbsent() throws -> MotionSample {
            count += 1
            return try analyzer.updateAbsent(at: Double(count - 1) / rate)
        }
    }

    static func set(_ joint: PoseJoint, visibility: Double) -> (inout MotionFrame) -> Void {
        { $0.visibility[joint.rawValue] = visibility }
    }

    @Test("a measure begins with the second frame in a row at a visibility of 0.65")
    func opening() throws {
        var stream = Stream()
        let below = Self.set(.leftAnkle, visibility: 0.649)
        let above = Self.set(.leftAnkle, visibility: 0.65)
        #expect(try stream.next(below)[Self.knee].reason == .lowVisibility(.leftAnkle))
        #expect(try stream.next(above)[Self.knee].reason == .settling)
        #expect(try stream.next(below)[Self.knee].reason == .lowVisibility(.leftAnkle))
        #expect(try stream.next(above)[Self.knee].reason == .settling)
        let reading = try stream.next(above)[Self.knee]
        #expect(reading.state == .measured)
        #expect(reading.reason == nil)
        #expect(reading.confidence == 0.65)
        #expect(abs(reading.value) < 1e-4)
    }

    @Test("it lasts down to a visibility of 0.5, and ends at once below")
    func closing() throws {
        var stream = Stream()
        _ = try stream.next()
        _ = try stream.next()
        for _ in 0..<20 {
            let reading = try stream.next(Self.set(.leftHip, visibility: 0.5))[Self.knee]
            #expect(reading.state == .measured)
        }
        let reading = try stream.next(Self.set(.leftHip, visibility: 0.499))[Self.knee]
        #expect(reading.state == .held)
        #expect(reading.reason == .lowVisibility(.leftHip))
        // The other leg continues.
        #expect(try stream.next()[.kneeFlexionRight].state == .measured)
    }

    @Test("the last value is held for 0.25 s, with a speed of 0, and is missing then")
    func holding() throws {
        var stream = Stream()
        stream.skeleton.legs.left.kneeFlexion = 40
        _ = try stream.next()
        let value = try stream.next()[Self.knee].value
        let last = Double(stream.count - 1) / Self.rate
        for _ in 0..<12 {
            let sample = try stream.next(Self.set(.leftKnee, visibility: 0.1))
            let reading = sample[Self.knee]
            let isHeld = sample.time - last <= 0.25
            #expect(reading.state == (isHeld ? .held : .missing))
            #expect(isHeld ? reading.value == value : reading.value.isNaN)
            #expect(reading.unfiltered.isNaN)
            #expect(reading.speed == 0)
            #expect(reading.confidence == 0.1)
        }
    }

    @Test("a frame that fails within the hold does not restart the filter")
    func resuming() throws {
        var (through, broken) = (Stream(), Stream())
        for index in 0..<10 {
            through.skeleton.legs.left.kneeFlexion = 3 * Double(index)
            broken.skeleton.legs.left.kneeFlexion = 3 * Double(index)
            _ = try through.next()
            _ = try broken.next(index == 7 ? Self.set(.leftKnee, visibility: 0) : { _ in })
        }
        through.skeleton.legs.left.kneeFlexion = 30
        broken.skeleton.legs.left.kneeFlexion = 30
        let (a, b) = (try through.next()[Self.knee], try broken.next()[Self.knee])
        #expect(b.state == .measured)
        // A restarted filter would give 30.
        #expect(abs(a.value - b.value) < 3 && b.value < 27)
    }

    @Test("after longer the filter begins anew")
    func restarting() throws {
        var stream = Stream()
        for _ in 0..<5 { _ = try stream.next() }
        for _ in 0..<9 { _ = try stream.nextAbsent() }
        stream.skeleton.legs.left.kneeFlexion = 60
        #expect(try stream.next()[Self.knee].reason == .settling)
        let reading = try stream.next()[Self.knee]
        #expect(abs(reading.value - 60) < 1e-4)
        #expect(reading.speed == 0)
    }

    @Test("absence holds every measure, then all are missing")
    func absence() throws {
        var stream = Stream()
        _ = try stream.next()
        _ = try stream.next()
        var sample = try stream.nextAbsent()
        #expect(!sample.isPresent)
        #expect(sample.viewYaw.isNaN)
        #expect(sample[Self.knee].state == .held)
        #expect(sample[Self.knee].reason == .absent)
        #expect(sample[Self.knee].confidence == 0)
        for _ in 0..<8 { sample = try stream.nextAbsent() }
        for measure in Measure.allCases {
            #expect(sample[measure].state == .missing)
            #expect(sample[measure].reason == .absent)
        }
        #expect(try stream.next().isPresent)
    }

    @Test("a landmark outside the image ends its measures at once")
    func outside() throws {
        for point in [SIMD2(-0.1, 300), SIMD2(640.1, 300), SIMD2(300, -1), SIMD2(300, 641)] {
            var stream = Stream()
            _ = try stream.next()
            _ = try stream.next()
            let sample = try stream.next { $0.image[PoseJoint.leftKnee.rawValue] = point }
            #expect(sample[Self.knee].reason == .outsideImage(.leftKnee))
            #expect(sample[.kneeFlexionRight].state == .measured)
            #expect(try stream.next()[Self.knee].reason == .settling)
            #expect(try stream.next()[Self.knee].state == .measured)
        }
    }

    @Test("a bone that differs by more than 30 % from its median of two seconds ends them, too")
    func bones() throws {
        for (factor, isPlausible) in [(1.29, true), (1.31, false), (0.71, true), (0.69, false)] {
            var stream = Stream()
            for _ in 0..<30 { _ = try stream.next() }
            let sample = try stream.next { frame in
                let (knee, ankle) = (PoseJoint.leftKnee.rawValue, PoseJoint.leftAnkle.rawValue)
                frame.world[ankle] =
                    frame.world[knee] + (frame.world[ankle] - frame.world[knee]) * factor
            }
            #expect(
                sample[Self.knee].reason
                    == (isPlausible ? nil : .implausibleLength(.leftKnee, .leftAnkle)))
            #expect(sample[.elbowFlexionLeft].state == .measured)
        }
    }

    @Test("after a second of another length, that is the bone's length")
    func growing() throws {
        var stream = Stream()
        for _ in 0..<60 { _ = try stream.next() }
        stream.skeleton.scale = 1.5
        stream.skeleton.zoom = 200
        var missing = 0
        for _ in 0..<60 where try stream.next()[Self.knee].state != .measured { missing += 1 }
        #expect(missing >= 25 && missing <= 36, "\(missing) frames")
    }

    @Test("landmarks that are not finite, or beyond any size, make only their measures missing")
    func notFinite() throws {
        for value in [Double.nan, .infinity, -.infinity, 1e9, 1e300] {
            var stream = Stream()
            _ = try stream.next()
            _ = try stream.next()
            let sample = try stream.next { $0.world[PoseJoint.leftKnee.rawValue].z = value }
            #expect(sample[Self.knee].reason == .notFinite(.leftKnee))
            #expect(sample[Self.knee].value.isFinite)
            #expect(sample[.kneeFlexionRight].state == .measured)
            let image = try stream.next { $0.image[PoseJoint.rightKnee.rawValue].x = value }
            #expect(image[.kneeFlexionRight].reason == .notFinite(.rightKnee))
            let all = try stream.next { frame in
                for index in 0..<MotionFrame.landmarkCount {
                    frame.world[index] = SIMD3(repeating: value)
                    frame.image[index] = SIMD2(repeating: value)
                }
            }
            #expect(all.viewYaw.isNaN)
            for measure in Measure.allCases {
                #expect(all[measure].state != .measured)
                #expect(all[measure].state == .missing || all[measure].value.isFinite)
            }
            _ = try stream.next()
            #expect(try stream.next()[Self.knee].state == .measured)
        }
    }

    @Test("a visibility that is not a number is none")
    func visibilityNotFinite() throws {
        var stream = Stream()
        _ = try stream.next()
        _ = try stream.next()
        let reading = try stream.next(Self.set(.leftKnee, visibility: .nan))[Self.knee]
        #expect(reading.reason == .lowVisibility(.leftKnee))
        #expect(reading.confidence == 0)
    }

    @Test("landmarks that all coincide give no angles")
    func collapsed() throws {
        var frame = Skeleton().frame()
        frame.world = Array(repeating: .zero, count: MotionFrame.landmarkCount)
        let sample = try MotionAnalyzer.measure(frame)
        #expect(sample.viewYaw.isNaN)
        for measure in Measure.allCases where measure.unit == .degrees {
            #expect(sample[measure].state == .missing, "\(measure.name)")
        }
    }

    @Test("frames out of order, or without 33 landmarks, are errors and change nothing")
    func errors() throws {
        var stream = Stream()
        for _ in 0..<3 { _ = try stream.next() }
        let before = stream.analyzer
        var twin = before
        func expect(_ error: MotionError, _ change: (inout MotionFrame) -> Void) {
            var frame = Skeleton().frame(at: 1)
            change(&frame)
            #expect(throws: error) { try stream.analyzer.update(frame) }
        }
        let last = 2 / Self.rate
        expect(.timeNotIncreasing(time: last, last: last)) { $0.time = last }
        expect(.timeNotIncreasing(time: -1, last: last)) { $0.time = -1 }
        expect(.timeNotFinite(.infinity)) { $0.time = .infinity }
        expect(.wrongLandmarkCount(list: "world", expected: 33, got: 0)) { $0.world = [] }
        expect(.wrongLandmarkCount(list: "image", expected: 33, got: 32)) { $0.image.removeLast() }
        expect(.wrongLandmarkCount(list: "visibility", expected: 33, got: 34)) {
            $0.visibility.append(1)
        }
        #expect(throws: MotionError.self) { try stream.analyzer.updateAbsent(at: .nan) }
        #expect(throws: MotionError.timeNotIncreasing(time: 0, last: last)) {
            try stream.analyzer.updateAbsent(at: 0)
        }
        let frame = Skeleton().frame(at: 1)
        #expect(try stream.analyzer.update(frame)[Self.knee] == twin.update(frame)[Self.knee])
    }

    @Test("times as far apart as numbers allow give finite values")
    func extremeTimes() throws {
        var analyzer = MotionAnalyzer()
        for time in [-1e308, -1e300, 0, 1e-300, 1e-9, 1, 1e9, 1e300, 1e308] {
            let sample = try analyzer.update(Skeleton().frame(at: time))
            for measure in Measure.allCases where sample[measure].state == .measured {
                #expect(sample[measure].value.isFinite && sample[measure].speed.isFinite)
            }
        }
    }

    @Test("another id is another person: nothing is held, and the neutral position is forgotten")
    func identity() throws {
        var stream = Stream()
        stream.analyzer = MotionAnalyzer(
            {
                var options = MotionAnalyzer.Options()
                options.calibrates = true
                return options
            }())
        for _ in 0..<40 { _ = try stream.next() }
        #expect(try stream.next().neutral != nil)
        let sample = try stream.next { $0.id = 2 }
        #expect(sample.id == 2)
        #expect(sample.neutral == nil)
        #expect(sample[Self.knee].state == .missing)
    }

    @Test("a single image is measured without what came before")
    func single() throws {
        let sample = try MotionAnalyzer.measure(Skeleton().frame(at: -5, visibility: 0.65))
        #expect(sample[Self.knee].state == .measured)
        let faint = try MotionAnalyzer.measure(Skeleton().frame(visibility: 0.64))
        #expect(faint[Self.knee].state == .missing)
    }
}
