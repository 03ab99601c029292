import CFFmpeg

/// One of FFmpeg's images.
final class MediaFrame {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() throws(CaptureError) {
        guard let pointer = av_frame_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }
}
