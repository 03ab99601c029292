import LandmarkCapture
import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Writes images as an MP4 video: MediaPipe's `OpenCvVideoEncoderCalculator`. VIDEO
/// (`PixelBuffer`), VIDEO_PRESTREAM (`VideoHeader`) and the side packet OUTPUT_FILE_PATH in. Of its
/// options only MP4 and H.264 are known.
struct VideoEncoderCalculator: Calculator {
    /// The names that OpenCV has for H.264.
    private static let codecs: Set = ["avc1", "h264", "H264", "x264", "X264"]

    private var path = ""
    private var source: VideoFile?
    private var writer: VideoWriter?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let options = node.options.message("OpenCvVideoEncoderCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["codec", "video_format"])
        let format = try options.string("video_format") ?? "mp4"
        let codec = try options.string("codec") ?? "avc1"
        if format != "mp4" { throw StandardFault("video_format \"\(format)\" is not supported") }
        if !codecs.contains(codec) { throw StandardFault("codec \"\(codec)\" is not supported") }
        contract.input("VIDEO", 0, .type(PixelBuffer.self))
        contract.input("VIDEO_PRESTREAM", 0, .type(VideoHeader.self), optional: true)
        contract.sidePacket("OUTPUT_FILE_PATH", 0, .type(String.self))
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
