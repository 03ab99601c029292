#if os(Linux)
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

/// A task of one of the commands, running on the frames of a live input.
protocol LiveTask: Sendable {
    /// The kind, which determines how the page draws.
    var kind: LiveTaskKind { get }

    /// Processes the next frame; called for one frame at a time, with increasing timestamps.
    func process(_ frame: Frame) -> Result<LiveOutput, LiveFault>

    /// Measures the person at a place in the image, in fractions of its width and height, from the next frame
    /// on; has no effect on tasks that do not choose a person. It may be called at any time.
    func choosePerson(at place: SIMD2<Float>)

    /// The remaining events when the input has ended.
    func finish() -> [LiveEvent]

    /// A report on the run so far as HTML; nil for tasks without one. It may be requested at any
    /// time.
    func report() -> [UInt8]?
}

extension LiveTask {
    func choosePerson(at place: SIMD2<Float>) {}

    func finish() -> [LiveEvent] { [] }

    func report() -> [UInt8]? { nil }
}

/// The kinds of tasks.
package enum LiveTaskKind: String, Sendable, CaseIterable {
    case pose, hand, face, holistic, segment, drive, exercise
}

/// Why a frame could not be processed.
struct LiveFault: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) { description = "\(error)" }
}

/// The output of a task for a frame.
struct LiveOutput: Sendable {
    let content: LiveContent
    var events: [LiveEvent] = []
    /// The stages with their durations in seconds, in order.
    var stages: [(name: String, seconds: Double)] = []
}

/// The detections of a task in a frame. Landmarks are fractions of the image's width and height.
enum LiveContent: Sendable {
    case poses([Pose])
    case hands([Hand])
    case faces([Face])
    /// People with body, face and hands.
    case people([Holistic])
    /// Where people are, and the background to show behind them.
    case masks([LiveMask], Background?)
    /// The driver, and the face if it was found.
    case driver(DriverResult, Face?)
    /// Everyone who is exercising.
    case exercise([MotionPerson], MotionPlan)

    /// The number of hands, poses, faces or people, or of masks that show people.
    var count: Int {
        switch self {
        case .poses(let poses): poses.count
        case .hands(let hands): hands.count
        case .faces(let faces): faces.count
        case .people(let people): people.count
        case .masks(let masks, _): masks.filter { $0.area.box != nil }.count
        case .driver(_, let face): face == nil ? 0 : 1
        case .exercise(let people, _): people.count
        }
    }
}

/// Where an image shows people.
struct LiveMask: Sendable {
    let segmentation: Segmentation
    let area: MaskArea

    init(_ segmentation: Segmentation) {
        self.segmentation = segmentation
        area = MaskArea(segmentation.mask)
    }
}

/// Something that happened; it is sent to everyone and never dropped.
struct LiveEvent: Sendable {
    enum Kind: Sendable {
        case driver(DriverEventRecord)
        case exercise(ExerciseEvent)
        /// Someone has reached the target of repetitions.
        case target(person: Int)
        /// The camera sends too few images, or enough again; see ``LiveSupply``.
        case supply(rate: Double, isStarved: Bool)
    }

    let kind: Kind
    /// The time of the frame in which the event became known.
    let timestamp: Timestamp
    /// The event in English.
    let sentence: String
}

/// The result of a frame, for the page and for observers.
struct LiveResult: Sendable {
    /// The number of the result in this run of the program, from 1.
    let number: UInt32
    /// The frame; its timestamp increases even when a file restarts.
    let frame: Frame
    /// Frames that arrived since the last result and were not processed.
    let dropped: Int
    /// When the frame arrived from the camera.
    let arrival: MonotonicTime
    let output: LiveOutput
    /// Results per second, over the most recent ones.
    let rate: Double
    /// Whether frames arrive too rarely for a judgment.
    let isStarved: Bool

    /// Whether the image to show differs from the frame's.
    var isDrawn: Bool {
        if case .masks = output.content { true } else { false }
    }

    /// The image to show: the frame's image. If people were separated from their background, they are tinted
    /// or shown in front of another background.
    ///
    /// - Throws: `ImagingError` when it cannot be drawn.
    func image() throws(ImagingError) -> PixelBuffer {
        guard case .masks(let masks, let background) = output.content else { return frame.image }
        var style = LandmarkOverlay.Style()
        style.background = background
        return try frame.image.drawn(masks.map(\.segmentation.overlay), style: style)
    }
}

/// A run of a task on an input, as observers see it.
struct LiveSession: Sendable {
    let settings: LiveSettings
    /// The input's name for people.
    let input: String
    /// The quarter turns clockwise that make its images upright.
    let turns: Int
    /// The exercise; nil for other tasks.
    let exercise: ExerciseDefinition?
    private let task: any LiveTask

    init(
        _ settings: LiveSettings, _ input: LiveInput, _ exercise: ExerciseDefinition?,
        _ task: any LiveTask
    ) {
        self.settings = settings
        self.exercise = exercise
        self.input = input.title
        turns = input.turns
        self.task = task
    }

    /// Whether the task makes reports.
    var makesReports: Bool { task.kind == .drive || task.kind == .exercise }

    /// A report on the run so far as HTML.
    func report() -> [UInt8]? { task.report() }
}

/// An observer of everything that a live run finds, such as a recorder.
///
/// It is called in order, on the task that also feeds the page, and must return soon: longer work
/// belongs on a separate queue.
protocol LiveObserver: Sendable {
    /// A run of a task on an input begins.
    func begin(_ session: LiveSession)
    /// A frame was processed; its events are in the output.
    func add(_ result: LiveResult)
    /// Frames arrive too rarely for a judgment, or often enough again.
    func setStarved(_ isStarved: Bool)
    /// The run is over; `events` are those caused by its end.
    func end(_ events: [LiveEvent])
}

extension LiveObserver {
    func setStarved(_ isStarved: Bool) {}
}
#endif
