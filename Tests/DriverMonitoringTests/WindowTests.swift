import DriverMonitoring
import LandmarkCore
import Testing

/// The running sums behind PERCLOS against a naive reference.
@Suite("PERCLOS windows")
struct WindowTests {
    /// Keeps all frames and sums over them for each query.
    struct Reference {
        struct Frame {
            let end: Int
            let step: Int
            let isUsable: Bool
            let isDeep: Bool
            let episode: Int?
        }

        var frames: [Frame] = []
        var last: Int?
        /// Start, last frame seen, first of the open frames at its end, number.
        var episode: (start: Int, seen: Int, open: Int?, number: Int)?
        var count = 0
        /// The numbers of closures longer than a blink.
        var closures: Set<Int> = []

        mutating func add(_ now: Int, openness: Double?) {
            let isGap = last.map { now - $0 > 501 } ?? true
            let step = isGap ? 0 : now - (last ?? now)
            if let last, isGap { cross(last, now, openness) }
            last = now
            if let openness {
                let isOpen = openness >= 0.5
                if let closure = episode {
                    let open = isOpen ? closure.open ?? now : nil
                    episode = (closure.start, now, open, closure.number)
                    if let open, now - open >= 119 || step >= 200 || open - closure.start < 999 {
                        end(at: open)
                    }
                } else if openness <= 0.3 {
                    count += 1
                    episode = (now, now, nil, count)
                }
            } else if let open = episode, now - open.seen > 501 {
                end(at: open.open ?? open.seen)
            }
            frames.append(
                Frame(
                    end: now, step: step, isUsable: openness != nil,
                    isDeep: (openness ?? 1) <= 0.2 && episode != nil, episode: episode?.number))
            if let open = episode, open.open == nil, open.seen - open.start >= 249 {
                closures.insert(open.number)
            }
        }

        /// Ends the closure at a gap, unless the eyes are closed on both sides.
        mutating func cross(_ last: Int, _ now: Int, _ openness: Double?) {
            guard let closure = episode else { return }
            let wasClosed = closure.open == nil && closure.seen == last && last > closure.start
            if wasClosed, now - last <= 2001, (openness ?? 1) <= 0.3 { return }
            end(at: closure.open ?? last)
        }

        mutating func end(at time: Int) {
            guard let open = episode else { return }
            if time - open.start >= 249 { closures.insert(open.number) }
            episode = nil
        }

        func perclos(_ length: Int) -> (perclos: Double, usable: Int) {
            guard let now = last else { return (0, 0) }
            var (usable, closed) = (0, 0)
            for frame in frames.reversed() {
                let part = min(frame.step, frame.end - (now - length))
                if frame.end <= now - length { break }
                guard frame.isUsable else { continue }
                usable += part
                if frame.isDeep, closures.contains(frame.episode ?? 0) { closed += part }
            }
            return (Double(closed) / Double(max(usable, length / 2)), usable)
        }
    }

    @Test("Running sums equal sums over all frames", arguments: 1...12)
    func sums(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var machine = DriverStateMachine()
        var reference = Reference()
        var now = Int.random(in: -5000...5000, using: &random)
        // Closed eyes do not count before open ones have been seen.
        for _ in 0..<30 {
            now += 30
            _ = try machine.update(
                DriverReading(timestamp: .milliseconds(now), opennessByAspectRatio: 1))
            reference.add(now, openness: 1)
        }
        var openness: Double? = 1
        var left = 0
        for index in 0..<9000 {
            // Mostly a camera's frame intervals, with some slow frames and gaps.
            let kind = Int.random(in: 0..<400, using: &random)
            now +=
                kind == 0
                ? Int.random(in: 502...9000, using: &random)
                : kind < 10
                    ? Int.random(in: 100...501, using: &random)
                    : Int.random(in: 20...50, using: &random)
            if left == 0 {
                left = Int.random(in: 1...25, using: &random)
                openness =
                    [0, 0.1, 0.25, 0.4, 0.7, 1, 1, 1, nil].randomElement(using: &random) ?? 1
            }
            left -= 1
            let result = try machine.update(
                DriverReading(
                    timestamp: .milliseconds(now), openness: openness,
                    opennessByAspectRatio: openness))
            reference.add(now, openness: openness)
            guard index % 50 == 0 || index > 8900 else { continue }
            let (minute, three) = (reference.perclos(60_000), reference.perclos(180_000))
            try #require(abs(result.signals.perclos60 - minute.perclos) < 1e-12, "frame \(index)")
            try #require(abs(result.signals.perclos180 - three.perclos) < 1e-12, "frame \(index)")
            try #require(result.signals.usableSeconds == Double(minute.usable) / 1000)
        }
    }

    /// With more state changes than can be stored, the long window becomes shorter.
    @Test("Memory is bounded when the state changes in every frame")
    func bounded() throws {
        var machine = DriverStateMachine()
        var last: DriverResult?
        for index in 0..<60_000 {
            let openness = index % 2000 == 1 ? 0.6 : 1
            var reading = DriverReading(timestamp: .milliseconds(5 * index), openness: openness)
            if index.isMultiple(of: 2) { reading.openness = nil }
            last = try machine.update(reading)
        }
        let signals = try #require(last).signals
        #expect(signals.perclos60 == 0 && signals.perclos180 == 0)
        #expect(abs(signals.usableShare - 0.5) < 0.01)
        #expect(signals.usableSeconds > 10 && signals.usableSeconds <= 30)
    }
}

/// A reproducible random number generator (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
