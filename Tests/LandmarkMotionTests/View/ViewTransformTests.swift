import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite struct ViewTransformTests {
    /// A phone's view of a VGA image.
    private func phone(
        _ orientation: Orientation, _ scaling: ViewTransform.Scaling, mirrored: Bool = false
    ) throws -> ViewTransform {
        try ViewTransform(
            imageSize: PixelSize(width: 640, height: 480), orientation: orientation,
            isMirrored: mirrored, viewSize: ViewSize(width: 390, height: 844), scaling: scaling)
    }

    private func expect(
        _ point: SIMD2<Double>, _ x: Double, _ y: Double, within tolerance: Double = 1e-6,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(abs(point.x - x) <= tolerance, "\(point)", sourceLocation: sourceLocation)
        #expect(abs(point.y - y) <= tolerance, "\(point)", sourceLocation: sourceLocation)
    }

    @Test("points of the specification's view are exact") func exactPoints() throws {
        let point = SIMD2(0.25, 0.5)
        expect(try phone(.up, .fit).viewPoint(for: point), 97.5, 422)
        expect(try phone(.up, .fill).viewPoint(for: point), -86.333333333, 422)
        expect(try phone(.right, .fill).viewPoint(for: point), 195, 211)
        expect(try phone(.right, .fill, mirrored: true).viewPoint(for: point), 195, 211)
        expect(try phone(.right, .fill).viewPoint(for: .zero), 511.5, 0)
        expect(try phone(.right, .fill, mirrored: true).viewPoint(for: .zero), -121.5, 0)
    }

    @Test("corners of the image lie where the orientation says") func corners() throws {
        // The image turned upright is 480×640 and fills 390×520 of the view, from 162 on.
        let corners: [(Orientation, SIMD2<Double>)] = [
            (.right, SIMD2(390, 162)), (.left, SIMD2(0, 682)),
        ]
        for (orientation, corner) in corners {
            expect(
                try phone(orientation, .fit).viewPoint(for: .zero), corner.x, corner.y)
            expect(
                try phone(orientation, .fit, mirrored: true).viewPoint(for: .zero),
                390 - corner.x, corner.y)
        }
        expect(try phone(.down, .fit).viewPoint(for: .zero), 390, 568.25)
    }

    @Test(
        "the inverse gives back every point",
        arguments: Orientation.allCases, ViewTransform.Scaling.allCases)
    func inverse(orientation: Orientation, scaling: ViewTransform.Scaling) throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let transform = try ViewTransform(
                imageSize: PixelSize(width: 1 + random.below(4000), height: 1 + random.below(4000)),
                orientation: orientation, isMirrored: random.below(2) == 1,
                viewSize: ViewSize(
                    width: 1 + 3000 * Double(random.unit()),
                    height: 1 + 3000 * Double(random.unit())),
                scaling: scaling)
            let point = SIMD2(
                3 * Double(random.signedUnit()), 3 * Double(random.signedUnit()))
            let back = transform.imagePoint(for: transform.viewPoint(for: point))
            expect(back, point.x, point.y, within: 1e-9)
        }
    }

    @Test(
        "fit shows the whole image and fill covers the view, both centered with the aspect ratio",
        arguments: Orientation.allCases, [false, true])
    func rectangles(orientation: Orientation, mirrored: Bool) throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<100 {
            let size = PixelSize(width: 1 + random.below(4000), height: 1 + random.below(4000))
            let view = ViewSize(
                width: 1 + 3000 * Double(random.unit()), height: 1 + 3000 * Double(random.unit()))
            let isTurned = orientation == .left || orientation == .right
            let aspect =
                isTurned
                ? Double(size.height) / Double(size.width)
                : Double(size.width) / Double(size.height)
            for scaling in ViewTransform.Scaling.allCases {
                let transform = try ViewTransform(
                    imageSize: size, orientation: orientation, isMirrored: mirrored, viewSize: view,
                    scaling: scaling)
                let shown = transform.imageRectangle
                let ratio = shown.width / shown.height
                #expect(abs(ratio / aspect - 1) < 1e-9)
                #expect(abs(shown.x + shown.width / 2 - view.width / 2) < 1e-6)
                #expect(abs(shown.y + shown.height / 2 - view.height / 2) < 1e-6)
                let slack = [view.width - shown.width, view.height - shown.height]
                #expect(slack.contains { abs($0) < 1e-6 }, "one side fits exactly")
                if scaling == .fit {
                    #expect(slack.allSatisfy { $0 > -1e-6 })
                } else {
                    #expect(slack.allSatisfy { $0 < 1e-6 })
                }
            }
        }
    }

    @Test("a pixel of the upright image is where its landmark is", arguments: Orientation.allCases)
    func uprightPixels(orientation: Orientation) throws {
        for mirrored in [false, true] {
            let transform = try phone(orientation, .fill, mirrored: mirrored)
            // (0.25, 0.1) of the stored image, turned upright by hand.
            let upright: SIMD2<Double> =
                switch orientation {
                case .up: SIMD2(160, 48)
                case .right: SIMD2(480 - 48, 160)
                case .down: SIMD2(480, 432)
                case .left: SIMD2(48, 480)
                }
            let expected = transform.viewPoint(for: SIMD2(0.25, 0.1))
            expect(transform.viewPoint(forUprightPixel: upright), expected.x, expected.y)
            let landmark = Landmark(x: 0.25, y: 0.1, z: 0)
            expect(transform.viewPoint(for: landmark), expected.x, expected.y, within: 1e-4)
        }
    }

    @Test("sizes without an area or out of range are errors") func degenerateSizes() throws {
        let view = ViewSize(width: 100, height: 100)
        for size in [
            PixelSize(width: 0, height: 10), PixelSize(width: 10, height: -1),
            PixelSize(width: .min, height: .min),
        ] {
            #expect(throws: ViewTransformError.invalidImageSize(size)) {
                try ViewTransform(imageSize: size, viewSize: view)
            }
        }
        let image = PixelSize(width: 10, height: 10)
        for (width, height) in [
            (0, 10), (10, -1), (Double.nan, 10), (10, .infinity), (-.infinity, 10),
        ] {
            #expect {
                try ViewTransform(
                    imageSize: image, viewSize: ViewSize(width: width, height: height))
            } throws: { error in
                guard case .invalidViewSize? = error as? ViewTransformError else { return false }
                return true
            }
        }
        for length: Double in [.leastNonzeroMagnitude, 1e-200, 1e200, .greatestFiniteMagnitude] {
            let view = ViewSize(width: length, height: length)
            #expect(throws: ViewTransformError.scaleOutOfRange(image: image, view: view)) {
                try ViewTransform(imageSize: image, viewSize: view)
            }
        }
    }

    @Test("huge images and tiny views still give finite points") func extremeSizes() throws {
        let transform = try ViewTransform(
            imageSize: PixelSize(width: .max, height: 1), viewSize: ViewSize(width: 1, height: 1e9),
            scaling: .fit)
        let point = transform.viewPoint(for: SIMD2(0.5, 0.5))
        #expect(point.x.isFinite && point.y.isFinite)
    }
}
