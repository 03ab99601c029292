import CLandmarkKernels
import Dispatch
import LandmarkCore
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Counts how often each unit runs.
private func count(_ args: UnsafeRawPointer?, _ begin: Int32, _ end: Int32) {
    guard let args else { return }
    let counts = UnsafeMutablePointer(
        mutating: args.assumingMemoryBound(to: Int32.self))
    for unit in begin..<end { counts[Int(unit)] += 1 }
}

/// Adds one to units, after checking that the step before is complete.
private func chain(_ args: UnsafeRawPointer?, _ begin: Int32, _ end: Int32) {
    guard let args else { return }
    let values = UnsafeMutablePointer(mutating: args.assumingMemoryBound(to: Int32.self))
    // 64 values of the step before, then 64 of this one.
    let done = (0..<64).allSatisfy { values[$0] == values[0] }
    for unit in begin..<end { values[64 + Int(unit)] = done ? values[0] + 1 : -1 }
}

@Suite struct PoolTests {
    @Test("every unit is done once, by any number of threads", arguments: [1, 2, 3, 5])
    func once(threads: Int32) throws {
        let pool = try #require(lk_pool_create(threads, true))
        defer { lk_pool_destroy(pool) }
        var counts = Array(repeating: Int32(0), count: 100)
        counts.withUnsafeMutableBufferPointer { buffer in
            let step = lk_step(run: count, args: buffer.baseAddress, units: 100, least: 1)
            let steps = Array(repeating: step, count: 20)
            for _ in 0..<50 { lk_pool_run(pool, steps, 20) }
        }
        #expect(counts == Array(repeating: 1000, count: 100))
    }

    @Test("a step sees all of the step before", arguments: [1, 2, 4])
    func order(threads: Int32) throws {
        let pool = try #require(lk_pool_create(threads, true))
        defer { lk_pool_destroy(pool) }
        let length = 200
        var values = Array(repeating: Int32(0), count: 64 * (length + 1))
        values.withUnsafeMutableBufferPointer { buffer in
            let steps = (0..<length).map { index in
                lk_step(
                    run: chain, args: buffer.baseAddress?.advanced(by: 64 * index),
                    units: 64, least: 1)
            }
            lk_pool_run(pool, steps, Int32(length))
        }
        #expect(values.suffix(64).allSatisfy { $0 == Int32(length) })
    }

    @Test("a pool of no threads, or too many, is not created", arguments: [-1, 0, 65])
    func refused(threads: Int32) {
        #expect(lk_pool_create(threads, true) == nil)
    }

    @Test("steps of all sizes, and more than a pool publishes at once", arguments: [1, 2, 3])
    func sizes(threads: Int32) throws {
        let pool = try #require(lk_pool_create(threads, true))
        defer { lk_pool_destroy(pool) }
        let units: [Int32] = [0, 1, 2, 7, 300_000, 0, 3, 3, 1]
        let lengths = (0..<700).map { units[$0 % units.count] }
        var counts = Array(repeating: Int32(0), count: 300_000)
        counts.withUnsafeMutableBufferPointer { buffer in
            let steps = lengths.map {
                lk_step(run: count, args: buffer.baseAddress, units: $0, least: $0 == 7 ? 4 : 1)
            }
            lk_pool_run(pool, steps, Int32(steps.count))
        }
        for place in [0, 1, 2, 6, 7, 299_999] {
            #expect(Int(counts[place]) == lengths.count { $0 > place })
        }
    }

    @Test("sleeping workers wake for the next list")
    func sleeping() throws {
        let pool = try #require(lk_pool_create(2, true))
        defer { lk_pool_destroy(pool) }
        var counts = Array(repeating: Int32(0), count: 8)
        counts.withUnsafeMutableBufferPointer { buffer in
            let step = lk_step(run: count, args: buffer.baseAddress, units: 8, least: 1)
            for _ in 0..<5 {
                withUnsafePointer(to: step) { lk_pool_run(pool, $0, 1) }
                #expect(becomesTrue { lk_pool_sleeping(pool) == 1 })
            }
        }
        #expect(counts == Array(repeating: 5, count: 8))
    }

    @Test(
        "workers sleep when a hold has ended, and also when it lasts too long",
        arguments: [true, false])
    func holding(isActive: Bool) throws {
        let pool = try #require(lk_pool_create(4, isActive))
        defer { lk_pool_destroy(pool) }
        #expect(becomesTrue { lk_pool_sleeping(pool) == 3 })
        for _ in 0..<3 {
            lk_pool_hold(pool)
            lk_pool_hold(pool)
            lk_pool_release(pool)
            lk_pool_release(pool)
            #expect(becomesTrue { lk_pool_sleeping(pool) == 3 })
        }
        lk_pool_hold(pool)
        #expect(becomesTrue { lk_pool_sleeping(pool) == 3 })
        lk_pool_release(pool)
    }

    @Test("the caller does what a worker is too late for")
    func late() throws {
        let pool = try #require(lk_pool_create(2, true))
        defer { lk_pool_destroy(pool) }
        // A sleeping worker delays only the share that it has claimed, less than half of all; fixed
        // shares would be halves.
        #expect(doneByCaller(pool, workersSleep: 50) > 32)
    }

    @Test("after a long wait, the caller works alone for a while")
    func alone() throws {
        let pool = try #require(lk_pool_create(2, true))
        defer { lk_pool_destroy(pool) }
        #expect(becomesTrue { doneByCaller(pool, workersSleep: 30) < 64 })
        #expect(doneByCaller(pool, workersSleep: 0) == 64)
        #expect(becomesTrue { doneByCaller(pool, workersSleep: 0) < 64 })
    }

    @Test("after a long step the caller does not work alone, however long it waited")
    func long() throws {
        let pool = try #require(lk_pool_create(2, true))
        defer { lk_pool_destroy(pool) }
        #expect(becomesTrue { doneByCaller(pool, workersSleep: 30, inLongStep: true) < 64 })
        // Soon after the stall, when it would still have an effect.
        #expect((0..<20).contains { _ in doneByCaller(pool, workersSleep: 0) < 64 })
    }

    @Test("workers leave reserved processors, and come back when they are returned")
    func reserved() throws {
        let pool = try #require(lk_pool_create(2, true))
        defer { lk_pool_destroy(pool) }
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        for _ in 0..<3 {
            for _ in 0..<processors { lk_processor_reserve() }
            lk_pool_hold(pool)
            #expect(becomesTrue { lk_pool_sleeping(pool) == 1 })
            #expect(doneByCaller(pool, workersSleep: 0) == 64)
            lk_pool_release(pool)
            for _ in 0..<processors { lk_processor_return() }
            #expect(becomesTrue { doneByCaller(pool, workersSleep: 0) < 64 })
        }
    }

    @Test("reservations that come and go lose no unit", arguments: [2, 3, 5])
    func changingReservations(threads: Int32) throws {
        let pool = try #require(lk_pool_create(threads, true))
        defer { lk_pool_destroy(pool) }
        let changes = ReservationChanges()
        defer { changes.end() }
        var counts = Array(repeating: Int32(0), count: 100)
        counts.withUnsafeMutableBufferPointer { buffer in
            let step = lk_step(run: count, args: buffer.baseAddress, units: 100, least: 1)
            let steps = Array(repeating: step, count: 50)
            for _ in 0..<400 { lk_pool_run(pool, steps, 50) }
        }
        #expect(counts == Array(repeating: 20_000, count: 100))
    }
}

/// Reserves a processor and returns it repeatedly, on a separate thread.
private final class ReservationChanges: Sendable {
    private let isEnding = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    init() {
        DispatchQueue.global().async { [self] in
            while !isEnding.withLock({ $0 }) {
                lk_processor_reserve()
                usleep(50)
                lk_processor_return()
                usleep(20)
            }
            ended.signal()
        }
    }

    func end() {
        isEnding.withLock { $0 = true }
        ended.wait()
    }
}

/// Returns whether a condition becomes true within 20 seconds.
private func becomesTrue(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !condition() {
        if ContinuousClock.now > end { return false }
        usleep(100)
    }
    return true
}

/// Records the thread that does each unit of a step.
private struct Shift {
    let caller: pthread_t
    /// Milliseconds that a worker sleeps before each portion.
    let workersSleep: UInt32
    /// For each unit, whether the calling thread did it.
    let byCaller: UnsafeMutablePointer<Bool>
}

private func note(_ args: UnsafeRawPointer?, _ begin: Int32, _ end: Int32) {
    guard let shift = args?.assumingMemoryBound(to: Shift.self).pointee else { return }
    let isCaller = pthread_equal(shift.caller, pthread_self()) != 0
    if !isCaller { usleep(shift.workersSleep * 1000) }
    for unit in begin..<end {
        shift.byCaller[Int(unit)] = isCaller
        let finish = ContinuousClock.now + .microseconds(20)
        while ContinuousClock.now < finish {}
    }
}

/// Runs a step of 64 units and returns how many of them the calling thread did.
private func doneByCaller(
    _ pool: OpaquePointer, workersSleep: UInt32, inLongStep: Bool = false
) -> Int {
    var byCaller = Array(repeating: false, count: 64)
    byCaller.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let shift = Shift(caller: pthread_self(), workersSleep: workersSleep, byCaller: base)
        withUnsafePointer(to: shift) { shift in
            var step = lk_step(run: note, args: shift, units: 64, least: 1)
            if inLongStep { lk_pool_run_long(pool, &step) } else { lk_pool_run(pool, &step, 1) }
        }
    }
    return byCaller.count { $0 }
}
