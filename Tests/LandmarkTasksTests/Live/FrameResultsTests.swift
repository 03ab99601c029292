import LandmarkImaging
import LandmarkTasks
import Testing

/// Results as a sequence, with a task that works for as long as the test decides.
@Suite("Results of frames", limit(minutes: 1))
struct FrameResultsTests {
    let control = FakeTask.Control()
    let source = ScriptedSource()

    func results<Frames>(
        of frames: Frames, _ overflow: OverflowPolicy, mode: RunningMode = .liveStream,
        failing: Set<Int> = []
    ) throws -> FrameResults<Frames, LandmarkerResult<Int>> {
        try FakeLandmarker(control, failing: failing, mode: mode)
            .results(of: frames, overflow: overflow)
    }

    @Test("with latestOnly, the newest of several frames is processed")
    func latestOnly() async throws {
        var iterator = try results(of: source, .latestOnly).makeAsyncIterator()
        // No frame is requested before a result is.
        #expect(source.journal.events.isEmpty)
        async let released: Void = release()
        let first = try await iterator.next()
        #expect(first?.milliseconds == 1 && first?.dropped == 0)
        let second = try await iterator.next()
        #expect(second?.milliseconds == 3 && second?.dropped == 1)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        try await released
    }

    /// Produces three frames while the first is processed, then lets processing continue.
    private func release() async throws {
        try source.give(1)
        await control.journal.reach { $0.contains(.began(1)) }
        try source.give(2)
        try source.give(3)
        await source.journal.reach { $0.contains(.requested(3)) }
        source.end()
        control.allow(2)
    }

    @Test(
        "with block, no frame is lost", arguments: [RunningMode.video, .liveStream])
    func block(mode: RunningMode) async throws {
        let source = try ScriptedSource(0..<200)
        control.allow(200)
        var timestamps: [Int] = []
        for try await result in try results(of: source, .block, mode: mode) {
            #expect(result.dropped == 0)
            timestamps.append(try #require(try result.instance()))
            // The frame after this one has not been requested.
            #expect(source.journal.events.last == .requested(timestamps.count - 1))
        }
        #expect(timestamps == Array(0..<200))
    }

    @Test(
        "the source's error follows the results before it", arguments: OverflowPolicy.allCases)
    func sourceError(overflow: OverflowPolicy) async throws {
        var iterator = try results(of: source, overflow).makeAsyncIterator()
        try source.give(1)
        source.end(.init())
        control.allow(1)
        #expect(try await iterator.next()?.instance() == 1)
        await #expect(throws: ScriptedSource.Broken()) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test("a frame that fails is a result, and the sequence continues")
    func frameError() async throws {
        let source = try ScriptedSource([1, 2, 2, 3])
        control.allow(4)
        var failures: [Bool] = []
        for try await result in try results(of: source, .block, failing: [1]) {
            if case .failure = result.result {
                failures.append(true)
            } else {
                failures.append(false)
            }
        }
        // The first fails in the task, the second 2 for its timestamp.
        #expect(failures == [true, false, true, false])
    }

    @Test("in image mode every result is an error")
    func imageMode() async throws {
        let source = try ScriptedSource([1, 2])
        var count = 0
        for try await result in try results(of: source, .block, mode: .image) {
            count += 1
            #expect(
                TaskError.wrongMode(
                    call: "results(of:)", needed: .video, mode: .image
                ).isThrown { _ = try result.get() })
        }
        #expect(count == 2)
        #expect(control.journal.events.filter { $0 != .ended }.isEmpty)
    }

    @Test(
        "cancelling ends the iteration while a frame is processed",
        arguments: OverflowPolicy.allCases)
    func cancelledInProgress(overflow: OverflowPolicy) async throws {
        let consumer = Task { [results = try results(of: source, overflow)] in
            var count = 0
            for try await _ in results { count += 1 }
            return count
        }
        try source.give(1)
        await control.journal.reach(1)
        consumer.cancel()
        // The task is still processing its first frame.
        #expect(try await consumer.value == 0)
        #expect(control.journal.events == [.began(1)])
        control.allow(1)
        await control.journal.reach { $0.last == .ended }
    }

    @Test(
        "cancelling ends the iteration even if the source ignores it",
        arguments: OverflowPolicy.allCases)
    func cancelledSource(overflow: OverflowPolicy) async throws {
        let source = StubbornSource()
        // Only the consumer retains the results, and with them the landmarker's task.
        let consumer = Task { [results = try results(of: source, overflow)] in
            var count = 0
            // Before iOS 18, sequences have no error type, so `for await` would need `try`.
            var iterator = results.makeAsyncIterator()
            while try await iterator.next() != nil { count += 1 }
            return count
        }
        await source.requests.reach(1)
        consumer.cancel()
        #expect(try await consumer.value == 0)
        // A frame that arrives too late is not processed, and no other is requested.
        source.give(try .at(1))
        await control.journal.reach { $0.last == .ended }
        #expect(control.journal.events == [.ended])
        #expect(source.requests.events.count == 1)
    }

    @Test(
        "an iteration in a cancelled task ends at once", arguments: OverflowPolicy.allCases)
    func cancelledBefore(overflow: OverflowPolicy) async throws {
        let results = try results(of: source, overflow)
        try source.give(1)
        let consumer = Task {
            await withCheckedContinuation { continuation in
                withUnsafeCurrentTask { $0?.cancel() }
                continuation.resume()
            }
            var iterator = results.makeAsyncIterator()
            return try await iterator.next() == nil
        }
        #expect(try await consumer.value)
    }

    @Test(
        "releasing the iterator stops the source", arguments: OverflowPolicy.allCases)
    func releasedIterator(overflow: OverflowPolicy) async throws {
        control.allow(1)
        do {
            var iterator = try results(of: source, overflow).makeAsyncIterator()
            try source.give(1)
            #expect(try await iterator.next()?.milliseconds == 1)
        }
        // Everything that retained the task was released.
        await control.journal.reach { $0.last == .ended }
    }

    @Test("a slow consumer makes frames drop")
    func slowConsumer() async throws {
        control.allow(2)
        var iterator = try results(of: source, .latestOnly).makeAsyncIterator()
        try source.give(0)
        #expect(try await iterator.next()?.milliseconds == 0)
        // The first of these is processed; until its result is requested, no other is.
        for milliseconds in 1...1000 {
            try source.give(milliseconds)
            await source.journal.reach { $0.contains(.requested(milliseconds + 1)) }
        }
        await control.journal.reach { $0.contains(.began(1)) }
        source.end()
        #expect(try await iterator.next()?.milliseconds == 1)
        control.allow(1)
        let last = try await iterator.next()
        #expect(last?.milliseconds == 1000 && last?.dropped == 998)
        #expect(try await iterator.next() == nil)
        #expect(control.journal.events.prefix(3) == [.began(0), .began(1), .began(1000)])
    }

    @Test("two sequences are processed one after the other")
    func twoIterations() async throws {
        let first = try ScriptedSource([1, 2])
        let second = try ScriptedSource([3, 4])
        let landmarker = try FakeLandmarker(control, mode: .video)
        control.allow(4)
        var timestamps: [Int] = []
        for source in [first, second] {
            for try await result in landmarker.results(of: source, overflow: .block) {
                timestamps.append(try #require(try result.instance()))
            }
        }
        #expect(timestamps == [1, 2, 3, 4])
    }

    @Test("statistics count the frames of all iterations and of detectAsync")
    func statistics() async throws {
        let results = Journal<FakeResult>()
        let landmarker = try FakeLandmarker(control, failing: [2]) { results.note($0) }
        control.allow(5)
        let source = try ScriptedSource([1, 2, 3])
        for try await _ in landmarker.results(of: source, overflow: .block) {}
        let counts = landmarker.liveStatistics
        #expect(counts.received == 3 && counts.processed == 3)
        #expect(counts.dropped == 0 && counts.failed == 1)
        // The second iteration starts with a frame out of order, which is a result with an error.
        for try await _ in landmarker.results(of: try ScriptedSource([3, 4]), overflow: .block) {}
        #expect(landmarker.liveStatistics.received == 5)
        #expect(landmarker.liveStatistics.failed == 2)
        try landmarker.detectAsync(5)
        await results.reach(1)
        #expect(landmarker.liveStatistics.received == 6)
        #expect(landmarker.liveStatistics.processed == 6)
    }

    @Test("statistics count dropped frames")
    func droppedStatistics() async throws {
        let landmarker = try FakeLandmarker(control, mode: .video)
        var iterator = landmarker.results(of: source).makeAsyncIterator()
        async let released: Void = release()
        _ = try await iterator.next()
        _ = try await iterator.next()
        try await released
        let counts = landmarker.liveStatistics
        #expect(counts.received == 3 && counts.processed == 2 && counts.dropped == 1)
    }

    @Test("a frame in progress when the iteration is cancelled still counts as processed")
    func cancelledStatistics() async throws {
        let landmarker = try FakeLandmarker(control, mode: .video)
        let consumer = Task { [results = landmarker.results(of: source)] in
            for try await _ in results {}
        }
        try source.give(1)
        await control.journal.reach(1)
        consumer.cancel()
        try await consumer.value
        #expect(landmarker.liveStatistics.received == 1)
        #expect(landmarker.liveStatistics.processed == 0)
        control.allow(1)
        while landmarker.liveStatistics.processed == 0 { await Task.yield() }
    }
}
