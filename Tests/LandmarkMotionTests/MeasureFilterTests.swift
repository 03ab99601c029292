import LandmarkMotion
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Smoothing and speed of the analyzer's readings.
@Suite struct MeasureFilterTests {
    /// The readings of the left knee with a flexion for each time.
    static func readings(
        at times: [Double], of measure: Measure = .kneeFlexionLeft,
        _ flexion: (Double) -> Double
    ) throws -> [Reading] {
        var analyzer = MotionAnalyzer()
        return try times.map { time in
            var skeleton = Skeleton()
            skeleton.legs.left.kneeFlexion = flexion(time)
            return try analyzer.update(skeleton.frame(at: time))[measure]
        }
    }

    static func times(_ rate: Double, count: Int) -> [Double] {
        (0..<count).map { Double($0) / rate }
    }

    @Test("a value is smoothed by a One-Euro filter of 1 Hz, 0.02 and 1 Hz")
    func oneEuro() throws {
        let times = Self.times(30, count: 60)
        let input: (Double) -> Double = { 45 + 40 * sin(3 * $0) }
        let readings = try Self.readings(at: times) { input($0) }
        func weight(_ cutoff: Double) -> Double { 1 / (1 + 30 / (2 * .pi * cutoff)) }
        // The gate opens with the second frame, which is the first that is filtered.
        var (value, speed) = (input(times[1]), 0.0)
        for index in 2..<times.count {
            let change = (input(times[index]) - input(times[index - 1])) * 30
            speed = weight(1) * change + (1 - weight(1)) * speed
            let last = value
            let w = weight(1 + 0.02 * abs(speed))
            value = w * input(times[index]) + (1 - w) * value
            #expect(abs(readings[index].value - value) < 1e-9)
            #expect(abs(readings[index].speed - (value - last) * 30) < 1e-6)
            #expect(abs(readings[index].unfiltered - input(times[index])) < 1e-9)
        }
    }

    @Test(
        "a steady speed is read after the lag, whatever the frame rate",
        arguments: [10.0, 30, 60, 240])
    func speed(rate: Double) throws {
        let readings = try Self.readings(at: Self.times(rate, count: Int(2 * rate))) { 60 * $0 }
        let speed = try #require(readings.last).speed
        #expect(abs(speed - 60) < 1.5, "\(speed)")
    }

    @Test("frames at irregular times give the same speed")
    func jitter() throws {
        var time = 0.0
        let times = (0..<90).map { index in
            time += index % 3 == 0 ? 0.02 : 0.04
            return time
        }
        let readings = try Self.readings(at: times) { 40 * $0 }
        #expect(abs(try #require(readings.last).speed - 40) < 1.5)
    }

    @Test("distances are filtered as the angles of a leg")
    func meters() throws {
        let readings = try Self.readings(at: Self.times(30, count: 60), of: .footLiftLeft) {
            90 * (1 - cos(2 * .pi * $0)) / 2
        }
        // At 1 Hz, a fixed 1 Hz filter would halve the travel; 0.41 m are reached.
        let peak = readings.suffix(30).map(\.value).max() ?? 0
        #expect(peak > 0.3, "\(peak)")
    }
}
