import DriverMonitoring
import LandmarkCommandSupport

/// The options of `drive`.
enum DriveOptions {
    static let synopsis = "INPUT [options]"
    static let discussion = """
        INPUT is a video, a folder of images as a video (name order), a camera such as camera:0,
        or - for raw frames on standard input. --mode chooses:
          video   every frame is looked at
          live    at the pace of a clock: frames that come too fast are dropped
        Without --json, --events, --overlay or --report the results go to standard output as JSON
        Lines. On a terminal a camera, raw frames and live mode show a view instead. Where standard
        error is no terminal they show a line for each event.
        The score is not validated on drowsy drivers; this is no safety device.
        """

    /// What is looked at, and how.
    static let options =
        Option.group(
            "What to watch",
            [
                Option(
                    name: "--speed-kmh", value: .speed,
                    help: "the vehicle's speed: below 50 no fatigue alert, below 20 no distraction;"
                        + " unknown counts as fast"),
                Option(
                    name: "--hands", value: .flag,
                    help: "look for hands as well, with the hand model: only then is a hand held as"
                        + " with a telephone told"),
                Option(
                    name: "--model", value: .text("PATH"), help: "the face model bundle to use"),
                Option(
                    name: "--max", value: .integer(1...10),
                    help: "faces to tell the driver from, where passengers are in sight (default 1)"
                ),
            ] + LandmarkOptions.confidences)
        + Option.group(
            "Results",
            [
                Option(
                    name: "--json", value: .text("FILE|-"), help: "JSON Lines, one object a frame"),
                Option(
                    name: "--events", value: .text("FILE|-"),
                    help: "JSON Lines, an event when it fires and again when it ends"),
                Option(
                    name: "--overlay", value: .text("FILE|FOLDER"),
                    help: "the input with the driver's state drawn, as MP4"),
                Option(
                    name: "--report", value: .text("FILE|FOLDER"),
                    help: "a page: FILE.html, FILE.png, or both for a name without ending"),
            ])
        + LandmarkOptions.input.map { option in
            guard let own = own.first(where: { $0.name == option.name }) else { return option }
            var copy = own
            copy.group = option.group
            return copy
        }

    /// Options that mean something else, or less, than for the landmarks.
    private static let own = [
        Option(name: "--mode", value: .choice(["video", "live"]), help: "(default video)"),
        Option(
            name: "--mirrored", value: .flag,
            help: "images are mirrored, as those of a selfie camera"),
        Option(
            name: "--fps", value: .frameRate,
            help: "of raw frames, a camera or a folder (default 30)"),
    ]
}

extension Option.Value {
    /// Kilometers an hour.
    static let speed = Option.Value.parsed(
        placeholder: "F", expectation: "kilometers an hour from 0 to 1000",
        accepts: { text in Double(text).map { DriverLimits.speeds.contains($0) } ?? false })
}
