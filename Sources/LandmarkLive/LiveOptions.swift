#if os(Linux)
public import DriverMonitoring
package import LandmarkCommandSupport
public import LandmarkMotion
public import LandmarkTasks

/// What a live page computes.
public struct LiveOptions: Sendable {
    /// The first task: `pose`, `hand`, `face`, `holistic`, `segment`, `drive`, or `exercise:NAME` with the
    /// name of one of ``exercises`` or `ExerciseDefinition.all`. The page can change the task.
    public var task: String
    /// The path of a model bundle for the first task, or a name: `lite`, `full` or `heavy` for poses and
    /// people, `general` or `landscape` for `segment`. If nil, bundles are searched for by MediaPipe's names
    /// in the folder of the environment variable `LANDMARK_MODELS`, in `models`, and in
    /// `~/.local/share/landmarkkit/models`.
    public var model: String? {
        get { detection.model }
        set { detection.model = newValue }
    }
    /// The path of the bundle for a body's hands, for `holistic`; nil for MediaPipe's.
    public var handModel: String? {
        get { detection.handModel }
        set { detection.handModel = newValue }
    }
    /// The path of the bundle for a body's face, for `holistic`; nil for MediaPipe's.
    public var faceModel: String? {
        get { detection.faceModel }
        set { detection.faceModel = newValue }
    }
    /// The background that `segment` shows behind people: `blur`, a color such as `#00b140`, or the path of
    /// an image; nil to show the image with people tinted. The page can change the background.
    public var background: String?
    /// The maximum number of hands, poses or faces to detect; nil for 1.
    public var maxCount: Int? {
        get { detection.maxCount }
        set { detection.maxCount = newValue }
    }
    /// How landmarks are smoothed; nil to smooth as MediaPipe does.
    public var smoothing: Smoothing? {
        get { detection.smoothing }
        set { detection.smoothing = newValue }
    }
    /// The number of threads for inference; nil for the default.
    public var threads: Int? {
        get { detection.threads }
        set { detection.threads = newValue }
    }
    /// Whether the images are mirrored, like those of a selfie camera.
    public var isMirrored: Bool {
        get { detection.isMirrored }
        set { detection.isMirrored = newValue }
    }
    /// The vehicle's speed in km/h, for `drive`; nil if unknown.
    public var speed: Double?
    /// The gaze zones of the vehicle and the limits of a driver's alerts, for `drive`.
    public var driver = DriverOptions()
    /// The repetitions, or the seconds of a hold, to reach, for `exercise`.
    public var target: Int?
    /// Your own exercises, which the page offers in addition to the shipped ones, or in place of those with
    /// the same name. If several of your own have the same name, the first counts.
    public var exercises: [ExerciseDefinition] = []
    /// A person's own thresholds, for `exercise`. Exercises without an entry keep their definitions.
    public var thresholds: PatientThresholds?
    /// Whether a file begins again at its end.
    public var repeats = false
    /// Whether ``LivePage/run()`` returns when the input has ended or failed. Otherwise, the page keeps
    /// showing the last image, and can start the task again. A browser's camera never ends.
    public var endsWithInput = false
    /// Where results and events are recorded; nil for no recording.
    public var recording: LiveRecording?
    /// Where events and the state are published; nil to publish nothing.
    public var broker: LiveBroker?
    /// Called on any thread with a sentence in English when a problem arises that does not stop the run, and
    /// when it is over.
    public var onMessage: (@Sendable (String) -> Void)?

    package var detection = DetectionSettings()

    /// - Parameter task: The first task; see ``task``.
    public init(task: String = "pose") { self.task = task }
}
#endif
