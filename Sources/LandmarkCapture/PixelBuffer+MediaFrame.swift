#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

extension PixelBuffer {
    /// Copies an FFmpeg RGB frame, without the padding between its rows.
    ///
    /// - Throws: ``CaptureError/outOfMemory`` for a frame without pixels.
    init(copying frame: MediaFrame) throws(CaptureError) {
        let frame = frame.pointer.pointee
        let width = Int(frame.width)
        let height = Int(frame.height)
        let row = width * PixelFormat.rgb24.bytesPerPixel
        guard let source = frame.data.0, width > 0, height > 0 else { throw .outOfMemory }
        let stride = Int(frame.linesize.0)
        let bytes = [UInt8](unsafeUninitializedCapacity: row * height) { target, count in
            guard let base = target.baseAddress else { return }
            if stride == row {
                base.update(from: source, count: row * height)
            } else {
                for y in 0..<height {
                    (base + y * row).update(from: source + y * stride, count: row)
                }
            }
            count = row * height
        }
        do {
            self = try PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes)
        } catch {
            throw .image(error)
        }
    }
}

extension PixelSize {
    /// The size of an FFmpeg frame.
    init(_ frame: MediaFrame) {
        self.init(
            width: Int(frame.pointer.pointee.width), height: Int(frame.pointer.pointee.height))
    }
}

extension YUVImage {
    /// Moves the planes out of an FFmpeg frame, without copying them; nil, with the frame
    /// unchanged, if libswscale converts it to RGB differently from ``PixelBuffer``.
    ///
    /// - Throws: ``CaptureError/outOfMemory``.
    init?(moving frame: MediaFrame) throws(CaptureError) {
        let source = frame.pointer.pointee
        let size = PixelSize(frame)
        guard let matrix = YUVMatrix(source.colorspace),
            source.format == AV_PIX_FMT_YUV420P.rawValue
                || source.format == AV_PIX_FMT_YUVJ420P.rawValue,
            size.height % 2 == 0, size.width > 0, size.height > 0, source.data.0 != nil,
            source.data.1 != nil, source.data.2 != nil, source.linesize.0 > 0,
            source.linesize.1 > 0, source.linesize.2 > 0
        else { return nil }
        let isFullRange =
            source.format == AV_PIX_FMT_YUVJ420P.rawValue
            ? source.color_range != AVCOL_RANGE_MPEG : source.color_range == AVCOL_RANGE_JPEG
        let owner = try MediaFrame()
        av_frame_move_ref(owner.pointer, frame.pointer)
        do throws(ImagingError) {
            func plane(
                _ size: PixelSize, _ data: UnsafeMutablePointer<UInt8>?, _ stride: Int32
            ) throws(ImagingError) -> Plane {
                let count = Int(stride) * (size.height - 1) + size.width
                return try Plane(
                    size: size, bytesPerRow: Int(stride),
                    memory: UnsafeRawBufferPointer(start: data, count: count), owner: owner)
            }
            let half = Self.chromaSize(of: size)
            try self.init(
                luma: plane(size, source.data.0, source.linesize.0),
                cb: plane(half, source.data.1, source.linesize.1),
                cr: plane(half, source.data.2, source.linesize.2), matrix: matrix,
                isFullRange: isFullRange)
        } catch {
            throw .image(error)
        }
    }
}

extension YUVMatrix {
    /// The matrix that libswscale uses for a color space; nil for one with other factors.
    fileprivate init?(_ space: AVColorSpace) {
        switch space {
        case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: self = .bt601
        case AVCOL_SPC_BT709: self = .bt709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
        default: return nil
        }
    }
}

extension PixelBuffer {
    /// Copies the image into an empty FFmpeg frame.
    ///
    /// - Parameter size: The size of the frame, at most one column and row larger than the image;
    ///   the additional ones repeat their neighbors.
    /// - Returns: 0 or FFmpeg's error code.
    func copy(into frame: MediaFrame, padded size: PixelSize) -> Int32 {
        let frame = frame.pointer
        frame.pointee.width = Int32(clamping: size.width)
        frame.pointee.height = Int32(clamping: size.height)
        switch format {
        case .rgb24: frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
        case .rgba32: frame.pointee.format = AV_PIX_FMT_RGBA.rawValue
        case .bgra32: frame.pointee.format = AV_PIX_FMT_BGRA.rawValue
        case .gray8: frame.pointee.format = AV_PIX_FMT_GRAY8.rawValue
        }
        frame.pointee.color_range = AVCOL_RANGE_JPEG
        let code = av_frame_get_buffer(frame, 0)
        guard code >= 0, let target = frame.pointee.data.0 else {
            return min(code, lk_error_invalid_data)
        }
        let stride = Int(frame.pointee.linesize.0)
        let row = width * format.bytesPerPixel
        let padding = (size.width - width) * format.bytesPerPixel
        withUnsafeBytes { bytes in
            guard let source = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            for y in 0..<size.height {
                let to = target + y * stride
                to.update(from: source + min(y, height - 1) * bytesPerRow, count: row)
                (to + row).update(from: to + row - padding, count: padding)
            }
        }
        return 0
    }
}
#endif
