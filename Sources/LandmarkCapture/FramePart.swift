package import LandmarkCore
package import LandmarkImaging

/// A part of a source: the frames from one time to another, or a subset of them.
///
/// Times are those of frames, in seconds from the first frame of the whole source. Frames keep
/// their timestamps and numbers from there.
public struct FramePart: Sendable, Hashable {
    /// The time of the earliest frame, at least 0.
    public var start: Double
    /// The time at which the part ends, exclusive; nil for the end of the source.
    public var end: Double?
    /// The step between delivered frames, at least 1: the first frame of the part and then every
    /// `stride`-th.
    public var stride: Int

    /// Creates a part; without arguments, the whole source.
    public init(start: Double = 0, end: Double? = nil, stride: Int = 1) {
        self.start = start
        self.end = end
        self.stride = stride
    }

    /// Whether the part is the whole source.
    package var isWhole: Bool { start <= 0 && end == nil && stride <= 1 }

    /// Checks the values.
    ///
    /// - Throws: ``CaptureError/invalidOption(name:value:expected:)``.
    package func check() throws(CaptureError) {
        guard (0...Self.limit).contains(start) else {
            throw .invalidOption(
                name: "start", value: "\(start)", expected: "a time of at least 0 s")
        }
        if let end, !(end > start) || end > Self.limit {
            throw .invalidOption(
                name: "end", value: "\(end)", expected: "a time after the start, \(start) s")
        }
        guard stride >= 1 else {
            throw .invalidOption(name: "stride", value: "\(stride)", expected: "at least 1")
        }
    }

    /// About thirty years, far below the range of a timestamp.
    private static let limit = 1e9

    /// The number of frames of a source of `count` frames at `rate` that lie in the part.
    package func count(of count: Int, rate: FrameRate) -> Int {
        var selection = PartSelection(self)
        // Timestamps are rounded to milliseconds, so find the first index by trial.
        let guess = (start * rate.framesPerSecond).rounded(.down) - 1
        let first = max(0, Int(min(guess, Double(count))))
        let last = end.map { min(Double(count), ($0 * rate.framesPerSecond).rounded(.up) + 1) }
        var taken = 0
        for index in first..<max(first, last.map { Int($0) } ?? count)
        where selection.choice(rate.timestamp(ofFrame: index)) == .deliver {
            taken += 1
        }
        return taken
    }
}

/// Selects the frames of a part from all frames of a source, in order.
package struct PartSelection: Sendable {
    /// The decision about a frame.
    package enum Choice: Sendable {
        case deliver
        /// The frame is before the part, or the stride skips it.
        case skip
        /// The frame and all later ones are after the part.
        case end
    }

    private let start: Int
    private let end: Int?
    private let stride: Int
    /// The number of frames of the part so far, before applying the stride.
    private var seen = 0

    /// Creates the selection for a part whose values have been checked.
    package init(_ part: FramePart) {
        start = Int((part.start * 1000).rounded())
        end = part.end.map { Int(($0 * 1000).rounded()) }
        stride = max(1, part.stride)
    }

    /// Decides about the next frame.
    package mutating func choice(_ timestamp: Timestamp) -> Choice {
        if let end, timestamp.milliseconds >= end { return .end }
        guard timestamp.milliseconds >= start else { return .skip }
        defer { seen += 1 }
        return seen % stride == 0 ? .deliver : .skip
    }
}

/// A part of a source that cannot skip frames, such as raw frames from a pipe.
package final class PartOfSource: FrameSource {
    /// The information about the whole source, without the number of frames.
    package let information: SourceInformation
    private let source: any FrameSource
    private let state: Mutex<State>

    private struct State {
        var selection: PartSelection
        var number = 0
        var hasEnded = false
    }

    /// Selects frames from a source that nothing else reads.
    ///
    /// - Throws: ``CaptureError/invalidOption(name:value:expected:)``.
    package init(_ part: FramePart, of source: any FrameSource) throws(CaptureError) {
        try part.check()
        self.source = source
        information = source.information
        state = Mutex(State(selection: PartSelection(part)))
    }

    /// Returns the next frame of the part; nil after the last.
    ///
    /// - Throws: The errors of the source.
    package func next() throws(CaptureError) -> Frame? {
        try state.withLock { (state) throws(CaptureError) in try next(&state) }
    }

    private func next(_ state: inout State) throws(CaptureError) -> Frame? {
        while !state.hasEnded, let frame = try source.next() {
            let number = state.number
            state.number += 1
            switch state.selection.choice(frame.timestamp) {
            case .deliver: return frame.numbered(number)
            case .skip: continue
            case .end: state.hasEnded = true
            }
        }
        return nil
    }
}
