import LandmarkCommandSupport

/// The options that several subcommands share.
enum LandmarkOptions {
    static let synopsis = "INPUT… [options]"

    /// The text below the options of `hand`, `pose` and `face`.
    static let discussion =
        inputs + "\n" + """
            Landmarks are fractions of the image's width and height, after any rotation that the file
            specifies.
            """

    /// The part of it about inputs, and about where results go.
    static let inputs: String = {
        """
        INPUT is an image (JPEG, PNG, BMP, WebP, TIFF, HEIC, AVIF), a video, a folder of both (in
        name order), a quoted pattern such as 'clips/**/*.mp4', a camera such as camera:0, or - for
        standard input: a video, or raw frames with --size. With --allow-network, INPUT can also be
        the address of a camera (rtsp://…) or a video (https://…). --mode selects how inputs are
        processed:
          image   each image or frame independently (the default for images and folders)
          video   each frame, with tracking and smoothing from frame to frame (the default for
                  everything else); the images of a folder are the frames of one video
          live    like video but in real time: frames that arrive too fast are dropped
        Without an output option, results go to standard output as JSON Lines, each as soon as it is
        available.
        """
    }()

    /// What to detect, with which model, and how reliably.
    static func detection(model: String, plural: String) -> [Option] {
        Option.group(
            "Detection",
            [
                Option(name: "--model", value: .text(model), help: "model bundle to use"),
                Option(
                    name: "--max", value: .integer(1...100),
                    help: "maximum number of \(plural) to detect (default 1)"),
            ] + landmarkers + tracking)
    }

    /// How instances are followed from frame to frame.
    static let tracking = [.detectionInterval, smoothing]

    static let smoothing = Option(
        name: "--smoothing", value: .smoothing,
        help: "off, mediapipe (default), one-euro or one-euro:MINCUTOFF,BETA")

    /// The thresholds and the precision of all landmarkers.
    static let landmarkers = [
        minDetection, minPresence,
        Option(
            name: "--min-tracking", value: .fraction,
            help: "minimum overlap (IoU) of regions of the same object, 0 to 1 (default 0.5)"),
        .precision, .device,
    ]

    static let minDetection = Option(
        name: "--min-detection", value: .fraction,
        help: "minimum score of the detector, 0 to 1 (default 0.5)")
    static let minPresence = Option(
        name: "--min-presence", value: .fraction,
        help: "minimum presence score of the landmark model, 0 to 1 (default 0.5)")

    /// Where results go.
    static let output = Option.group(
        "Output",
        [
            json,
            Option(
                name: "--raw", value: .flag, help: "add the unsmoothed landmarks to JSON"),
            Option(
                name: "--csv", value: .text("FILE|FOLDER/|-"), help: "CSV, one line per landmark"),
            Option(
                name: "--overlay", value: .text("FILE|FOLDER"),
                help: "the input with landmarks drawn on: PNG or JPEG for images, MP4 for videos"),
            Option(
                name: "--crops", value: .text("FOLDER"),
                help: "a PNG for each instance, cropped from the image"),
        ] + shown + drawing + VideoSettings.options)

    static let json = Option(
        name: "--json", value: .text("FILE|FOLDER/|-"), help: "JSON Lines, one object per frame")

    #if os(Linux)
    /// A window, where SDL is available.
    static let shown = [
        Option(
            name: "--show", value: .flag,
            help: "show the drawn frames in a window; Escape closes it")
    ]
    #else
    static let shown: [Option] = []
    #endif

    /// How landmarks are drawn.
    private static let drawing = [
        Option(
            name: "--draw-region", value: .flag,
            help: "also draw the region in which the landmarks were searched for"),
        lineWidth,
    ]

    /// The width of lines in all drawings.
    static let lineWidth = Option(
        name: "--line-width", value: .lineWidth,
        help: "width of drawn lines, as a multiple of the usual width (default 1)")

    /// Which landmarks of poses are drawn; only poses have visibilities.
    static let visibility = Option.group(
        "Output",
        [
            Option(
                name: "--draw-visibility", value: .fraction,
                help: "minimum visibility of landmarks to draw, 0 to 1 (default 0)")
        ])

    /// The correction that only poses have.
    static let sideGuard = Option.group(
        "Detection",
        [
            Option(
                name: "--side-guard", value: .flag,
                help: "swap left and right where the model mixes them up between frames")
        ])

    /// The output of poses and of segmentations.
    static let masks = Option.group(
        "Output",
        [
            Option(
                name: "--masks", value: .text("FOLDER"),
                help: "a grayscale PNG per mask, white where the person is")
        ])

    /// COCO's keypoints, which only poses have.
    static let coco = Option.group(
        "Output",
        [
            Option(
                name: "--coco", value: .text("FILE|-"),
                help: "COCO JSON: images, and annotations with 17 keypoints each")
        ])

    /// OpenPose's files, which poses and hands have.
    static let openPose = Option.group(
        "Output",
        [
            Option(
                name: "--openpose", value: .text("FOLDER"),
                help: "OpenPose JSON (BODY_25, hands), one file per frame")
        ])

    /// How folders are read if single images and videos are inputs.
    static let folders = Option.group(
        "Input",
        [
            Option(
                name: "--recursive", value: .flag,
                help: "also process the images and videos in subfolders")
        ])

    /// How the input is read.
    static let input = Option.group(
        "Input",
        [
            Option(
                name: "--mode", value: .choice(["image", "video", "live"]),
                help: "how inputs are processed; see below"),
            Option(
                name: "--orientation", value: .choice(["up", "right", "down", "left"]),
                help: "where the top of the scene is in the image (default up)"),
            Option(
                name: "--mirrored", value: .flag,
                help: "detect in the mirrored image and map the results back"),
            Option(
                name: "--size", value: .size,
                help: "size of raw frames (required), or to request from a camera (default"
                    + " 640x480)"),
            Option(
                name: "--pixel-format", value: .choice(["rgb24", "bgra"]),
                help: "pixel format of raw frames (default rgb24)"),
            Option(
                name: "--fps", value: .frameRate,
                help: "frame rate of raw frames, a camera or a folder as a video (default 30)"),
            Option(
                name: "--allow-network", value: .flag,
                help: "allow addresses: rtsp://… as a camera, http://… and https://… as a video"),
            Option(
                name: "--start", value: .time, help: "process frames from this time on"),
            Option(name: "--end", value: .time, help: "process frames before this time"),
            Option(
                name: "--stride", value: .integer(1...1_000_000),
                help: "process only every Nth frame (default 1)"),
        ])

    /// How the input is read by commands that need frames over time.
    static let framesInput = input.map { option in
        guard var replacement = replacements.first(where: { $0.name == option.name }) else {
            return option
        }
        replacement.group = option.group
        return replacement
    }

    /// Options that differ from, or do less than, those of `hand`, `pose` and `face`.
    private static let replacements = [
        Option(
            name: "--mode", value: .choice(["video", "live"]),
            help: "process every frame (video, the default), or in real time (live)"),
        Option(
            name: "--mirrored", value: .flag,
            help: "the images are mirrored, like those of a selfie camera"),
        Option(
            name: "--fps", value: .frameRate,
            help: "frame rate of raw frames, a camera or a folder (default 30)"),
    ]

    /// How several inputs are processed.
    static let jobs = Option.group(
        "Execution",
        [
            Option(
                name: "--jobs", value: .integer(1...64),
                help: "number of inputs to process at a time (default 1)"),
            Option(
                name: "--resume", value: .flag,
                help: "skip inputs whose files are already in the output folders"),
        ])

    /// How the work is done.
    static let execution = Option.group(
        "Execution",
        [
            Option(
                name: "--threads", value: .integer(1...64),
                help: "number of threads for inference; does not change results"),
            Option(name: "--quiet", value: .flag, help: "print no progress and no summary"),
        ])
}

extension Option.Value {
    /// A multiple of the usual width of lines.
    static let lineWidth = Option.Value.parsed(
        placeholder: "FACTOR", expectation: "a factor from 0.1 to 10",
        accepts: { text in Double(text).map { (0.1...10).contains($0) } ?? false })
}
