import Dispatch
import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion

/// The poses of a file of JSON Lines, or of one file for each camera, with frames of the same time
/// combined.
struct PoseLineSteps {
    private let group: InputGroup
    private var cursors: [Cursor]
    /// The frames of several files that belong together; nil for a single file.
    private let matches: [FrameMatcher.Match]?
    private var number = 0
    /// Searches for the orientation of a single file's images; nil if it is not searched for.
    private var orientation: PoseOrientationFinder?
    private let queue = DispatchQueue(label: "landmark.lines")
    private var hasFailed = false

    /// A position in a file.
    private struct Cursor {
        let reader: PoseLineReader
        /// The index of the next line.
        var next = 0
    }

    /// Opens all files of a group. Several files are read to their ends, to match their frames.
    ///
    /// - Throws: `CommandError.unreadable`.
    init(_ group: InputGroup, findsOrientation: Bool) throws(CommandError) {
        self.group = group
        orientation = findsOrientation ? PoseOrientationFinder() : nil
        cursors = []
        for input in group.inputs { cursors.append(Cursor(reader: try PoseLineReader(input))) }
        guard group.inputs.count > 1 else {
            matches = nil
            return
        }
        var times: [[Double]] = []
        for input in group.inputs { times.append(try PoseLineReader(input).times()) }
        // Cannot fail: the readers have checked that times increase.
        matches = (try? FrameMatcher.matches(of: times)) ?? []
    }

    /// The number of frames; nil if unknown.
    var count: Int? { matches?.count }

    mutating func next() async -> FrameStep<PoseFrame> {
        if hasFailed || Interruption.isRequested { return .ended(complete: false) }
        let frames: [Int?]
        if let matches {
            guard number < matches.count else { return await end() }
            frames = matches[number].frames
        } else {
            frames = [cursors[0].next]
        }
        number += 1
        var lines: [PoseLine?] = []
        for (index, frame) in frames.enumerated() {
            switch await line(frame, of: index) {
            case nil: return .ended(complete: false)
            case .failure(let error): return fail(error)
            case .success(let line): lines.append(line)
            }
        }
        guard let first = lines.lazy.compactMap({ $0 }).first else {
            return .ended(complete: true)
        }
        let found = orientation?.update(
            first.poses, imageSize: first.imageSize,
            at: Double(first.timestamp.milliseconds) / 1000)
        let views = zip(cursors, lines).map { cursor, line in
            line.map {
                PoseView(
                    imageSize: $0.imageSize, poses: $0.poses, isRaw: cursor.reader.isRaw ?? true,
                    orientation: found)
            }
        }
        return .processed(
            PoseFrame(
                label: FrameLabel(
                    file: group.main.name, number: first.frame, timestamp: first.timestamp,
                    size: first.imageSize),
                frame: nil, views: views))
    }

    /// Reads up to a line of a file; nil if the match has no line of this file, and after the last line.
    ///
    /// - Returns: nil as soon as the task is canceled.
    private mutating func line(
        _ frame: Int?, of index: Int
    ) async -> Result<PoseLine?, PoseLineError>? {
        guard let frame else { return .success(nil) }
        while true {
            guard let result = await nextLine(of: cursors[index].reader) else { return nil }
            guard case .success(_?) = result else { return result }
            cursors[index].next += 1
            if cursors[index].next > frame { return result }
        }
    }

    /// Waits for the next line; nil as soon as the task is canceled, since a pipe may have no
    /// writer.
    private func nextLine(of reader: PoseLineReader) async -> Result<PoseLine?, PoseLineError>? {
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<PoseLine?, PoseLineError>.self, bufferingPolicy: .bufferingNewest(1))
        queue.async {
            continuation.yield(Result { () throws(PoseLineError) in try reader.next() })
            continuation.finish()
        }
        for await result in results { return result }
        return nil
    }

    /// Reads the lines after the last match, to report errors there.
    private mutating func end() async -> FrameStep<PoseFrame> {
        for cursor in cursors {
            while true {
                guard let result = await nextLine(of: cursor.reader) else {
                    return .ended(complete: false)
                }
                if case .failure(let error) = result { return fail(error) }
                if case .success(nil) = result { break }
            }
        }
        return .ended(complete: true)
    }

    private mutating func fail(_ error: PoseLineError) -> FrameStep<PoseFrame> {
        hasFailed = true
        return .failed("\(error)")
    }
}
