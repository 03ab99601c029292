import Dispatch
import LandmarkCommandSupport
import LandmarkCore
import Testing

@Suite struct StageTests {
    private struct Fault: Error, Equatable { let item: Int }

    @Test func consumesInOrder() throws {
        let items = Mutex<[Int]>([])
        let stage = Stage<Int>("test", limit: 3) { item in items.withLock { $0.append(item) } }
        for item in 0..<1000 { try stage.send(item) }
        try stage.finish()
        #expect(items.withLock { $0 } == Array(0..<1000))
    }

    @Test func waitsForRoom() throws {
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let sent = Mutex(0)
        let stage = Stage<Int>("test", limit: 2) { _ in
            begun.signal()
            go.wait()
        }
        DispatchQueue.global().async {
            for item in 0..<5 {
                try? stage.send(item)
                sent.withLock { $0 += 1 }
            }
        }
        begun.wait()
        // One item is being consumed and one waits: the third cannot be sent.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.05)
        #expect(sent.withLock { $0 } == 2)
        for _ in 0..<5 { go.signal() }
        for _ in 0..<4 { begun.wait() }
        try stage.finish()
    }

    @Test func throwsTheErrorOfAnItemOnce() throws {
        let consumed = Mutex<[Int]>([])
        let stage = Stage<Int>("test", limit: 2) { item in
            if item == 3 { throw Fault(item: item) }
            consumed.withLock { $0.append(item) }
        }
        var faults: [Fault] = []
        for item in 0..<20 {
            do { try stage.send(item) } catch let fault as Fault { faults.append(fault) }
        }
        do { try stage.finish() } catch let fault as Fault { faults.append(fault) }
        #expect(faults == [Fault(item: 3)])
        #expect(consumed.withLock { $0 } == [0, 1, 2])
    }

    @Test func finishThrowsTheErrorOfTheLastItem() {
        let stage = Stage<Int>("test", limit: 2) { throw Fault(item: $0) }
        #expect(throws: Never.self) { try stage.send(7) }
        #expect(throws: Fault(item: 7)) { try stage.finish() }
        #expect(throws: Never.self) { try stage.finish() }
    }
}

@Suite struct ReadAheadTests {
    @Test func deliversAllElementsInOrder() async {
        var next = 0
        let numbers = ReadAhead<Int>(limit: 3) {
            next += 1
            return next <= 1000 ? next : nil
        }
        var received: [Int] = []
        while let number = await numbers.next() { received.append(number) }
        #expect(received == Array(1...1000))
        #expect(await numbers.next() == nil)
    }

    @Test func isNotFurtherAheadThanItsLimit() async throws {
        let produced = Mutex(0)
        let numbers = ReadAhead<Int>(limit: 3) {
            produced.withLock {
                $0 += 1
                return $0
            }
        }
        #expect(await numbers.next() == 1)
        try await Task.sleep(nanoseconds: 50_000_000)
        // The one that was taken, and three waiting ones.
        #expect(produced.withLock { $0 } == 4)
        numbers.cancel()
        #expect(await numbers.next() == nil)
    }

    @Test func endsWhenTheConsumerIsCancelled() async {
        let never = ReadAhead<Int>(limit: 1) {
            // Waits until its task is cancelled.
            try? await Task.sleep(nanoseconds: 60_000_000_000)
            return nil
        }
        let consumer = Task { await never.next() }
        consumer.cancel()
        #expect(await consumer.value == nil)
    }

    @Test(.timeLimit(.minutes(1))) func stopsProducingWithItsLastReference() async {
        let events = AsyncStream.makeStream(of: Bool.self)
        var isCancelled = events.stream.makeAsyncIterator()
        var numbers: ReadAhead<Int>? = ReadAhead(limit: 1) {
            events.continuation.yield(Task.isCancelled)
            try? await Task.sleep(nanoseconds: 60_000_000_000)
            events.continuation.yield(Task.isCancelled)
            return nil
        }
        #expect(await isCancelled.next() == false)
        withExtendedLifetime(numbers) {}
        numbers = nil
        #expect(await isCancelled.next() == true)
    }

    /// Two stages in sequence, with an end, a cancellation or a slow side at random.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<200)
    func neverWaitsForEver(seed: Int) async {
        var random = SeededRandom(seed: UInt64(seed))
        let count = Int.random(in: 0...40, using: &random)
        let (first, second) = (
            Int.random(in: 1...4, using: &random), Int.random(in: 1...4, using: &random)
        )
        let stop = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : Int.max
        var next = 0
        let numbers = ReadAhead<Int>(limit: first) {
            next += 1
            if next % 7 == seed % 7 { await Task.yield() }
            return next <= count ? next : nil
        }
        let doubled = ReadAhead<Int>(limit: second) { await numbers.next().map { 2 * $0 } }
        var received: [Int] = []
        while let number = await doubled.next() {
            received.append(number)
            if received.count == stop {
                doubled.cancel()
                break
            }
        }
        #expect(received == (0..<min(count, stop)).map { 2 * ($0 + 1) })
    }
}

private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
