import LandmarkCapture
import LandmarkCommandSupport
import LandmarkImaging

extension LandmarkRun {
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
        var search = FrameSearch(
            stream, from: source, by: subject.landmarker, view: subject.view)
        let isComplete = try await work(through: &search, of: stream, subject, start)
        if let received = search.received { tally.received = (tally.received ?? 0) + received }
        try outputs.endStream(complete: isComplete)
    }

    /// Writes what is found in each frame; returns whether the source came to its end.
    private mutating func work(
        through search: inout FrameSearch<Kind.Tool>, of stream: FrameStream, _ subject: Kind,
        _ start: ContinuousClock.Instant
    ) async throws -> Bool {
        while true {
            switch await search.next() {
            case .found(let output, let frame, let number):
                guard
                    try write(
                        subject.mapped(output), in: frame, number: number, of: stream, by: subject)
                else { return false }
                progress.show(
                    number + 1, of: search.total, unit: "frames",
                    since: ContinuousClock.now - start)
            case .failed(let problem): report(problem)
            case .ended(let isComplete): return isComplete
            }
        }
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
            guard case .wrongImageSize = error else { throw error }
            report("\(stream.name), frame \(number): \(error)")
            return false
        }
    }
}
