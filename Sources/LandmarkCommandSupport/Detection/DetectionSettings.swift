package import LandmarkCore
package import LandmarkMotion
package import LandmarkTasks

/// What to detect and how, according to options; nil for the defaults, which are MediaPipe's.
package struct DetectionSettings: Sendable, Equatable {
    /// The path of a model bundle, or a name such as `lite`; nil for the usual model of the task.
    package var model: String?
    /// The path of the bundle for a body's hands; nil for the usual one.
    package var handModel: String?
    /// The path of the bundle for a body's face; nil for the usual one.
    package var faceModel: String?
    /// The maximum number of hands, poses or faces.
    package var maxCount: Int?
    package var minDetectionConfidence: Float?
    package var minPresenceConfidence: Float?
    package var minTrackingConfidence: Float?
    package var detectionInterval: DetectionInterval?
    package var smoothing: Smoothing?
    /// The number of threads for inference.
    package var threads: Int?
    /// The device that runs the networks, with the precision of the landmark models.
    package var device = ComputeDevice.cpu
    /// How the scene lies in the stored images.
    package var orientation = Orientation.up
    /// Whether the orientation in which people are upright is searched for.
    package var findsOrientation = true
    /// The person whose movements are measured; nil for everyone.
    package var person: PersonSelector.Rule? = .prominent
    /// Whether the images are mirrored, like those of a selfie camera.
    package var isMirrored = false
    /// Whether hands are detected in addition to poses or the driver's face.
    package var includesHands = false
    /// Whether faces are detected in addition to poses.
    package var includesFaces = false

    /// Whether the rule chooses one person whom a detector can track alone: to measure everyone, or to choose
    /// by id, takes everyone's landmarks.
    var tracksOne: Bool {
        switch person {
        case nil, .id?: false
        default: true
        }
    }

    /// Whether the person is chosen among the landmarks of everyone detected.
    package var detectsSeveral: Bool { !tracksOne || maxCount ?? 1 > 1 }

    package init() {}

    /// The settings on a command line.
    ///
    /// - Throws: `CommandError.misplacedOption` for a precision that the device does not have.
    package init(_ arguments: Arguments) throws(CommandError) {
        model = arguments.text("--model")
        handModel = arguments.text("--hand-model")
        faceModel = arguments.text("--face-model")
        maxCount = arguments.integer("--max")
        minDetectionConfidence = arguments.fraction("--min-detection")
        minPresenceConfidence = arguments.fraction("--min-presence")
        minTrackingConfidence = arguments.fraction("--min-tracking")
        detectionInterval = arguments.detectionInterval
        smoothing = arguments.text("--smoothing").flatMap(Smoothing.init(words:))
        threads = arguments.integer("--threads")
        device = try arguments.device
        orientation = arguments.text("--orientation").flatMap(Orientation.init) ?? .up
        person =
            arguments.text("--person").map { PersonSelector.Rule(words: $0) }
            ?? (maxCount ?? 1 > 1 ? nil : .prominent)
        findsOrientation = !arguments.has("--orientation")
        isMirrored = arguments.has("--mirrored")
        includesHands = arguments.has("--hands")
        includesFaces = arguments.has("--face")
    }
}

extension PersonSelector.Rule {
    /// Whether `--person` accepts a value: `all`, which has no rule, a rule's name, a place or an id.
    package static func isValid(_ words: String) -> Bool {
        words == "all" || PersonSelector.Rule(words: words) != nil
    }

    /// The rule of `--person`; nil for `all`.
    package init?(words: String) {
        switch words {
        case "prominent": self = .prominent
        case "largest": self = .largest
        case "center": self = .center
        default:
            let numbers = words.split(separator: ",", omittingEmptySubsequences: false)
            if numbers.count == 2, let x = Double(numbers[0]), let y = Double(numbers[1]),
                (0...1).contains(x), (0...1).contains(y)
            {
                self = .at(SIMD2(x, y))
            } else if let id = Int(words), id > 0 {
                self = .id(id)
            } else {
                return nil
            }
        }
    }
}

extension LandmarkTaskOptions {
    /// Options with the model at `path`, and with the settings that all tasks share.
    package init(sharedBy settings: DetectionSettings, model path: String) {
        self.init(model: .file(path))
        if let count = settings.threads { threads = count }
        device = settings.device
        logger = Console.logger
    }
}

extension TrackingOptions {
    /// Options with the model at `path` and these settings.
    package init(model path: String, _ settings: DetectionSettings) {
        self.init(sharedBy: settings, model: path)
        if let count = settings.maxCount { maxCount = count }
        if let score = settings.minDetectionConfidence { minDetectionConfidence = score }
        if let score = settings.minPresenceConfidence { minPresenceConfidence = score }
        if let overlap = settings.minTrackingConfidence { minTrackingConfidence = overlap }
        if let interval = settings.detectionInterval { detectionInterval = interval }
        if let kind = settings.smoothing { smoothing = kind }
    }
}

extension HolisticLandmarkerOptions {
    /// Options with these settings and the models that they name.
    ///
    /// - Throws: `CommandError.modelNotFound`.
    package init(_ settings: DetectionSettings) throws(CommandError) {
        func path(
            _ chosen: String?, _ known: KnownModel, _ option: String
        ) throws(CommandError) -> String {
            if let chosen { return chosen }
            return try ModelStore.path(of: known, option: option)
        }
        self.init(
            sharedBy: settings,
            model: try ModelStore.path(
                settings.model, model: .poseFull, named: KnownModel.poses))
        handModel = .file(try path(settings.handModel, .holisticHands, "--hand-model"))
        faceModel = .file(try path(settings.faceModel, .faceMesh, "--face-model"))
        if let score = settings.minDetectionConfidence { minDetectionConfidence = score }
        if let score = settings.minPresenceConfidence { minPresenceConfidence = score }
        if let kind = settings.smoothing { smoothing = kind }
    }
}

extension ImageSegmenterOptions {
    /// Options with these settings and the model that they name.
    ///
    /// - Throws: `CommandError.modelNotFound`.
    package init(_ settings: DetectionSettings) throws(CommandError) {
        self.init(
            sharedBy: settings,
            model: try ModelStore.path(
                settings.model, model: .selfie, named: KnownModel.selfies))
    }
}
