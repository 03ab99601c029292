import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore

/// How the videos of `--overlay` are encoded.
struct VideoSettings: Sendable {
    private var quality = VideoQuality.fast
    private var rateFactor: Int?
    private var codec = VideoCodec.h264
    private var usesHardware = false

    /// The options from which the settings are read.
    static let options = [
        Option(
            name: "--quality", value: .videoQuality,
            help: "effort for a small video: fast (default), balanced or small; or fast with a rate"
                + " factor, 0 (best) to 51"),
        Option(
            name: "--codec", value: .choice(VideoCodec.allCases.map(\.rawValue)),
            help: "codec of the video (default h264)"),
        Option(
            name: "--hardware-encoder", value: .flag,
            help: "encode with NVENC or VAAPI where available"),
    ]

    /// The default settings.
    init() {}

    /// Reads the settings.
    ///
    /// - Throws: `CommandError` for an option when no video is written.
    init(_ arguments: Arguments, for inputs: InputList) throws(CommandError) {
        let writesVideo = arguments.has("--overlay") && inputs.groups.contains { !$0.isImage }
        if !writesVideo, let option = Self.options.first(where: { arguments.has($0.name) }) {
            throw .uselessOption(option.name, use: "videos that --overlay writes")
        }
        if let text = arguments.text("--quality") {
            quality = VideoQuality(rawValue: text) ?? .fast
            rateFactor = Int(text)
        }
        codec = arguments.text("--codec").flatMap(VideoCodec.init) ?? .h264
        usesHardware = arguments.has("--hardware-encoder")
    }

    /// The options of a writer.
    var writerOptions: VideoWriterOptions {
        var options = VideoWriterOptions()
        options.quality = quality
        options.rateFactor = rateFactor
        options.codec = codec
        options.usesHardware = usesHardware
        // Inference and decoding need the other processors, and each encoder thread keeps its own
        // frames.
        options.threads = max(1, min(2, ProcessorCount.online / 2))
        return options
    }
}

extension Option.Value {
    /// A quality, or a rate factor.
    fileprivate static let videoQuality = Option.Value.parsed(
        placeholder: "fast|balanced|small|N",
        expectation: "fast, balanced, small or a rate factor from 0 to 51",
        accepts: { text in
            VideoQuality(rawValue: text) != nil || Int(text).map((0...51).contains) ?? false
        })
}
