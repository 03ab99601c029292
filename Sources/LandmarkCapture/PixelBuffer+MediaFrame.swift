import CFFmpeg
import LandmarkCore
package import LandmarkImageFiles
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

extension PixelBuffer {
    /// Copies the image into an empty FFmpeg frame.
    ///
    /// - Parameter size: The size of the frame, at most one column and row larger than the image;
    ///   those repeat their neighbors.
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

/// The transformation that a file declares for displaying its images.
package enum DisplayMatrix {
    /// Returns the equivalent EXIF orientation; nil for a rotation that is not a multiple of 90°.
    ///
    /// The matrix maps (x, y), with y pointing down, to (a·x + c·y, b·x + d·y). Its elements are
    /// stored in the order a b u c d v.
    package static func orientation(_ matrix: UnsafePointer<Int32>) -> ExifOrientation? {
        // Ignore scaling, and tolerate rounding errors in elements that should be zero.
        let numbers = [matrix[0], matrix[1], matrix[3], matrix[4]].map(Double.init)
        let largest = numbers.map(abs).max() ?? 0
        guard largest > 0 else { return .up }
        let signs = numbers.map { Int(($0 / largest).rounded()) }
        let small = zip(numbers, signs).allSatisfy { abs($0 / largest - Double($1)) < 0.01 }
        guard small else { return nil }
        return switch (signs[0], signs[1], signs[2], signs[3]) {
        case (1, 0, 0, 1): .up
        case (-1, 0, 0, 1): .upMirrored
        case (-1, 0, 0, -1): .down
        case (1, 0, 0, -1): .downMirrored
        case (0, 1, 1, 0): .leftMirrored
        case (0, 1, -1, 0): .right
        case (0, -1, -1, 0): .rightMirrored
        case (0, -1, 1, 0): .left
        default: nil
        }
    }
}

extension ExifOrientation {
    /// The clockwise rotation that makes the stored image upright, ignoring mirroring, in degrees.
    var degrees: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .leftMirrored: 90
        case .down, .downMirrored: 180
        case .left, .rightMirrored: 270
        }
    }
}
