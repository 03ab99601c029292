#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// Images in GPU memory, for a VAAPI encoder.
final class HardwareFrames {
    private var device: UnsafeMutablePointer<AVBufferRef>?
    private var frames: UnsafeMutablePointer<AVBufferRef>?

    /// The number of images that the encoder may keep at a time.
    private static let poolSize: Int32 = 20

    /// Opens the GPU and reserves memory for images of `size`.
    ///
    /// - Throws: ``FFmpegError`` if there is no such GPU.
    init(size: PixelSize) throws(FFmpegError) {
        var device: UnsafeMutablePointer<AVBufferRef>?
        let opened = av_hwdevice_ctx_create(
            &device, AV_HWDEVICE_TYPE_VAAPI, EncoderChoice.Hardware.render.device, nil, 0)
        guard opened >= 0 else { throw FFmpegError(code: opened) }
        self.device = device
        guard let frames = av_hwframe_ctx_alloc(device) else {
            throw FFmpegError(code: lk_error_no_memory)
        }
        self.frames = frames
        frames.pointee.data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { pool in
            pool.pointee.format = AV_PIX_FMT_VAAPI
            pool.pointee.sw_format = AV_PIX_FMT_NV12
            pool.pointee.width = Int32(clamping: size.width)
            pool.pointee.height = Int32(clamping: size.height)
            pool.pointee.initial_pool_size = Self.poolSize
        }
        let code = av_hwframe_ctx_init(frames)
        guard code >= 0 else { throw FFmpegError(code: code) }
    }

    deinit {
        av_buffer_unref(&frames)
        av_buffer_unref(&device)
    }

    /// Returns a new reference for an encoder.
    func reference() -> UnsafeMutablePointer<AVBufferRef>? { av_buffer_ref(frames) }

    /// Replaces an image in memory by a copy on the GPU; `scratch` is empty afterwards.
    ///
    /// - Throws: ``FFmpegError``.
    func replace(_ frame: MediaFrame, scratch: MediaFrame) throws(FFmpegError) {
        av_frame_unref(scratch.pointer)
        var code = av_hwframe_get_buffer(frames, scratch.pointer, 0)
        if code >= 0 { code = av_hwframe_transfer_data(scratch.pointer, frame.pointer, 0) }
        guard code >= 0 else { throw FFmpegError(code: code) }
        av_frame_unref(frame.pointer)
        av_frame_move_ref(frame.pointer, scratch.pointer)
    }
}
#endif
