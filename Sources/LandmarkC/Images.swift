// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks

extension landmark_image: SizedStructure {
    static let name = "landmark_image"
    static let firstSize = 88

    init(defaults: Void) {
        self.init()
        size = MemoryLayout<Self>.size
        format = LANDMARK_RGB24
    }

    /// Returns the image without a copy, for a call that ends before the pixels do.
    ///
    /// - Throws: `InterfaceError` for a missing plane or unknown format; `ImagingError` for an
    ///   impossible size or row.
    func borrowed() throws -> PixelBuffer {
        // The library reads the pixels only during the call, when the caller guarantees that they exist.
        let owner = BorrowedPixels.shared
        if format == LANDMARK_I420 { return PixelBuffer(try yuv(owner)) }
        let format = try pixelFormat()
        return try PixelBuffer(
            width: Int(width), height: Int(height), format: format, bytesPerRow: bytes_per_row.0,
            memory: try rows(planes.0, bytes_per_row.0, Int(width) * format.bytesPerPixel, height),
            owner: owner)
    }

    private func pixelFormat() throws(InterfaceError) -> PixelFormat {
        switch format {
        case LANDMARK_RGB24: return .rgb24
        case LANDMARK_RGBA32: return .rgba32
        case LANDMARK_BGRA32: return .bgra32
        case LANDMARK_GRAY8: return .gray8
        default:
            throw .unknownValue(
                name: "format", expected: "a landmark_pixel_format", got: "\(format.rawValue)")
        }
    }

    /// The orientation given by `rotation_degrees`.
    ///
    /// - Throws: `InterfaceError.unknownValue`.
    func orientation() throws(InterfaceError) -> Orientation {
        guard let orientation = Orientation(clockwiseDegrees: rotation_degrees) else {
            throw .unknownValue(
                name: "rotation_degrees", expected: "0, 90, 180 or 270", got: "\(rotation_degrees)")
        }
        return orientation
    }

    /// Returns the image as a frame, without a copy, for a call that ends before the pixels do.
    ///
    /// - Throws: `InterfaceError` or `ImagingError`, like `borrowed()` and `orientation()`.
    func frame(at timestamp_ms: Int64) throws -> Frame {
        Frame(
            image: try borrowed(), timestamp: .milliseconds(Int(timestamp_ms)),
            orientation: try orientation())
    }

    private func yuv(_ owner: BorrowedPixels) throws -> YUVImage {
        let luma = PixelSize(width: Int(width), height: Int(height))
        guard luma.width > 0, luma.height > 0 else {
            throw ImagingError.invalidImageSize(width: luma.width, height: luma.height)
        }
        let chroma = YUVImage.chromaSize(of: luma)
        func plane(
            _ size: PixelSize, _ start: UnsafePointer<UInt8>?, _ bytesPerRow: Int
        ) throws -> YUVImage.Plane {
            try YUVImage.Plane(
                size: size, bytesPerRow: bytesPerRow,
                memory: rows(start, bytesPerRow, size.width, Int32(clamping: size.height)),
                owner: owner)
        }
        return try YUVImage(
            luma: plane(luma, planes.0, bytes_per_row.0),
            cb: plane(chroma, planes.1, bytes_per_row.1),
            cr: plane(chroma, planes.2, bytes_per_row.2),
            matrix: try matrix(), isFullRange: yuv_full_range)
    }

    private func matrix() throws(InterfaceError) -> YUVMatrix {
        switch yuv_matrix {
        case LANDMARK_BT601: return .bt601
        case LANDMARK_BT709: return .bt709
        case LANDMARK_BT2020: return .bt2020
        default:
            throw .unknownValue(
                name: "yuv_matrix", expected: "a landmark_yuv_matrix", got: "\(yuv_matrix.rawValue)"
            )
        }
    }

    /// Returns the memory of `height` rows, the last of which ends after its `rowBytes`; empty if
    /// the size is impossible, which the receiver reports.
    private func rows(
        _ start: UnsafePointer<UInt8>?, _ bytesPerRow: Int, _ rowBytes: Int, _ height: Int32
    ) throws(InterfaceError) -> UnsafeRawBufferPointer {
        guard let start else { throw .null("planes") }
        guard height > 0, bytesPerRow >= rowBytes, rowBytes > 0 else {
            return UnsafeRawBufferPointer(start: start, count: 0)
        }
        let (above, overflows) = bytesPerRow.multipliedReportingOverflow(by: Int(height) - 1)
        let (count, endOverflows) = above.addingReportingOverflow(rowBytes)
        return UnsafeRawBufferPointer(start: start, count: overflows || endOverflows ? 0 : count)
    }
}

/// Represents the caller, who owns borrowed pixels.
private final class BorrowedPixels: Sendable {
    static let shared = BorrowedPixels()
}

extension Orientation {
    /// The orientation of a scene that a clockwise rotation makes upright; nil unless the angle is
    /// a multiple of 90 below 360.
    init?(clockwiseDegrees: Int32) {
        switch clockwiseDegrees {
        case 0: self = .up
        case 90: self = .right
        case 180: self = .down
        case 270: self = .left
        default: return nil
        }
    }

    /// The clockwise rotation that makes the scene upright.
    var clockwiseDegrees: Int32 {
        switch self {
        case .up: 0
        case .right: 90
        case .down: 180
        case .left: 270
        }
    }
}

/// Pixels owned by the library, in the form that callers see.
final class OwnedPixels: Handle {
    // SAFETY: written before anyone else sees it, and freed with the object.
    nonisolated(unsafe) let image: UnsafePointer<landmark_image>?
    // SAFETY: it never changes after initialization.
    nonisolated(unsafe) private let arena = Arena()

    /// Copies the pixels of an image, in RGB or in their own format, without padding between rows.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    init(_ pixels: PixelBuffer, inRGB: Bool = false) throws(InterfaceError) {
        let format = inRGB ? .rgb24 : pixels.format
        let rowBytes = pixels.width * format.bytesPerPixel
        let (count, overflows) = rowBytes.multipliedReportingOverflow(by: pixels.height)
        guard !overflows else { throw .outOfMemory(bytes: .max) }
        var image = landmark_image(defaults: ())
        image.format = format.interface
        image.width = Int32(clamping: pixels.width)
        image.height = Int32(clamping: pixels.height)
        image.bytes_per_row.0 = rowBytes
        image.planes.0 = try arena.make(count) { target in
            pixels.withUnsafeBytes { source in
                guard let base = source.baseAddress else { return }
                for row in 0..<pixels.height {
                    let (from, to) = (base + row * pixels.bytesPerRow, target + row * rowBytes)
                    if format == pixels.format {
                        UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: rowBytes)
                    } else {
                        pixels.format.writeRGB(of: pixels.width, from: from, to: to)
                    }
                }
            }
        }
        self.image = try arena.copy([image])
    }
}

extension PixelFormat {
    fileprivate var interface: landmark_pixel_format {
        switch self {
        case .rgb24: LANDMARK_RGB24
        case .rgba32: LANDMARK_RGBA32
        case .bgra32: LANDMARK_BGRA32
        case .gray8: LANDMARK_GRAY8
        }
    }

    /// Writes red, green and blue of `count` pixels.
    fileprivate func writeRGB(
        of count: Int, from pixels: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>
    ) {
        let channels: (red: Int, green: Int, blue: Int) =
            switch self {
            case .rgb24, .rgba32: (0, 1, 2)
            case .bgra32: (2, 1, 0)
            case .gray8: (0, 0, 0)
            }
        let pixels = pixels.assumingMemoryBound(to: UInt8.self)
        for column in 0..<count {
            let pixel = pixels + column * bytesPerPixel
            target[3 * column] = pixel[channels.red]
            target[3 * column + 1] = pixel[channels.green]
            target[3 * column + 2] = pixel[channels.blue]
        }
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_image_init")
#endif
public func landmark_image_init(
    _ image: UnsafeMutablePointer<landmark_image>?, _ size: Int
) {
    landmark_image.setDefaults(in: image, size: size)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_pixels_read")
#endif
public func landmark_pixels_read(
    _ path: UnsafePointer<CChar>?, _ pixels: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    pixels?.pointee = nil
    return status {
        let pixels = try required(pixels, "pixels")
        let image = try ImageFile.read(try text(path, "path"))
        pixels.pointee = try OwnedPixels(image).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_pixels_convert")
#endif
public func landmark_pixels_convert(
    _ image: UnsafePointer<landmark_image>?, _ pixels: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    pixels?.pointee = nil
    return status {
        let pixels = try required(pixels, "pixels")
        let image = try landmark_image(image, "image").borrowed()
        pixels.pointee = try OwnedPixels(image, inRGB: true).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_pixels_image")
#endif
public func landmark_pixels_image(_ pixels: OpaquePointer?) -> UnsafePointer<landmark_image>? {
    (try? OwnedPixels.behind(pixels, "pixels"))?.image
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_pixels_free")
#endif
public func landmark_pixels_free(_ pixels: OpaquePointer?) { OwnedPixels.release(pixels) }
