/// How often the detector searches a stream for further hands, poses or faces while some, but fewer than
/// wanted, are tracked.
///
/// The detector runs on every frame while nothing is tracked, and on none while all that are wanted are
/// tracked. In between, MediaPipe runs it on every frame, which takes half of the time if only one of two
/// hands is visible. With a longer interval, a further instance is found later. Poses and faces also differ
/// slightly, because a detection replaces the region of a tracked one.
public enum DetectionInterval: Sendable, Hashable, Codable {
    /// `adaptive` in live stream mode, and every frame in video mode.
    case automatic
    /// Every so many frames, at least 1.
    case frames(Int)
    /// Every frame after an instance appeared or was lost, until the detector has found nothing new in five
    /// frames; then every fifth frame.
    case adaptive

    /// Every frame, as in MediaPipe.
    public static var everyFrame: Self { .frames(1) }

    /// Checks the number.
    ///
    /// - Throws: `TaskError.invalidOption`.
    func validate() throws(TaskError) {
        guard case .frames(let count) = self, count < 1 else { return }
        throw .invalidOption(name: "detectionInterval", expected: "at least 1", got: "\(count)")
    }
}

/// Decides which frames of a stream are searched by the detector.
struct DetectionSchedule {
    /// For `adaptive`, the interval in frames when nothing changes, and the number of searches without news
    /// after which it applies.
    static let calmInterval = 5, calmAfter = 5

    private let interval: Int
    private let isAdaptive: Bool
    /// The frames since the detector last ran; nil before it did.
    private var age: Int?
    private var trackedBefore = 0
    /// The searches that have found nothing new since an instance appeared or was lost.
    private var quietSearches = 0

    init(_ interval: DetectionInterval, mode: RunningMode) {
        switch interval {
        case .frames(let count): (self.interval, isAdaptive) = (count, false)
        case .automatic where mode != .liveStream: (self.interval, isAdaptive) = (1, false)
        case .automatic, .adaptive: (self.interval, isAdaptive) = (Self.calmInterval, true)
        }
    }

    /// Returns whether the detector is due on the next frame, with `tracked` known instances.
    func isDue(tracked: Int) -> Bool {
        guard tracked > 0, let age else { return true }
        return age + 1 >= interval
            || isAdaptive && (quietSearches < Self.calmAfter || tracked != trackedBefore)
    }

    /// Records the outcome of a frame with `tracked` known instances.
    ///
    /// - Parameter foundNew: Whether the detector found a region that was not known; nil if it did not run.
    mutating func didSelect(tracked: Int, foundNew: Bool?) {
        if tracked != trackedBefore { quietSearches = 0 }
        trackedBefore = tracked
        guard let foundNew else {
            age = age.map { $0 + 1 }
            return
        }
        age = 0
        quietSearches = foundNew ? 0 : quietSearches + 1
    }

    /// Forgets the stream.
    mutating func reset() {
        age = nil
        trackedBefore = 0
        quietSearches = 0
    }
}
