#if !canImport(ImageIO)
import CTurboJPEG
import LandmarkCore
import LandmarkImaging

/// Reads and writes JPEG with libjpeg-turbo.
enum TurboJPEG {
    static func decode(
        _ bytes: [UInt8], _ header: JPEGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        switch header.components {
        case 1: try decode(bytes, header, as: .gray8, name: name)
        case 4: try decodeInks(bytes, header, name: name)
        default: try decode(bytes, header, as: .rgb24, name: name)
        }
    }

    static func encode(
        _ image: PixelBuffer, quality: Int, name: String
    ) throws(ImagingError) -> [UInt8] {
        guard let stride = Int32(exactly: image.bytesPerRow) else {
            throw .unencodable(file: name, reason: "\(image.size) is too large for JPEG")
        }
        guard let handle = tjInitCompress() else {
            throw .unencodable(file: name, reason: text(of: nil))
        }
        defer { tjDestroy(handle) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(file) }
        let sampling = image.format == .gray8 ? TJSAMP_GRAY : TJSAMP_420
        let status = image.withUnsafeBytes { pixels in
            tjCompress2(
                handle, pixels.assumingMemoryBound(to: UInt8.self).baseAddress,
                Int32(image.width), stride, Int32(image.height), image.format.jpeg, &file,
                &count, Int32(sampling.rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
        }
        guard status == 0, let file else {
            throw .unencodable(file: name, reason: text(of: handle))
        }
        return Array(UnsafeBufferPointer(start: file, count: Int(count)))
    }

    private static func decode(
        _ bytes: [UInt8], _ header: JPEGHeader, as format: PixelFormat, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let row = header.size.width * format.bytesPerPixel
        let pixels = try samples(
            bytes, header, format: format.jpeg, bytesPerRow: row, name: name)
        return PixelBuffer(
            trusted: header.size, format: format, bytesPerRow: row, bytes: pixels)
    }

    private static func decodeInks(
        _ bytes: [UInt8], _ header: JPEGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let inks = try samples(
            bytes, header, format: Int32(TJPF_CMYK.rawValue), bytesPerRow: header.size.width * 4,
            name: name)
        return PixelBuffer(inks: inks, size: header.size, areInverted: header.isAdobe)
    }

    /// Decodes with libjpeg's defaults: accurate inverse DCT and smooth chroma upsampling.
    private static func samples(
        _ bytes: [UInt8], _ header: JPEGHeader, format: Int32, bytesPerRow: Int, name: String
    ) throws(ImagingError) -> [UInt8] {
        guard let handle = tjInitDecompress() else {
            throw .undecodable(file: name, reason: text(of: nil))
        }
        defer { tjDestroy(handle) }
        let total = bytesPerRow * header.size.height
        var status: Int32 = -1
        let pixels = [UInt8](unsafeUninitializedCapacity: total) { target, count in
            status = bytes.withUnsafeBufferPointer { file in
                tjDecompress2(
                    handle, file.baseAddress, UInt(file.count), target.baseAddress,
                    Int32(header.size.width), Int32(bytesPerRow), Int32(header.size.height), format,
                    TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
            }
            count = total
        }
        if status == 0 { return pixels }
        let reason = text(of: handle)
        // Accept harmless warnings only: after others, part of the image is gray or garbled.
        let isWarning = tjGetErrorCode(handle) == TJERR_WARNING.rawValue
        if isWarning, harmless.contains(where: { reason.contains($0) }) { return pixels }
        throw .undecodable(file: name, reason: reason)
    }

    private static let harmless = [
        "extraneous bytes before marker", "unknown JFIF revision number",
        "Unknown Adobe color transform code",
    ]

    private static func text(of handle: tjhandle?) -> String {
        guard let text = tjGetErrorStr2(handle) else { return "unknown error" }
        return String(cString: text)
    }
}

extension PixelFormat {
    fileprivate var jpeg: Int32 {
        switch self {
        case .rgb24: Int32(TJPF_RGB.rawValue)
        case .rgba32: Int32(TJPF_RGBA.rawValue)
        case .bgra32: Int32(TJPF_BGRA.rawValue)
        case .gray8: Int32(TJPF_GRAY.rawValue)
        }
    }
}
#endif
