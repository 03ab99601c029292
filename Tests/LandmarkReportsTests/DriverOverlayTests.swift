import DriverMonitoring
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import Testing

@testable import LandmarkReports

@Suite("The driver overlay")
struct DriverOverlayTests {
    private func overlay(_ result: DriverResult, on canvas: Canvas) -> DriverOverlay {
        DriverOverlay(result, nil, on: canvas)
    }

    private func canvas() throws -> Canvas {
        try Canvas(PixelSize(width: 640, height: 480), filledWith: OverlayColor(0x808080))
    }

    /// The mean brightness of the rows that the notice covers, where there is no alert.
    private func brightness(_ result: DriverResult) throws -> Int {
        let canvas = try canvas()
        let overlay = overlay(result, on: canvas)
        overlay.draw()
        let line = (overlay.fontSize * 1.7).rounded()
        let row = 480 - Int(1.9 * line)
        let image = try canvas.image()
        return (0..<20).map { Int(image.rgb(x: $0, y: row)[0]) }.reduce(0, +) / 20
    }

    @Test("unreadable eyes are told with the reason while the level is unknown")
    func notice() throws {
        let dark = DriverScene.result(at: 0, isUsable: false, reason: .tooDark)
        #expect(try overlay(dark, on: canvas()).notice == "EYES UNREADABLE: too dark")
        let small = DriverScene.result(
            at: 0, isUsable: false, reason: .faceTooSmall(eyeWidth: 9))
        #expect(
            try overlay(small, on: canvas()).notice
                == "EYES UNREADABLE: face too small: eyes are 9 pixels wide")
        #expect(try brightness(dark) < 64)
    }

    @Test("there is no notice of a blink of bad images, of readable eyes, or without a face")
    func noNotice() throws {
        let short = DriverScene.result(
            at: 0, isUsable: false, isLevelKnown: true, reason: .blurred)
        let good = DriverScene.result(at: 0)
        let absent = DriverScene.result(at: 0, isFace: false, reason: .tooDark)
        for result in [short, good, absent] {
            #expect(try overlay(result, on: canvas()).notice == nil)
            #expect(try brightness(result) == 128)
        }
    }

    @Test("a level that is unknown has no color of a level")
    func unknownLevel() throws {
        func colors(_ isKnown: Bool) throws -> Set<[UInt8]> {
            let canvas = try canvas()
            overlay(
                DriverScene.result(at: 0, score: 90, level: .critical, isLevelKnown: isKnown),
                on: canvas
            ).draw()
            let image = try canvas.image()
            return Set((0..<640).flatMap { x in (0..<30).map { image.rgb(x: x, y: $0) } })
        }
        // The shade of level 4 on dark backgrounds.
        #expect(try colors(true).contains([0xEE, 0x4B, 0x4B]))
        #expect(try !colors(false).contains([0xEE, 0x4B, 0x4B]))
    }
}
