import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

/// The pelvis's translation, and lengths that are scaled to a person's height.
@Suite struct PelvisTests {
    /// A standing person's frame, moved in the image by meters and seen at a zoom.
    private static func frame(
        _ place: SIMD2<Double>, zoom: Double = 250, scale: Double = 1, at time: Double
    ) -> MotionFrame {
        var skeleton = Skeleton()
        skeleton.zoom = zoom
        skeleton.scale = scale
        var frame = skeleton.frame(at: time)
        for index in frame.image.indices {
            frame.image[index] += SIMD2(place.x, -place.y) * zoom
        }
        return frame
    }

    @Test("it is relative to the start, in meters, also of a person who comes nearer")
    func translation() throws {
        var analyzer = MotionAnalyzer()
        let places = [SIMD2(0.2, 0.1), SIMD2(0.2, 0.1), SIMD2(0.35, 0.1), SIMD2(0.1, -0.2)]
        for (index, place) in places.enumerated() {
            let sample = try analyzer.update(
                Self.frame(place, zoom: 250 - 20 * Double(index), at: Double(index) / 5))
            guard index > 0 else { continue }
            #expect(abs(sample[.pelvisAcross].unfiltered - (place.x - 0.2)) < 1e-6, "\(index)")
            #expect(abs(sample[.pelvisUp].unfiltered - (place.y - 0.1)) < 1e-6, "\(index)")
            #expect(sample[.pelvisAway].reason == .notObserved)
        }
    }

    @Test("another person starts anew")
    func newPerson() throws {
        var analyzer = MotionAnalyzer()
        for index in 0..<4 {
            var frame = Self.frame(SIMD2(Double(index / 2), 0), at: Double(index) / 5)
            frame.id = index / 2 + 1
            let sample = try analyzer.update(frame)
            if index % 2 == 1 { #expect(sample[.pelvisAcross].unfiltered == 0) }
        }
    }

    @Test("several cameras also show the depth, and the vertical is that of the options")
    func cameras() throws {
        var options = MotionAnalyzer.Options()
        options.up = SIMD3(0, 0, -1)
        var analyzer = MotionAnalyzer(options)
        for index in 0..<3 {
            var frame = Skeleton().frame(at: Double(index) / 5)
            frame.imageSize = PixelSize(width: 0, height: 0)
            let move = SIMD3(0.1, 0.2, -0.3) * Double(max(index - 1, 0)) + SIMD3(3, 4, 5)
            for place in frame.world.indices { frame.world[place] += move }
            let sample = try analyzer.update(frame)
            guard index == 2 else { continue }
            #expect(abs(sample[.pelvisAcross].unfiltered - 0.1) < 1e-9)
            #expect(abs(sample[.pelvisUp].unfiltered - 0.3) < 1e-9)
            #expect(abs(sample[.pelvisAway].unfiltered + 0.3) < 1e-9)
        }
    }

    // MARK: Height

    @Test("lengths are those of a person of the stated height, whatever size the model estimates")
    func bodyHeight() throws {
        /// The height of the figure according to the parts of Drillis and Contini.
        let figure = (0.5 + 0.42 + 0.41) / (0.818 - 0.039)
        for scale in [0.5, 1.0, 1.3] {
            var options = MotionAnalyzer.Options()
            options.bodyHeight = 1.6
            var analyzer = MotionAnalyzer(options)
            var last = MotionSample(time: -1, readings: [:])
            for index in 0..<20 {
                // The person has moved before the size is known.
                let place = SIMD2(0, index > 4 ? 0.3 * scale : 0)
                last = try analyzer.update(
                    Self.frame(place, scale: scale, at: Double(index) / 5))
                let isKnown = index >= 9
                #expect((last[.heelForwardLeft].state == .measured) == isKnown, "\(index)")
                if index == 5 { #expect(last[.heelForwardLeft].reason == .settling) }
                #expect(last.lengthScale.isFinite == isKnown)
                #expect((last[.kneeFlexionLeft].state == .measured) == (index > 0))
            }
            let factor = 1.6 / figure
            #expect(abs(last.lengthScale - factor / scale) < 0.003 * factor / scale)
            #expect(abs(last[.heelForwardLeft].unfiltered - -0.05 * factor) < 1e-3)
            #expect(abs(last[.pelvisUp].unfiltered - 0.3 * factor) < 2e-3)
        }
    }

    @Test("without a height, or with an impossible one, lengths are those of the model")
    func noHeight() throws {
        for height in [nil, 0, -1, Double.nan, .infinity] {
            var options = MotionAnalyzer.Options()
            options.bodyHeight = height
            var analyzer = MotionAnalyzer(options)
            _ = try analyzer.update(Self.frame(.zero, at: 0))
            let sample = try analyzer.update(Self.frame(.zero, at: 0.2))
            #expect(abs(sample[.heelForwardLeft].unfiltered - -0.05) < 1e-9)
            #expect(sample.lengthScale == 1)
        }
    }
}
