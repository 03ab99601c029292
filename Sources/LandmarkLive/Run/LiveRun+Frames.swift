#if os(Linux)
import LandmarkCapture
import LandmarkCore
import LandmarkDashboard
import LandmarkImaging
import LandmarkTasks

extension LiveRun {
    /// Runs a task on the input from its beginning; the task and the source may already be loaded.
    func runTask(
        _ settings: LiveSettings, _ opened: (task: any LiveTask, source: any FrameSource)?
    ) async {
        update { ($0.settings, $0.phase, $0.problem) = (settings, .starting, nil) }
        feed.keep(nil)
        defer { keepNewest() }
        var isLoaded = false
        do {
            let task = try opened?.task ?? loader.load(settings)
            isLoaded = true
            state.withLock { $0.task = task }
            var first = opened?.source
            let exercise = state.withLock { $0.live.exercise }
            let session = LiveSession(settings, input, exercise, task)
            for observer in observers { observer.begin(session) }
            defer {
                state.withLock { $0.task = nil }
                let events = task.finish()
                tell(events)
                let between = endSupply()
                for observer in observers { observer.end(between + events) }
            }
            var offset = 0
            while !Task.isCancelled {
                if first == nil { first = try await input.open(isRepeated: offset > 0) }
                guard let source = first else { break }
                first = nil
                update { $0.phase = .running }
                let last = try await process(source, task, offset)
                guard input.repeats, let last else { break }
                // Time continues where the file begins again.
                offset = last.milliseconds + 33
            }
            if Task.isCancelled { return }
            update { $0.phase = .ended }
        } catch {
            if Task.isCancelled { return }
            update { ($0.phase, $0.problem) = (.failed, "\(error)") }
        }
        // After a task that cannot be loaded, another one can be chosen.
        if input.endsRun, isLoaded { control.finish() }
    }

    /// Processes the frames of a source to its end: those of a recording at their times, and those of a
    /// camera or its pipe as they arrive.
    ///
    /// - Returns: The timestamp of the last result.
    private func process(
        _ source: any FrameSource, _ task: any LiveTask, _ offset: Int
    ) async throws -> Timestamp? {
        state.withLock { $0.arrivals = [] }
        // A pipe is given like a file, but a camera's frames come through it as they are taken.
        let information = source.information
        guard input.isRecorded, !information.isLive else {
            return try await processNewest(of: source.frames(), task, offset, mayStall: true)
        }
        // The writer of a pipe may stall, whether it plays a recording or is a camera.
        return try await processNewest(
            of: Replay(source, lateFrames: .deliver), task, offset, mayStall: information.isPiped)
    }

    /// Processes the newest frame whenever the task is free.
    private func processNewest<Frames: AsyncSequence & Sendable>(
        of frames: Frames, _ task: any LiveTask, _ offset: Int, mayStall: Bool
    ) async throws -> Timestamp? where Frames.Element == Frame {
        let arriving = frames.map { [self] frame in arrived(frame, offset, mayStall: mayStall) }
        let results = FrameResults(frames: arriving, overflow: .latestOnly) { frame in
            .success(task.process(frame))
        }
        var last: Timestamp?
        for try await result in results {
            last = result.frame.timestamp
            try add(result.frame, dropped: result.dropped, result.get().get())
        }
        return last
    }

    private func arrived(_ frame: Frame, _ offset: Int, mayStall: Bool) -> Frame {
        let moved = Frame(
            image: frame.image,
            timestamp: .milliseconds(frame.timestamp.milliseconds + offset),
            orientation: frame.orientation)
        state.withLock { state in
            state.received += 1
            if mayStall { state.supply.add() }
            state.arrivals.append((moved.timestamp, .now))
            if state.arrivals.count > 8 { state.arrivals.removeFirst() }
        }
        return moved
    }
}
#endif
