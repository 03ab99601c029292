import DriverMonitoringGraph
import LandmarkApple
import LandmarkCore
import Testing

@Suite("Times of images")
struct FrameTimeTests {
    @Test(
        "a rational time is rounded to milliseconds",
        arguments: [
            (0, 600, 0), (1, 30, 33), (2, 30, 67), (1001, 30000, 33), (-1, 30, -33), (-2, 30, -67),
            (1, 2000, 1), (-1, 2000, -1), (1, 2001, 0), (90_000 * 86_400, 90_000, 86_400_000),
            (Int64.max, Int32.max, 4_294_967_298_000), (Int64.max / 1000 + 1, 1, nil),
            (Int64.max / 1000, 1, 9_223_372_036_854_775_000),
            (Int64.max / 1000 - 1, 1, 9_223_372_036_854_774_000), (.max, 1, nil), (.min, 1, nil),
            (5, 0, nil), (5, -600, nil),
        ] as [(Int64, Int32, Int?)])
    func rational(value: Int64, timescale: Int32, expected: Int?) {
        let found = try? FrameTime.timestamp(value: value, timescale: timescale)
        #expect(found?.milliseconds == expected)
    }

    @Test(
        "seconds are rounded to milliseconds",
        arguments: [
            (0, 0), (0.0333, 33), (0.0335, 34), (-1.5, -1500), (1e15, 1_000_000_000_000_000_000),
            (.nan, nil), (.infinity, nil), (-.infinity, nil), (1e17, nil),
        ] as [(Double, Int?)])
    func seconds(seconds: Double, expected: Int?) {
        #expect((try? FrameTime.timestamp(seconds: seconds))?.milliseconds == expected)
    }
}

@Suite("Errors of pixel buffers")
struct PixelErrorTests {
    @Test("an error of an image keeps its facts")
    func images() {
        let format = DMSError(.unsupportedFormat(FourCharacterCode(rawValue: 0x7941_4C50)))
        #expect(format.code == .pixelFormat && format.description.contains("'yALP'"), "\(format)")
        #expect(DMSError(.lockFailed(code: -6660)).description.contains("-6660"))
        #expect(DMSError(.emptyImage(width: 0, height: 4)).code == .image)
        #expect(DMSError(.noImageBuffer).code == .noImage)
    }
}
