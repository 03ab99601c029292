import Dispatch
import LandmarkCore
import Testing

@Suite("The mutex")
struct MutexTests {
    @Test("One thread at a time uses the value")
    func exclusion() {
        // A thread reads two numbers, waits, and writes them: any other thread in between is
        // detected.
        let pair = Mutex((first: 0, second: 0))
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20_000 {
                pair.withLock { pair in
                    let next = pair.first + 1
                    pair.first = next
                    pair.second += next - pair.second
                }
            }
        }
        let result = pair.withLock { $0 }
        #expect(result.first == 160_000)
        #expect(result.second == 160_000)
    }

    @Test("Errors pass through with their type, and the mutex is free again")
    func errors() {
        struct Refused: Error, Equatable { let number: Int }
        let count = Mutex(0)
        do throws(Refused) {
            try count.withLock { (count) throws(Refused) in
                count += 1
                throw Refused(number: count)
            }
            Issue.record("no error")
        } catch {
            #expect(error == Refused(number: 1))
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("What is not Sendable goes in, out and to other threads")
    func regions() async {
        final class Box { var number = 0 }
        let box = Mutex(Box())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { box.withLock { $0.number += 1 } } }
        }
        let taken = box.withLock { box in
            let old = box
            box = Box()
            return old.number
        }
        #expect(taken == 4)
        #expect(box.withLock { $0.number } == 0)
    }

    @Test("The value is released with the mutex, and copies share it")
    func lifetime() {
        final class Witness: Sendable {
            let count: Mutex<Int>
            init(_ count: Mutex<Int>) { self.count = count }
            deinit { count.withLock { $0 += 1 } }
        }
        let released = Mutex(0)
        do {
            let mutex = Mutex<Witness?>(Witness(released))
            let copy = mutex
            copy.withLock { _ in #expect(released.withLock { $0 } == 0) }
        }
        #expect(released.withLock { $0 } == 1)
    }
}
