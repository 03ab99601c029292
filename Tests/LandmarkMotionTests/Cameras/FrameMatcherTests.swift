import LandmarkMotion
import Testing

@Suite struct FrameMatcherTests {
    private func times(_ count: Int, rate: Double, from start: Double = 0) -> [Double] {
        (0..<count).map { start + Double($0) / rate }
    }

    @Test("frames of the same rate are matched with the nearest, whatever their starts")
    func sameRate() throws {
        let matches = try FrameMatcher.matches(
            of: [times(100, rate: 30), times(98, rate: 30, from: 2.0 / 30 + 0.01)])
        #expect(matches.count == 100)
        #expect(matches.map(\.frames)[0...2] == [[0, nil], [1, nil], [2, 0]])
        #expect(matches[99].frames == [99, 97])
        #expect(matches[50].time == 50.0 / 30)
    }

    @Test("the slowest recording is the reference") func rates() throws {
        let matches = try FrameMatcher.matches(
            of: [times(60, rate: 60), times(30, rate: 30), times(25, rate: 25)])
        #expect(matches.count == 25)
        #expect(matches.allSatisfy { $0.frames.allSatisfy { $0 != nil } })
        #expect(matches[5].frames == [12, 6, 5])
    }

    @Test("no frame is used twice, and none further away than half a frame") func tolerance()
        throws
    {
        let one = times(20, rate: 10)
        var other = times(20, rate: 10, from: 0.049)
        other.remove(at: 7)
        let matches = try FrameMatcher.matches(of: [one, other])
        #expect(matches[7].frames == [7, nil])
        #expect(matches[8].frames == [8, 7])
        let used = matches.compactMap { $0.frames[1] }
        #expect(Set(used).count == used.count)
        let apart = try FrameMatcher.matches(of: [one, times(20, rate: 10, from: 10)])
        #expect(apart.allSatisfy { $0.frames[1] == nil })
    }

    @Test("recordings without frames match nowhere") func empty() throws {
        #expect(try FrameMatcher.matches(of: []).isEmpty)
        #expect(try FrameMatcher.matches(of: [[], []]).isEmpty)
        let matches = try FrameMatcher.matches(of: [[], times(3, rate: 30)])
        #expect(matches.map(\.frames) == [[nil, 0], [nil, 1], [nil, 2]])
        let single = try FrameMatcher.matches(of: [[1.01], times(90, rate: 30)])
        #expect(single.count == 90 && single[30].frames == [0, 30])
    }

    @Test("times that do not increase are errors") func hostile() {
        for times in [[0, 0], [1, 0], [0, .nan], [.infinity], [0, 1, .infinity]] {
            #expect(throws: MotionError.self) { try FrameMatcher.matches(of: [[0, 1], times]) }
        }
    }
}
