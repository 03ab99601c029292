import DriverMonitoring
import LandmarkCore

/// The signals whose readable time a report states.
enum DriverSource: Int, Sendable, CaseIterable {
    case face, eyes, head, mouth, hands

    var displayName: String {
        switch self {
        case .face: "face"
        case .eyes: "eyes"
        case .head: "head"
        case .mouth: "mouth"
        case .hands: "hands"
        }
    }

    /// The events that are detected from it.
    var use: String {
        switch self {
        case .face: "whether the driver is there"
        case .eyes: "blinks, microsleeps, sleep"
        case .head: "looks off the road, nods"
        case .mouth: "yawns"
        case .hands: "phone-like poses"
        }
    }

    /// Whether it could be read in a frame.
    func isReadable(in signals: DriverSignals) -> Bool {
        switch self {
        case .face: signals.isFacePresent
        case .eyes: signals.isUsable
        case .head: signals.relativeHead != nil
        case .mouth: signals.mouthOpenness != nil
        case .hands: signals.isPhonePose != nil
        }
    }

    /// Why the source could not be read in a frame: one of a few texts, without numbers.
    func unreadableReason(in signals: DriverSignals) -> String {
        guard signals.isFacePresent else { return "no face" }
        switch self {
        case .eyes: return signals.eyeUnreadableReason?.kindText ?? "not measured"
        case .hands: return "no hand detector"
        case .face, .head, .mouth: return "not measured"
        }
    }
}

extension EyeUnreadableReason {
    /// The reason in English, without the width of the eyes, so that there are only a few reasons.
    var kindText: String {
        if case .faceTooSmall = self { "face too small" } else { description }
    }
}

/// The sources that were readable in a frame.
struct ReadableSources: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ signals: DriverSignals) {
        self.init()
        for source in DriverSource.allCases where source.isReadable(in: signals) {
            insert(ReadableSources(source))
        }
    }

    init(_ source: DriverSource) { rawValue = 1 << UInt8(source.rawValue) }

    func contains(_ source: DriverSource) -> Bool { contains(ReadableSources(source)) }
}

/// How long each source was readable, and why it was unreadable for the rest of the time.
struct DriverReadability: Sendable {
    /// The longest time between frames, in milliseconds, that counts as observed.
    static let longestStep = 500
    /// The step between frames, in milliseconds, above which short closures fall between them: less than 8
    /// frames a second.
    static let slowStep = 125
    /// The reason for the time between frames that are too far apart.
    static let gap = "no frames"

    private struct Times {
        /// The readable time in milliseconds, and the number of readable frames.
        var readable = 0
        var frames = 0
        /// The unreadable time in milliseconds, by reason; it may be 0 for a single frame.
        var reasons: [String: Int] = [:]
    }

    private var times = [Times](repeating: Times(), count: DriverSource.allCases.count)
    private var frames = 0
    /// The time of the gaps between frames, in milliseconds.
    private var gaps = 0
    /// The sum of the widths of the eyes in faces that were too small, in pixels, and their number.
    private var smallEyes = (widths: 0.0, count: 0)
    /// The time from the first to the last frame in milliseconds.
    private(set) var duration = 0
    /// The time, in milliseconds, in which frames came too slowly to show short closures, including gaps.
    private(set) var slowTime = 0
    /// The number of frames that came too slowly, and their time in milliseconds, without gaps.
    private var slowFrames = (count: 0, time: 0)

    /// Adds a frame, `step` milliseconds after the one before; 0 for the first.
    mutating func add(_ signals: DriverSignals, step: Int) {
        frames += 1
        duration += step
        if step > Self.slowStep { slowTime += step }
        let isGap = step > Self.longestStep
        if isGap { gaps += step }
        if step > Self.slowStep, !isGap {
            slowFrames.count += 1
            slowFrames.time += step
        }
        if case .faceTooSmall(let width) = signals.eyeUnreadableReason, width.isFinite {
            smallEyes.widths += width
            smallEyes.count += 1
        }
        for source in DriverSource.allCases {
            let accounted = isGap ? 0 : step
            if source.isReadable(in: signals) {
                times[source.rawValue].readable += accounted
                times[source.rawValue].frames += 1
            } else {
                let reason = source.unreadableReason(in: signals)
                times[source.rawValue].reasons[reason, default: 0] += accounted
            }
        }
    }

    /// The number of frames in which a source was readable.
    func readableFrames(_ source: DriverSource) -> Int { times[source.rawValue].frames }

    /// The time in milliseconds in which a source was readable.
    func readableTime(_ source: DriverSource) -> Int { times[source.rawValue].readable }

    /// The share of the time in which a source was readable; nil without a frame.
    func share(_ source: DriverSource) -> Double? {
        if frames == 0 { return nil }
        let times = times[source.rawValue]
        if duration == 0 { return Double(times.frames) / Double(frames) }
        return min(1, Double(times.readable) / Double(duration))
    }

    /// Why a source was not readable, with the share of the whole time, most frequent first.
    func reasons(_ source: DriverSource) -> [(text: String, share: Double)] {
        var all = times[source.rawValue].reasons
        if gaps > 0 { all[Self.gap] = gaps }
        return all.map { (text: $0.key, share: Double($0.value) / Double(max(duration, 1))) }
            .sorted { ($1.share, $0.text) < ($0.share, $1.text) }
    }

    /// The frames per second while they came too slowly, excluding gaps; nil if they never did.
    var slowRate: Double? {
        slowFrames.time > 0 ? 1000 * Double(slowFrames.count) / Double(slowFrames.time) : nil
    }

    /// How wide the eyes were on average where the face was too small; nil if it never was.
    var smallEyesText: String? {
        guard smallEyes.count > 0 else { return nil }
        let width = String(smallEyes.widths / Double(smallEyes.count), places: 0)
        return "Where the face was too small, eyes were on average \(width) pixels wide."
    }

    /// The reasons in words, such as `no face 12 %, head turned away 3 %`; empty without reasons.
    func reasonText(_ source: DriverSource, atMost limit: Int = 4) -> String {
        let reasons = reasons(source)
        // A single frame has no duration to divide among its reasons.
        if duration == 0 { return reasons.map(\.text).joined(separator: ", ") }
        return reasons.filter { $0.share >= 0.0005 }.prefix(limit)
            .map { "\($0.text) \(TimeText.share($0.share))" }.joined(separator: ", ")
    }
}

extension TimeText {
    /// A fraction in percent, with a decimal below one percent and above 99.
    static func share(_ share: Double) -> String {
        let isNearEnd = (share > 0 && share < 0.01) || (share > 0.99 && share < 1)
        return percent(share, places: isNearEnd ? 1 : 0)
    }
}
