import LandmarkCore
import LandmarkMotion
import Testing

/// Who is measured of several people.
@Suite struct PersonSelectorTests {
    /// Someone whose hips are at a place in a square image, with a height as a fraction of it.
    private static func person(
        _ id: Int, x: Double, feet: Double, height: Double, at time: Double = 0
    ) -> MotionFrame {
        var frame = MotionFrame()
        frame.id = id
        frame.time = time
        frame.imageSize = PixelSize(width: 1000, height: 1000)
        frame.image = (0..<MotionFrame.landmarkCount).map { index in
            let share = Double(index) / Double(MotionFrame.landmarkCount - 1)
            return SIMD2(1000 * (x + 0.1 * height * (share - 0.5)), 1000 * (feet - height * share))
        }
        return frame
    }

    private static let behind = person(1, x: 0.4, feet: 0.45, height: 0.37)
    private static let front = person(2, x: 0.6, feet: 0.93, height: 0.37)
    private static let tall = person(3, x: 0.1, feet: 0.7, height: 0.55)
    private static let middle = person(4, x: 0.5, feet: 0.55, height: 0.2)

    private static func choose(_ rule: PersonSelector.Rule, _ frames: [MotionFrame]) -> Int? {
        var selector = PersonSelector(rule)
        return selector.select(from: frames, at: 0).map { frames[$0].id }
    }

    @Test("of two people of the same height, the one in front is the most prominent")
    func prominent() {
        #expect(Self.choose(.prominent, [Self.behind, Self.front]) == 2)
        #expect(Self.choose(.prominent, [Self.front, Self.behind]) == 2)
        #expect(Self.choose(.prominent, []) == nil)
    }

    @Test("other rules")
    func rules() {
        let everyone = [Self.behind, Self.front, Self.tall, Self.middle]
        #expect(Self.choose(.largest, everyone) == 3)
        #expect(Self.choose(.center, everyone) == 4)
        #expect(Self.choose(.id(2), everyone) == 2)
        #expect(Self.choose(.id(9), everyone) == nil)
        #expect(Self.choose(.at(SIMD2(0.4, 0.3)), everyone) == 1)
        #expect(Self.choose(.at(SIMD2(0, 0.6)), everyone) == 3)
    }

    /// Runs frames 0.1 s apart; returns the ids of who is chosen.
    private static func run(
        _ selector: inout PersonSelector, _ times: ClosedRange<Double>,
        _ people: (Double) -> [MotionFrame]
    ) -> [Int?] {
        stride(from: times.lowerBound, to: times.upperBound, by: 0.1).map { time in
            let frames = people(time)
            return selector.select(from: frames, at: time).map { frames[$0].id }
        }
    }

    @Test("within 10 s, someone in front takes the place after half a second")
    func early() {
        var selector = PersonSelector()
        let alone = Self.run(&selector, 0...2) { _ in [Self.behind] }
        #expect(alone.allSatisfy { $0 == 1 })
        let both = Self.run(&selector, 2...4) { _ in [Self.behind, Self.front] }
        #expect(both.prefix(5).allSatisfy { $0 == 1 } && both.suffix(14).allSatisfy { $0 == 2 })
        #expect(selector.id == 2)
    }

    @Test("whoever passes for less than half a second, and anyone after 10 s, changes nothing")
    func late() {
        var selector = PersonSelector()
        let passing = Self.run(&selector, 0...9) { time in
            Int(time) % 2 == 1 && time.truncatingRemainder(dividingBy: 1) < 0.35
                ? [Self.behind, Self.front] : [Self.behind]
        }
        #expect(passing.allSatisfy { $0 == 1 })
        _ = Self.run(&selector, 9...11) { _ in [Self.behind] }
        let late = Self.run(&selector, 11...30) { _ in [Self.behind, Self.front] }
        #expect(late.allSatisfy { $0 == 1 })
    }

    @Test("a track that gets another id is the same person, with the id that it had first")
    func ids() {
        var selector = PersonSelector()
        _ = Self.run(&selector, 0...1) { _ in [Self.front, Self.behind] }
        let frames = [Self.behind, Self.person(8, x: 0.62, feet: 0.93, height: 0.38)]
        #expect(selector.select(from: frames, at: 1.2) == 1)
        #expect(selector.id == 2)
    }

    @Test("someone who is missing is awaited for 10 s, then another person is chosen")
    func missing() {
        var selector = PersonSelector()
        _ = Self.run(&selector, 0...1) { _ in [Self.front, Self.behind] }
        #expect(selector.awaitsPerson(at: 10) && !selector.awaitsPerson(at: 12))
        let rest = Self.run(&selector, 1...13) { _ in [Self.behind] }
        #expect(rest.prefix(95).allSatisfy { $0 == nil } && rest.suffix(15).allSatisfy { $0 == 1 })
        #expect(selector.replaced == nil)
    }

    @Test("who steps away for seconds is measured again, and not whoever stayed")
    func back() {
        var selector = PersonSelector(.center)
        _ = Self.run(&selector, 0...1) { _ in [Self.middle, Self.tall] }
        let away = Self.run(&selector, 1...9) { _ in [Self.tall] }
        #expect(away.allSatisfy { $0 == nil })
        let back = Self.run(&selector, 9...10) { _ in [Self.tall, Self.middle] }
        #expect(back.allSatisfy { $0 == 4 })
    }

    @Test("who was chosen at a place is never replaced")
    func named() {
        var selector = PersonSelector(.at(SIMD2(0.4, 0.3)))
        _ = Self.run(&selector, 0...1) { _ in [Self.behind, Self.front] }
        let away = Self.run(&selector, 1...30) { _ in [Self.front] }
        #expect(away.allSatisfy { $0 == nil } && selector.id == 1)
        let back = Self.run(&selector, 30...31) { _ in [Self.front, Self.behind] }
        #expect(back.allSatisfy { $0 == 1 })
    }

    @Test("the id of a rule is that of the chosen person")
    func ruleID() {
        var selector = PersonSelector(.id(2))
        #expect(selector.select(from: [Self.behind, Self.front], at: 0) == 1)
        #expect(selector.id == 2)
    }

    @Test("who was chosen at a place stays chosen while walking away from it")
    func place() {
        var selector = PersonSelector(.at(SIMD2(0.4, 0.3)))
        let walk = Self.run(&selector, 0...3) { time in
            [Self.front, Self.person(1, x: 0.4 - 0.1 * time, feet: 0.45, height: 0.37)]
        }
        #expect(walk.allSatisfy { $0 == 1 })
    }
}
