import LandmarkTasks
import Testing

/// The rule by which left and right are exchanged.
@Suite struct SideGuardTests {
    /// The positions of a person's landmarks: left ones at x = 100 + `shift`, right ones at 0.
    struct Person {
        var shift = 0.0
        var isExchanged = false

        func point(_ index: Int) -> SIMD2<Double> {
            let isLeft = index % 2 == 1
            let x = isLeft != isExchanged ? 100.0 : 0
            return SIMD2(x + shift, 10 * Double(index / 2))
        }
    }

    @Test("left and right of all landmarks are pairs")
    func opposites() {
        for joint in PoseJoint.allCases {
            let name = joint.name
            let other =
                name.hasPrefix("left")
                ? "right" + name.dropFirst(4)
                : name.hasPrefix("right") ? "left" + name.dropFirst(5) : name
            switch joint {
            case .mouthLeft: #expect(joint.opposite == .mouthRight)
            case .mouthRight: #expect(joint.opposite == .mouthLeft)
            default: #expect(joint.opposite.name == other)
            }
            #expect(joint.opposite.opposite == joint)
        }
        #expect(PoseJoint.opposite(of: -1) == -1)
    }

    @Test("exchanged frames are exchanged back, and what follows is compared with the result")
    func exchange() {
        var sideGuard = SideGuard()
        for index in 0..<12 {
            let person = Person(shift: Double(index), isExchanged: (3..<7).contains(index))
            let swaps = sideGuard.update(at: 0.1 * Double(index), person.point)
            #expect(swaps == person.isExchanged, "frame \(index)")
        }
    }

    @Test("a person who moves is not exchanged, however fast")
    func motion() {
        for step in [0.0, 10, 49, 200, 1e6] {
            var sideGuard = SideGuard()
            for index in 0..<20 {
                let person = Person(shift: step * Double(index))
                let swaps = sideGuard.update(at: Double(index) / 30, person.point)
                #expect(!swaps, "\(step)")
            }
        }
    }

    @Test("exchanging must shorten the way to less than 0.6 of it")
    func ratio() {
        // The person moved by `shift` and is exchanged or not: keeping costs 12 × 100 − …
        func swaps(_ shift: Double) -> Bool {
            var sideGuard = SideGuard()
            _ = sideGuard.update(at: 0) { Person().point($0) }
            return sideGuard.update(at: 0.03) { index in
                // Vertical motion is the same for both: sqrt(100² + s²) against s.
                Person(isExchanged: true).point(index) + SIMD2(0, shift)
            }
        }
        // s / sqrt(100² + s²) = 0.6 for s = 75.
        #expect(swaps(74.9))
        #expect(!swaps(75.1))
    }

    @Test("after a gap of more than 0.2 s the next frame is taken as it is")
    func gap() {
        for (gap, swaps) in [(0.2, true), (0.201, false), (5, false)] {
            var sideGuard = SideGuard()
            _ = sideGuard.update(at: 10, Person().point)
            let found = sideGuard.update(at: 10 + gap, Person(isExchanged: true).point)
            #expect(found == swaps, "\(gap) s")
        }
    }

    @Test("after 0.5 s of exchanging on end the model is believed")
    func longRun() {
        var sideGuard = SideGuard()
        let exchanged = (0..<60).filter { index in
            sideGuard.update(at: Double(index) / 30) {
                Person(isExchanged: index >= 5).point($0)
            }
        }
        // Frames 5…20 are 0…0.5 s from the first.
        #expect(exchanged == Array(5...20))
    }

    @Test("points that are not finite are left out; without any, frames stay as they are")
    func notFinite() {
        var sideGuard = SideGuard()
        func broken(_ person: Person) -> (Int) -> SIMD2<Double> {
            { $0 == 13 || $0 == 26 ? SIMD2(.nan, .infinity) : person.point($0) }
        }
        let found = [
            sideGuard.update(at: 0, Person().point),
            sideGuard.update(at: 0.1, broken(Person(isExchanged: true))),
            sideGuard.update(at: 0.2) { _ in SIMD2(.nan, .nan) },
            sideGuard.update(at: 0.3, Person(isExchanged: true).point),
        ]
        // The frame at 0.1 s tells about the last one.
        #expect(found == [false, true, false, true])
    }

    @Test("a reset forgets the frame before")
    func reset() {
        var sideGuard = SideGuard()
        _ = sideGuard.update(at: 0, Person().point)
        sideGuard.reset()
        #expect(sideGuard.isExpired(at: 0))
        let swaps = sideGuard.update(at: 0.03, Person(isExchanged: true).point)
        #expect(!swaps)
    }
}
