import LandmarkCommandSupport
import LandmarkReports

extension Subcommand {
    static let drive = Subcommand(
        name: "drive", summary: "Monitors a driver for fatigue and distraction",
        synopsis: "INPUT [options]",
        discussion: """
            INPUT is a video, a folder of images (the frames of a video, in name order), a camera
            such as camera:0, or - for raw frames on standard input. --mode selects which frames are
            processed:
              video   every frame
              live    in real time: frames that arrive too fast are dropped
            Without --json, --events, --overlay or --report, results go to standard output as JSON
            Lines. On a terminal, a camera, raw frames and live mode show a live view instead; if
            standard error is not a terminal, they print one line per event.
            The score has not been validated on drowsy drivers. This is not a safety device.
            """,
        options: DriveOptions.all, run: DriveHandler.run)
}

/// The options of `drive`.
private enum DriveOptions {
    static let all =
        detection + DriverPolicyOptions.all + output + LandmarkOptions.framesInput
        + LandmarkOptions.execution

    private static let detection = Option.group(
        "Monitoring",
        [
            Option(
                name: "--hands", value: .flag,
                help: "also detect hands; required for phone-like poses"),
            Option(name: "--model", value: .text("PATH"), help: "face model bundle to use"),
            Option(
                name: "--max", value: .integer(1...10),
                help: "maximum number of faces to search for the driver (default 1)"),
        ] + LandmarkOptions.landmarkers)

    private static let output = Option.group(
        "Output",
        [
            Option(
                name: "--json", value: .text("FILE|-"), help: "JSON Lines, one object per frame"),
            Option(
                name: "--events", value: .text("FILE|-"),
                help: "JSON Lines, one object when an event fires and one when it ends"),
            Option(
                name: "--overlay", value: .text("FILE|FOLDER"),
                help: "the input with the driver's state drawn on it, as MP4"),
            LandmarkOptions.lineWidth,
        ] + VideoSettings.options + [
            Option(
                name: "--report", value: .text("FILE|FOLDER"),
                help: "a report page: FILE.html, FILE.png, or both if the name has no suffix"),
            Option(
                name: "--report-images", value: .flag,
                help: "include images of the driver in the report: one for each incident, at most"
                    + " \(IncidentImages.limit), up to \(IncidentImages.side) pixels wide or high"),
        ])
}
