import CFFmpeg

/// Turns FFmpeg's images of one kind into another: scaling, colors, fields.
final class FilterChain {
    enum Output {
        /// An image has been put in the frame.
        case image
        /// It wants more input first.
        case wanting
        /// The input has ended and so has the output.
        case ended
    }

    private var chain: lk_chain
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// Sets up `filters` for images like `first` whose times count `timeBase`.
    init(
        _ filters: String, like first: MediaFrame, timeBase: AVRational
    ) throws(FFmpegError) {
        var chain = lk_chain()
        let code = lk_chain_open(&chain, first.pointer, timeBase, filters)
        guard code >= 0, let source = chain.source, let sink = chain.sink else {
            lk_chain_close(&chain)
            throw FFmpegError(code: code)
        }
        self.chain = chain
        self.source = source
        self.sink = sink
    }

    deinit { lk_chain_close(&chain) }

    /// What the times of the output count.
    var timeBase: AVRational { av_buffersink_get_time_base(sink) }

    /// Hands over an image, which is taken out of `frame`; nil ends the input.
    func put(_ frame: MediaFrame?) throws(FFmpegError) {
        let code = av_buffersrc_add_frame(source, frame?.pointer)
        guard code >= 0 else { throw FFmpegError(code: code) }
    }

    /// Takes the next image out, into an empty `frame`.
    func take(into frame: MediaFrame) throws(FFmpegError) -> Output {
        let code = av_buffersink_get_frame(sink, frame.pointer)
        if code >= 0 { return .image }
        if code == lk_error_again { return .wanting }
        if code == lk_error_end { return .ended }
        throw FFmpegError(code: code)
    }
}
