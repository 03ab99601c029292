import LandmarkCapture
import LandmarkGraph
import LandmarkImaging

/// Reads a video: MediaPipe's `OpenCvVideoDecoderCalculator`. The side packet INPUT_FILE_PATH in,
/// VIDEO (`PixelBuffer`) out, and VIDEO_PRESTREAM (`VideoHeader`) before it.
struct VideoDecoderCalculator: Calculator {
    private var video: VideoFile?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.sidePacket("INPUT_FILE_PATH", 0, .type(String.self))
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
