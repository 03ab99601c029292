import LandmarkImaging
import LandmarkTasks
import Testing

/// Results as a sequence, on a pipeline that works for as long as the test says.
@Suite("Results of frames", .timeLimit(.minutes(1)))
struct FrameResultsTests {
    let control = FakePipeline.Control()
    let source = ScriptedSource()

    func results<Frames>(
        of frames: Frames, _ overflow: OverflowPolicy, mode: RunningMode = .liveStream,
        failing: Set<Int> = []
    ) throws -> FrameResults<Frames, Int> {
        try FakeLandmarker(control, failing: failing, mode: mode).live
            .results(of: frames, overflow: overflow)
    }

    @Test func theLatestOfManyFramesIsLookedAt() async throws {
        var iterator = try results(of: source, .latestOnly).makeAsyncIterator()
        // Nothing is taken before it is asked for.
        #expect(source.journal.events.isEmpty)
        async let released: Void = release()
        let first = try await iterator.next()
        #expect(first?.moment == 1 && first?.dropped == 0)
        let second = try await iterator.next()
        #expect(second?.moment == 3 && second?.dropped == 1)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        try await released
    }

    /// Gives three frames while the first is in work, then lets the work go on.
    private func release() async throws {
        try source.give(1)
        await control.journal.reach { $0.contains(.began(1)) }
        try source.give(2)
        try source.give(3)
        await source.journal.reach { $0.contains(.asked(3)) }
        source.end()
        control.allow(2)
    }

    @Test(arguments: [RunningMode.video, .liveStream])
    func noFrameIsLostWhereTheSourceWaits(mode: RunningMode) async throws {
        let source = try ScriptedSource(0..<200)
        control.allow(200)
        var moments: [Int] = []
        for try await result in try results(of: source, .block, mode: mode) {
            #expect(result.dropped == 0)
            moments.append(try result.get())
            // The frame after this one has not been asked for.
            #expect(source.journal.events.last == .asked(moments.count - 1))
        }
        #expect(moments == Array(0..<200))
    }

    @Test(arguments: OverflowPolicy.allCases)
    func theSourcesErrorComesAfterTheResultsBeforeIt(overflow: OverflowPolicy) async throws {
        var iterator = try results(of: source, overflow).makeAsyncIterator()
        try source.give(1)
        source.end(.init())
        control.allow(1)
        #expect(try await iterator.next()?.get() == 1)
        await #expect(throws: ScriptedSource.Broken()) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func aFrameThatFailsIsAResultAndTheSequenceGoesOn() async throws {
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
        // The first by itself, the second 2 for its time.
        #expect(failures == [true, false, true, false])
    }

    @Test func inImageModeEveryResultSaysSo() async throws {
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

    @Test(arguments: OverflowPolicy.allCases)
    func cancellingEndsItWhileAFrameIsInWork(overflow: OverflowPolicy) async throws {
        let consumer = Task { [results = try results(of: source, overflow)] in
            var count = 0
            for try await _ in results { count += 1 }
            return count
        }
        try source.give(1)
        await control.journal.reach(1)
        consumer.cancel()
        // The pipeline is still at its first frame.
        #expect(try await consumer.value == 0)
        #expect(control.journal.events == [.began(1)])
        control.allow(1)
        await control.journal.reach { $0.last == .ended }
    }

    @Test(arguments: OverflowPolicy.allCases)
    func cancellingEndsItWhileTheSourceIsDeaf(overflow: OverflowPolicy) async throws {
        let source = StubbornSource()
        // Only the task holds the results, and with them the pipeline.
        let consumer = Task { [results = try results(of: source, overflow)] in
            var count = 0
            for await _ in results { count += 1 }
            return count
        }
        await source.asked.reach(1)
        consumer.cancel()
        #expect(await consumer.value == 0)
        // A frame that comes too late is not looked at, and no other is asked for.
        source.give(try .at(1))
        await control.journal.reach { $0.last == .ended }
        #expect(control.journal.events == [.ended])
        #expect(source.asked.events.count == 1)
    }

    @Test(arguments: OverflowPolicy.allCases)
    func anIterationOfACancelledTaskIsOver(overflow: OverflowPolicy) async throws {
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

    @Test(arguments: OverflowPolicy.allCases)
    func anIteratorThatIsLetGoStopsItsSource(overflow: OverflowPolicy) async throws {
        control.allow(1)
        do {
            var iterator = try results(of: source, overflow).makeAsyncIterator()
            try source.give(1)
            #expect(try await iterator.next()?.moment == 1)
        }
        // Whoever held the pipeline is gone.
        await control.journal.reach { $0.last == .ended }
    }

    @Test func aSlowConsumerMakesFramesDropInsteadOfMemoryGrow() async throws {
        control.allow(2)
        var iterator = try results(of: source, .latestOnly).makeAsyncIterator()
        try source.give(0)
        #expect(try await iterator.next()?.moment == 0)
        // The first of these is looked at; until its result is asked for, nothing else is.
        for moment in 1...1000 {
            try source.give(moment)
            await source.journal.reach { $0.contains(.asked(moment + 1)) }
        }
        await control.journal.reach { $0.contains(.began(1)) }
        source.end()
        #expect(try await iterator.next()?.moment == 1)
        control.allow(1)
        let last = try await iterator.next()
        #expect(last?.moment == 1000 && last?.dropped == 998)
        #expect(try await iterator.next() == nil)
        #expect(control.journal.events.prefix(3) == [.began(0), .began(1), .began(1000)])
    }

    @Test func twoIterationsAreTwoStreams() async throws {
        let first = try ScriptedSource([1, 2])
        let second = try ScriptedSource([3, 4])
        let landmarker = try FakeLandmarker(control, mode: .video)
        control.allow(4)
        var moments: [Int] = []
        for source in [first, second] {
            for try await result in landmarker.live.results(of: source, overflow: .block) {
                moments.append(try result.get())
            }
        }
        #expect(moments == [1, 2, 3, 4])
    }
}
