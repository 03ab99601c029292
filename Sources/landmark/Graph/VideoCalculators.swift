import LandmarkCapture
import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// The source of a video stream, sent before its first image.
struct VideoHeader: Sendable {
    let source: VideoFile
}

/// Decodes a video: MediaPipe's `OpenCvVideoDecoderCalculator`.
///
/// Inputs: the side packet INPUT_FILE_PATH (`String`). Outputs: VIDEO (`PixelBuffer`), and before
/// the stream VIDEO_PRESTREAM (`VideoHeader`).
struct VideoDecoderCalculator: Calculator {
    private var video: VideoFile?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.inputSidePacket("INPUT_FILE_PATH", 0, .type(String.self))
        contract.output("VIDEO", 0, .type(PixelBuffer.self))
        contract.output("VIDEO_PRESTREAM", 0, .type(VideoHeader.self), optional: true)
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        let video = try VideoFile(path: context.sideValue(String.self, "INPUT_FILE_PATH"))
        try context.outputs["VIDEO_PRESTREAM"].send(VideoHeader(source: video), at: .preStream)
        context.outputs["VIDEO_PRESTREAM"].close()
        self.video = video
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try video?.next() else { return context.stop() }
        try context.outputs["VIDEO"].send(frame.image, at: GraphTimestamp(frame.timestamp))
    }
}

/// Encodes images as an MP4 video: MediaPipe's `OpenCvVideoEncoderCalculator`.
///
/// Inputs: VIDEO (`PixelBuffer`), VIDEO_PRESTREAM (`VideoHeader`), and the side packet
/// OUTPUT_FILE_PATH (`String`). Only MP4 and H.264 are supported among its options.
struct VideoEncoderCalculator: Calculator {
    /// OpenCV's names for H.264.
    private static let codecs: Set = ["avc1", "h264", "H264", "x264", "X264"]

    private var path = ""
    private var source: VideoFile?
    private var writer: VideoWriter?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let options = node.options.message("OpenCvVideoEncoderCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["codec", "video_format"])
        let format = try options.string("video_format") ?? "mp4"
        let codec = try options.string("codec") ?? "avc1"
        if format != "mp4" {
            throw StandardCalculatorError("video_format \"\(format)\" is not supported")
        }
        if !codecs.contains(codec) {
            throw StandardCalculatorError("codec \"\(codec)\" is not supported")
        }
        contract.input("VIDEO", 0, .type(PixelBuffer.self))
        contract.input("VIDEO_PRESTREAM", 0, .type(VideoHeader.self), optional: true)
        contract.inputSidePacket("OUTPUT_FILE_PATH", 0, .type(String.self))
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        path = try context.sideValue(String.self, "OUTPUT_FILE_PATH")
    }

    mutating func process(_ context: CalculatorContext) throws {
        if let header = try context.inputs["VIDEO_PRESTREAM"].value(VideoHeader.self) {
            source = header.source
        }
        guard let image = try context.inputs["VIDEO"].value(PixelBuffer.self) else { return }
        let writer = try self.writer ?? VideoWriter(path: path, size: image.size, source: source)
        self.writer = writer
        let milliseconds = Int(context.timestamp.rawValue / 1000)
        try writer.write(image, at: .milliseconds(milliseconds))
    }

    mutating func close(_ context: CalculatorContext) throws {
        try writer?.finish(complete: context.runError == nil)
        writer = nil
    }
}
