import Dispatch
import LandmarkCommandSupport
import LandmarkCore
import LandmarkSystem

/// The poses of one or several files of JSON Lines, merged by time: what is less than half a frame
/// apart is one moment.
struct PoseLineSteps {
    private let group: InputGroup
    private var cursors: [Cursor]
    private let queue = DispatchQueue(label: "landmark.lines")
    private var hasFailed = false

    private struct Cursor {
        let reader: PoseLineReader
        /// The line that is read and not taken yet; nil after the last one.
        var pending: PoseLine?
        var hasEnded = false
        private var last: Timestamp?

        init(reader: PoseLineReader) { self.reader = reader }

        /// The milliseconds between the pending line and the one before; nil without either.
        var step: Int? {
            guard let pending, let last else { return nil }
            return pending.timestamp.milliseconds - last.milliseconds
        }

        /// Removes the pending line when it is at most `latest`.
        mutating func take(until latest: Timestamp) -> PoseLine? {
            guard let line = pending, line.timestamp <= latest else { return nil }
            last = line.timestamp
            pending = nil
            return line
        }
    }

    /// Opens all files of a group.
    ///
    /// - Throws: `CommandError.unreadable`.
    init(_ group: InputGroup) throws(CommandError) {
        self.group = group
        cursors = try group.inputs.map { input throws(CommandError) in
            Cursor(reader: try PoseLineReader(input))
        }
    }

    mutating func next() async -> FrameStep<PoseFrame> {
        if hasFailed || Interruption.isRequested { return .ended(complete: false) }
        for index in cursors.indices where cursors[index].pending == nil {
            guard !cursors[index].hasEnded else { continue }
            switch await line(of: cursors[index].reader) {
            case nil: return .ended(complete: false)
            case .failure(let error):
                hasFailed = true
                return .failed("\(error)")
            case .success(nil): cursors[index].hasEnded = true
            case .success(let line?): cursors[index].pending = line
            }
        }
        return takeFrame().map { .processed($0) } ?? .ended(complete: true)
    }

    /// Waits for the next line; nil as soon as the task is cancelled, since a pipe may have no
    /// writer.
    private func line(of reader: PoseLineReader) async -> Result<PoseLine?, PoseLineError>? {
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<PoseLine?, PoseLineError>.self, bufferingPolicy: .bufferingNewest(1))
        queue.async {
            continuation.yield(Result { () throws(PoseLineError) in try reader.next() })
            continuation.finish()
        }
        for await result in results { return result }
        return nil
    }

    /// Removes the earliest pending lines; nil when there are none.
    private mutating func takeFrame() -> PoseFrame? {
        let pending = cursors.compactMap(\.pending)
        guard let first = pending.min(by: { $0.timestamp < $1.timestamp }) else { return nil }
        let step = cursors.compactMap(\.step).min() ?? 0
        let latest = Timestamp.milliseconds(first.timestamp.milliseconds + step / 2)
        let views = cursors.indices.map { index -> PoseView? in
            let isRaw = cursors[index].reader.isRaw ?? true
            return cursors[index].take(until: latest).map {
                PoseView(imageSize: $0.imageSize, poses: $0.poses, isRaw: isRaw)
            }
        }
        return PoseFrame(
            label: FrameLabel(
                file: group.main.name, number: first.frame, timestamp: first.timestamp,
                size: first.imageSize),
            frame: nil, views: views)
    }
}
