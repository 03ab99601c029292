import CLandmarkKernels
import Testing

/// Counts how often each unit was done.
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
        let pool = try #require(lk_pool_create(threads))
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
        let pool = try #require(lk_pool_create(threads))
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

    @Test("a pool of no threads, or too many, is refused", arguments: [-1, 0, 65])
    func refused(threads: Int32) {
        #expect(lk_pool_create(threads) == nil)
    }

    @Test("sleeping workers wake for the next list")
    func sleeping() throws {
        let pool = try #require(lk_pool_create(2))
        defer { lk_pool_destroy(pool) }
        var counts = Array(repeating: Int32(0), count: 8)
        counts.withUnsafeMutableBufferPointer { buffer in
            let step = lk_step(run: count, args: buffer.baseAddress, units: 8, least: 1)
            for _ in 0..<5 {
                withUnsafePointer(to: step) { lk_pool_run(pool, $0, 1) }
                // Long enough for a worker to stop spinning.
                let end = ContinuousClock.now + .milliseconds(5)
                while ContinuousClock.now < end {}
            }
        }
        #expect(counts == Array(repeating: 5, count: 8))
    }
}
