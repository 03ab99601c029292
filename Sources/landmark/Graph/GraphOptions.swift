import LandmarkCommandSupport

/// The options of `graph`.
enum GraphOptions {
    static let synopsis = "FILE.pbtxt [--input STREAM=SOURCE…] [options]"
    static let discussion = """
        SOURCE is an image, a video, a folder of images as a video, a camera such as camera:0, or
        - for raw frames on standard input. Frames of several sources go in by rising times, those
        of one time together; an image beside a video goes in with each frame. A stream without
        --input carries nothing; a graph without input streams takes none. FILE is a graph file of
        MediaPipe's kind; the name dms_graph.pbtxt stands for the graph of driver monitoring where
        there is no such file. A stream of images is written as MP4, or of one image as PNG or
        JPEG; any other as JSON Lines, one object a packet. Without --output the graph's first
        output stream goes to standard output.
        """

    static let options =
        [
            Option(
                name: "--input", value: .pair("STREAM=SOURCE"),
                help: "what goes into an input stream; may be given for several", repeats: true),
            Option(
                name: "--output", value: .pair("STREAM=FILE|-"),
                help: "where packets of an output stream go; may be given several times",
                repeats: true),
            Option(
                name: "--side-packet", value: .pair("NAME=VALUE"),
                help: "an input side packet: true, false, a number or text", repeats: true),
            Option(
                name: "--model", value: .pair("NAME=PATH"),
                help: "the model bundle for face, hand, pose-lite, pose-full or pose-heavy",
                repeats: true),
        ] + LandmarkOptions.input.filter { taken.contains($0.name) }

    private static let taken: Set = [
        "--orientation", "--size", "--pixel-format", "--fps", "--threads", "--quiet",
    ]
}

extension Option.Value {
    /// A name and what it stands for.
    static func pair(_ placeholder: String) -> Option.Value {
        .parsed(
            placeholder: placeholder, expectation: placeholder,
            accepts: { NamedValue($0) != nil })
    }
}
