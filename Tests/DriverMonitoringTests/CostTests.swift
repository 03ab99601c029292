import DriverMonitoring
import LandmarkCore
import LandmarkTestSupport
import Testing

/// The same input gives the same results, in no memory and little time.
@Suite("Determinism and cost", .serialized)
struct CostTests {
    @Test func theSameFramesGiveTheSameResults() throws {
        var first = DriverAnalyzer()
        var second = DriverAnalyzer()
        let drives = try (
            SketchedDrive(120, analyzer: &first) { MountingTests.sketch($0).observation(at: $0) },
            SketchedDrive(120, analyzer: &second) { MountingTests.sketch($0).observation(at: $0) }
        )
        #expect(drives.0.results == drives.1.results)
        #expect(drives.0.fired.count > 20)
    }

    @Test func aCopyGoesItsOwnWay() throws {
        var one = DriverAnalyzer()
        _ = try SketchedDrive(65, analyzer: &one) { MountingTests.sketch($0).observation(at: $0) }
        var other = one
        var closed = Sketch()
        closed.blink(0.9)
        for index in 1...60 {
            let time = 65 + Double(index) / 30
            _ = try other.update(closed.observation(at: time))
            let result = try one.update(Sketch().observation(at: time))
            #expect(result.firedEvents.isEmpty)
        }
    }

    /// Frames without events take no memory once the first minutes are over.
    @Test(.enabled(if: Allocations.areCounted()))
    func framesTakeNoMemory() throws {
        var analyzer = DriverAnalyzer()
        var counts: [Int] = []
        for index in 0..<(300 * 30) {
            let time = Double(index) / 30
            var observation = MountingTests.sketch(time.truncatingRemainder(dividingBy: 100))
                .observation(at: time)
            observation.hands = []
            var quiet = false
            let count = try Allocations.count {
                let result = try analyzer.update(observation)
                quiet = result.firedEvents.isEmpty && result.endedEvents.isEmpty
            }
            if time > 200, quiet { counts.append(count) }
        }
        #expect(counts.count > 2000)
        #expect(counts.allSatisfy { $0 == 0 }, "\(counts.filter { $0 > 0 }.count) frames")
    }

    /// The budget is 50 µs a frame; ten times that is asked of a machine that has other work.
    @Test func aFrameTakesLittleTime() throws {
        var analyzer = DriverAnalyzer()
        let observations = (0..<(240 * 30)).map { index in
            let time = Double(index) / 30
            return MountingTests.sketch(time.truncatingRemainder(dividingBy: 100))
                .observation(at: time)
        }
        var events = 0
        let time = try ContinuousClock().measure {
            for observation in observations {
                events += try analyzer.update(observation).firedEvents.count
            }
        }
        let perFrame = time / observations.count
        #expect(events > 20)
        #expect(perFrame < .microseconds(500), "\(perFrame)")
    }
}
