import CFFmpeg

/// One of FFmpeg's packets of compressed data.
final class MediaPacket {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(CaptureError) {
        guard let pointer = av_packet_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }
}
