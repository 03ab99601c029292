import LandmarkCommandSupport

/// The options that `hand`, `pose` and `face` share.
enum LandmarkOptions {
    static let synopsis = "INPUT… [options]"
    static let discussion = """
        INPUT is a JPEG or PNG image, a folder of them (name order), a video, a camera such as
        camera:0, or - for raw frames on standard input. Images are searched one by one, and
        what is found in anything else is followed from frame to frame; --mode chooses:
          image   every image or frame is one of its own
          video   every frame is looked at; a folder's images are the frames of one video
          live    as video, at the pace of a clock: frames that come too fast are dropped
        Without --json, --csv, --overlay or --masks the results go to standard output as JSON
        Lines, each as soon as it is known. Landmarks are fractions of the image as it is stored,
        after the rotation that the file itself asks for.
        """

    /// What to find and how sure to be.
    static func search(model: String, plural: String) -> [Option] {
        Option.group(
            "What to find",
            [
                Option(name: "--model", value: .text(model), help: "the model bundle to use"),
                Option(
                    name: "--max", value: .integer(1...100),
                    help: "at most this many \(plural) (default 1)"),
            ] + confidences + [
                Option(
                    name: "--smoothing", value: .smoothing,
                    help: "off, mediapipe (default), one-euro or one-euro:MINCUTOFF,BETA")
            ])
    }

    /// How sure a landmarker is to be.
    static let confidences = [
        Option(
            name: "--min-detection", value: .fraction,
            help: "how sure the detector must be (default 0.5)"),
        Option(
            name: "--min-presence", value: .fraction,
            help: "how sure the landmark model must be (default 0.5)"),
        Option(
            name: "--min-tracking", value: .fraction,
            help: "how much regions overlap that mean the same one (default 0.5)"),
    ]

    /// Where results go.
    static let output = Option.group(
        "Results",
        [
            Option(name: "--json", value: .text("FILE|-"), help: "JSON Lines, one object a frame"),
            Option(
                name: "--raw", value: .flag, help: "in JSON also the points before smoothing"),
            Option(name: "--csv", value: .text("FILE|-"), help: "a line for each landmark"),
            Option(
                name: "--overlay", value: .text("FILE|FOLDER"),
                help: "the input with the landmarks drawn: PNG, JPEG or, of a video, MP4"),
        ])

    /// What only bodies have.
    static let masks = Option.group(
        "Results",
        [
            Option(
                name: "--masks", value: .text("FOLDER"),
                help: "a gray PNG for each body: white where the body is")
        ])

    /// How the input is read and the work is done.
    static let input =
        Option.group(
            "Input",
            [
                Option(
                    name: "--mode", value: .choice(["image", "video", "live"]),
                    help: "(default image for images and folders, video for the rest)"),
                Option(
                    name: "--orientation", value: .choice(["up", "right", "down", "left"]),
                    help: "where the scene's top is, when an image is stored turned (default up)"),
                Option(
                    name: "--mirrored", value: .flag,
                    help: "search the image's mirror image and map the results back"),
                Option(
                    name: "--size", value: .size,
                    help: "of raw frames, which need it, or for a camera (default 640x480)"),
                Option(
                    name: "--pixel-format", value: .choice(["rgb24", "bgra"]),
                    help: "of raw frames (default rgb24)"),
                Option(
                    name: "--fps", value: .frameRate,
                    help: "of raw frames, a camera or a folder as a video (default 30)"),
            ])
        + Option.group(
            "Work",
            [
                Option(
                    name: "--threads", value: .integer(1...64), help: "threads for the networks"),
                Option(name: "--quiet", value: .flag, help: "no progress and no summary"),
            ])
}
