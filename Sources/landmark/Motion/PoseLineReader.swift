import LandmarkCommandSupport
import LandmarkCore
import LandmarkTasks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One line of JSON written by `landmark pose`.
struct PoseLine: Sendable {
    /// The frame's index in the recording.
    let frame: Int
    let timestamp: Timestamp
    let imageSize: PixelSize
    let poses: [Pose]
}

/// Reads poses from JSON Lines written by `landmark pose`, one line at a time.
final class PoseLineReader: Sendable {
    /// The longest line in bytes: hundreds of people with landmarks before smoothing.
    private static let longestLine = 1 << 24
    private static let chunkSize = 1 << 16

    /// The name for results and errors.
    let name: String
    private let state: Mutex<State>

    private struct State {
        let file: OpenFile
        /// The bytes read but not yet returned: a line, or the beginning of one.
        var pending: [UInt8] = []
        /// The number of bytes of `pending` known not to contain a line feed.
        var searched = 0
        var isAtEnd = false
        var number = 0
        var last: Timestamp?
        /// The recording that all lines belong to; nil before the first line.
        var recording: String?
        /// Whether the poses have landmarks before smoothing; nil before the first pose.
        var isRaw: Bool?
    }

    /// Opens the file `input`, or standard input.
    ///
    /// - Throws: `CommandError.unreadable`.
    init(_ input: Input) throws(CommandError) {
        name = input.title
        do throws(SystemError) {
            let file =
                input == .standardInput
                ? OpenFile(borrowing: 0) : try OpenFile(reading: input.name)
            state = Mutex(State(file: file))
        } catch {
            throw .unreadable(file: input.name, reason: "\(error)")
        }
    }

    /// Whether the poses have landmarks before smoothing; nil before the first pose.
    var isRaw: Bool? { state.withLock { $0.isRaw } }

    /// Waits for and returns the next line; nil after the last one.
    ///
    /// - Throws: ``PoseLineError``, after which the reader has ended.
    func next() throws(PoseLineError) -> PoseLine? {
        try state.withLock { (state) throws(PoseLineError) in
            do throws(PoseLineProblem) {
                return try Self.next(&state)
            } catch {
                state.isAtEnd = true
                state.pending = []
                throw PoseLineError(file: name, line: state.number, problem: error)
            }
        }
    }

    private static func next(_ state: inout State) throws(PoseLineProblem) -> PoseLine? {
        while let (bytes, isWhole) = try takeLine(&state) {
            state.number += 1
            if bytes.allSatisfy(isSpace) { continue }
            let line = try PoseLineContent.decode(bytes, isWhole: isWhole)
            return try check(line, &state)
        }
        return nil
    }

    /// Checks a line against those before it.
    private static func check(
        _ line: PoseLineContent, _ state: inout State
    ) throws(PoseLineProblem) -> PoseLine {
        if let recording = state.recording, recording != line.file {
            throw .otherRecording(line.file, first: recording)
        }
        state.recording = line.file
        let timestamp = Timestamp.milliseconds(line.timestampMs)
        if let last = state.last, timestamp <= last {
            throw .timestampNotIncreasing(line.timestampMs, last: last.milliseconds)
        }
        state.last = timestamp
        for (index, pose) in line.poses.enumerated() {
            if let isRaw = state.isRaw, isRaw != pose.isRaw {
                throw .invalid(
                    "poses[\(index)]",
                    expected: "\(isRaw ? "" : "no ")rawLandmarks, as in the previous lines")
            }
            state.isRaw = pose.isRaw
        }
        return PoseLine(
            frame: line.frame, timestamp: timestamp,
            imageSize: PixelSize(width: line.width, height: line.height),
            poses: line.poses.map(\.pose))
    }

    /// Reads all lines, and returns the times of the frames in seconds, up to the first line that is
    /// damaged or not later than the one before.
    func times() -> [Double] {
        var times: [Double] = []
        while !Interruption.isRequested, let line = try? next() {
            times.append(Double(line.timestamp.milliseconds) / 1000)
        }
        return times
    }

    /// Removes the next line, without its line feed; nil at the end. A last line without a line
    /// feed may be incomplete.
    private static func takeLine(
        _ state: inout State
    ) throws(PoseLineProblem) -> (bytes: [UInt8], isWhole: Bool)? {
        while true {
            if let end = state.pending[state.searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(state.pending[..<end])
                state.pending.removeSubrange(...end)
                state.searched = 0
                return (line, true)
            }
            state.searched = state.pending.count
            if state.isAtEnd {
                if state.pending.isEmpty { return nil }
                defer {
                    state.pending = []
                    state.searched = 0
                }
                return (state.pending, false)
            }
            if state.pending.count > longestLine {
                state.number += 1
                throw .tooLong(limit: longestLine)
            }
            do throws(SystemError) {
                let chunk = try state.file.readAvailable(atMost: chunkSize)
                state.isAtEnd = chunk.isEmpty
                state.pending += chunk
            } catch {
                throw .readFailed("\(error)")
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d) ~= byte }
}

// MARK: Errors

/// An error in a line of poses.
struct PoseLineError: LandmarkError {
    let file: String
    /// The line's number, from 1.
    let line: Int
    let problem: PoseLineProblem

    var description: String { "\(file), line \(line): \(problem.words)" }
}

/// A problem with a line of poses.
enum PoseLineProblem: Error {
    /// Not JSON, or a number that is too large.
    case notJSON
    /// The last line ends in the middle.
    case cutOff
    case tooLong(limit: Int)
    /// Results of another command, with the member that reveals it.
    case otherResults(String)
    /// A value is missing or of another kind; the path is empty for the line as a whole.
    case invalid(String, expected: String)
    case wrongCount(String, expected: Int, got: Int)
    case otherRecording(String, first: String)
    case timestampNotIncreasing(Int, last: Int)
    case readFailed(String)

    fileprivate var words: String {
        switch self {
        case .notJSON: "it is not valid JSON"
        case .cutOff: "it is truncated; the lines before it are fine"
        case .tooLong(let limit):
            "it is larger than \(limit >> 20) MB; expected JSON Lines of poses"
        case .otherResults(let member):
            "it contains \(member); expected poses, as “landmark pose --raw --json” writes them"
        case .invalid("", let expected): "expected \(expected)"
        case .invalid(let path, let expected): "\(path): expected \(expected)"
        case .wrongCount(let path, let expected, let got):
            "\(path) has \(got) elements; expected \(expected)"
        case .otherRecording(let file, let first):
            "it is from “\(file)”, but the previous lines are from “\(first)”; expected one recording"
        case .timestampNotIncreasing(let time, let last):
            "timestampMs is \(time), after \(last); expected the frames of one video in order"
        case .readFailed(let reason): "it cannot be read: \(reason)"
        }
    }
}
