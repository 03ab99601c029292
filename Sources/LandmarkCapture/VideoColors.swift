#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// The meaning of a video's luma and chroma.
struct VideoColors: Hashable {
    let matrix: YUVMatrix
    let isFullRange: Bool

    /// The colors of a video whose first image is `image`: those of its planes, if it has any, so that
    /// they need no conversion.
    init(of image: PixelBuffer) {
        matrix = image.yuv?.matrix ?? .bt601
        isFullRange = image.yuv?.isFullRange ?? false
    }

    init(_ yuv: YUVImage) { (matrix, isFullRange) = (yuv.matrix, yuv.isFullRange) }

    /// FFmpeg's constant for the matrix.
    var space: AVColorSpace {
        switch matrix {
        case .bt601: AVCOL_SPC_SMPTE170M
        case .bt709: AVCOL_SPC_BT709
        case .bt2020: AVCOL_SPC_BT2020_NCL
        }
    }

    /// FFmpeg's constant for the range.
    var range: AVColorRange { isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }

    /// The filter that converts any image to these colors without changing its size.
    var filter: String {
        let name =
            switch matrix {
            case .bt601: "bt601"
            case .bt709: "bt709"
            case .bt2020: "bt2020"
            }
        return "scale=flags=bicubic:out_color_matrix=\(name):out_range=\(isFullRange ? "pc" : "tv")"
    }
}

extension YUVImage {
    /// Makes an empty frame refer to the planes, which live at least as long as the frame.
    ///
    /// - Returns: 0 or FFmpeg's error code.
    func refer(from frame: MediaFrame) -> Int32 {
        let frame = frame.pointer
        frame.pointee.width = Int32(clamping: size.width)
        frame.pointee.height = Int32(clamping: size.height)
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        let colors = VideoColors(self)
        frame.pointee.colorspace = colors.space
        frame.pointee.color_range = colors.range
        for (index, plane) in [luma, cb, cr].enumerated() {
            guard let buffer = plane.reference() else {
                av_frame_unref(frame)
                return lk_error_no_memory
            }
            switch index {
            case 0:
                frame.pointee.buf.0 = buffer
                frame.pointee.data.0 = buffer.pointee.data
                frame.pointee.linesize.0 = Int32(clamping: plane.bytesPerRow)
            case 1:
                frame.pointee.buf.1 = buffer
                frame.pointee.data.1 = buffer.pointee.data
                frame.pointee.linesize.1 = Int32(clamping: plane.bytesPerRow)
            default:
                frame.pointee.buf.2 = buffer
                frame.pointee.data.2 = buffer.pointee.data
                frame.pointee.linesize.2 = Int32(clamping: plane.bytesPerRow)
            }
        }
        return 0
    }
}

extension YUVImage.Plane {
    /// Keeps the plane's memory alive while FFmpeg refers to it.
    private final class Owner: Sendable {
        let plane: YUVImage.Plane
        init(_ plane: YUVImage.Plane) { self.plane = plane }
    }

    /// Returns a buffer that FFmpeg only reads; nil if there is not enough memory.
    fileprivate func reference() -> UnsafeMutablePointer<AVBufferRef>? {
        let owner = Unmanaged.passRetained(Owner(self))
        // The memory does not move while the owner lives.
        let buffer = withUnsafeBytes { bytes in
            av_buffer_create(
                UnsafeMutablePointer(
                    mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)), bytes.count,
                { owner, _ in
                    if let owner { Unmanaged<Owner>.fromOpaque(owner).release() }
                }, owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
        }
        if buffer == nil { owner.release() }
        return buffer
    }
}
#endif
