import LandmarkCapture
import LandmarkImaging
import LandmarkTasks

extension LandmarkRun {
    /// Why a stream's frames ended.
    private enum Ending {
        /// There are no more.
        case complete
        /// Something came between.
        case stopped

        /// What the end of a sequence means, which ends also when its task is cancelled.
        static var ended: Ending { Interruption.isAsked ? .stopped : .complete }
    }

    /// Works through one stream; throws only when an output fails.
    mutating func follow(
        _ stream: FrameStream, since start: ContinuousClock.Instant
    ) async throws {
        guard let subject = subjects[stream.mode] else { return }
        let source: any FrameSource
        do {
            guard let opened = try await stream.open(on: console) else { return }
            source = opened
            try outputs.begin(stream, from: source, on: console)
        } catch {
            report("\(error)")
            return
        }
        subject.landmarker.reset()
        let ending: Ending
        if stream.mode != .liveStream {
            ending = try await search(stream, source, subject, start)
        } else if stream.isRecorded {
            ending = try await play(
                Replay(source, lateFrames: .deliver), of: stream, source.information.frameCount,
                subject, start)
        } else {
            ending = try await play(source.frames(), of: stream, nil, subject, start)
        }
        try outputs.endStream(complete: ending == .complete)
    }

    /// Looks at every frame.
    private mutating func search(
        _ stream: FrameStream, _ source: any FrameSource, _ subject: Kind,
        _ start: ContinuousClock.Instant
    ) async throws -> Ending {
        var number = 0
        // Not from the source itself: who waits there for a frame cannot be stopped.
        var frames = source.frames().makeAsyncIterator()
        while !Interruption.isAsked {
            let frame: Frame
            let findings: [Kind.Finding]
            do {
                guard let next = try await frames.next(isolation: nil) else { return .ended }
                frame = next
                findings =
                    try stream.mode == .image
                    ? subject.find(in: frame.image) : subject.find(in: frame)
            } catch {
                report(described(error, in: stream, frame: number))
                guard goesOn(after: error) else { return .stopped }
                // An error ends the loop, and not the source.
                frames = source.frames().makeAsyncIterator()
                number += 1
                continue
            }
            guard try write(findings, in: frame, number: number, of: stream, by: subject)
            else { return .stopped }
            number += 1
            progress.show(
                number, of: source.information.frameCount, unit: "frames",
                since: ContinuousClock.now - start)
        }
        return .stopped
    }

    /// Looks at the frames that the landmarker has time for.
    private mutating func play<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, of stream: FrameStream, _ total: Int?, _ subject: Kind,
        _ start: ContinuousClock.Instant
    ) async throws -> Ending where Frames.Element == Frame {
        let received = Counter()
        let view = subject.view
        let seen = frames.map { frame in
            received.add()
            return view.seen(frame)
        }
        defer { tally.received = (tally.received ?? 0) + received.count }
        var results = subject.landmarker.results(of: seen, overflow: .latestOnly)
            .makeAsyncIterator()
        var number = 0
        while !Interruption.isAsked {
            let frame: Frame
            let findings: [Kind.Finding]
            do {
                guard let next = try await results.next(isolation: nil) else { return .ended }
                number += next.dropped
                frame = view.original(of: next.frame)
                findings = subject.mapped(try next.get())
            } catch {
                report(described(error, in: stream, frame: number))
                return .stopped
            }
            guard try write(findings, in: frame, number: number, of: stream, by: subject)
            else { return .stopped }
            number += 1
            progress.show(number, of: total, unit: "frames", since: ContinuousClock.now - start)
        }
        return .stopped
    }

    /// A source names itself in its errors; a landmarker does not know what it looks at.
    private func described(
        _ error: any Error, in stream: FrameStream, frame number: Int
    ) -> String {
        error is CaptureError ? "\(error)" : "\(stream.name), frame \(number): \(error)"
    }

    /// Whether the next frame may be fine: one bad picture of a folder does not spoil the others.
    private func goesOn(after error: any Error) -> Bool {
        if case CaptureError.picture = error { true } else { false }
    }

    /// Writes what was found; false when the frame is none that this stream's video can take, and
    /// the others may be fine.
    private mutating func write(
        _ findings: [Kind.Finding], in frame: Frame, number: Int, of stream: FrameStream,
        by subject: Kind
    ) throws -> Bool {
        tally.frames.add(found: findings.count)
        do {
            try outputs.write(findings, in: frame, number: number, of: stream, by: subject)
            return true
        } catch let error as CaptureError {
            guard case .wrongPictureSize = error else { throw error }
            report("\(stream.name), frame \(number): \(error)")
            return false
        }
    }
}
