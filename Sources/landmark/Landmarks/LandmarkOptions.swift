/// The options that `hand`, `pose` and `face` share.
enum LandmarkOptions {
    static let synopsis = "INPUT… [options]"
    static let discussion = """
        INPUT is a JPEG or PNG picture, or a folder of them (name order). Without --json, --csv,
        --overlay or --masks the results go to standard output as JSON Lines. Landmarks are
        fractions of the picture as it is stored, after its EXIF orientation.
        """

    /// What to find and how sure to be.
    static func search(model: String, plural: String) -> [Option] {
        [
            Option(name: "--model", value: .text(model), help: "the model bundle to use"),
            Option(
                name: "--max", value: .integer(1...100),
                help: "at most this many \(plural) (default 1)"),
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
    }

    /// Where results go.
    static let output = [
        Option(name: "--json", value: .text("FILE|-"), help: "JSON Lines, one object a picture"),
        Option(name: "--csv", value: .text("FILE|-"), help: "a line for each landmark"),
        Option(
            name: "--overlay", value: .text("FILE|FOLDER"),
            help: "the picture with the landmarks drawn; a folder for several pictures"),
    ]

    /// How the picture is read and the work is done.
    static let input = [
        Option(
            name: "--orientation", value: .choice(["up", "right", "down", "left"]),
            help: "where the scene's top is, when a picture is stored turned (default up)"),
        Option(
            name: "--mirrored", value: .flag,
            help: "search the picture's mirror image and map the results back"),
        Option(name: "--threads", value: .integer(1...64), help: "threads for the networks"),
        Option(name: "--quiet", value: .flag, help: "no progress and no summary"),
        Option(
            name: "--mode", value: .choice(["image", "video", "live"]), help: "", isHidden: true),
    ]

    /// Refuses the modes that pictures do not have.
    static func check(_ arguments: Arguments) throws(CommandError) {
        if let mode = arguments.text("--mode"), mode != "image" {
            throw .pictureModeOnly(mode: mode)
        }
    }
}
