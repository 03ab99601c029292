#if !canImport(ImageIO)
import CFFmpeg
import CHEIF
import LandmarkCore
import LandmarkImaging

/// Decodes BMP, WebP and TIFF with FFmpeg's libraries.
enum StillLibrary {
    /// Decodes the contents of a file, as stored.
    ///
    /// - Throws: `ImagingError.undecodable(file:reason:)` or
    ///   `.libraryMissing(file:library:reason:)`.
    static func decode(
        _ bytes: [UInt8], _ codec: AVCodecID, pixelLimit: Int, name: String
    ) throws(ImagingError) -> PixelBuffer {
        if let reason = lk_filters_load() {
            throw .libraryMissing(
                file: name, library: "FFmpeg's libraries (libavfilter)",
                reason: String(cString: reason))
        }
        var still = lk_still()
        defer { lk_still_close(&still) }
        let code = bytes.withUnsafeBufferPointer { bytes in
            lk_still_decode(&still, bytes.baseAddress, bytes.count, codec, Int64(pixelLimit))
        }
        guard code >= 0, let frame = still.frame?.pointee, let start = frame.data.0 else {
            throw .undecodable(
                file: name, reason: CText(still.reason).nonEmpty ?? message(code))
        }
        let format: PixelFormat =
            switch frame.format {
            case AV_PIX_FMT_GRAY8.rawValue: .gray8
            case AV_PIX_FMT_RGBA.rawValue: .rgba32
            default: .rgb24
            }
        let image = PixelBuffer(
            rows: start, every: Int(frame.linesize.0), format: format,
            size: PixelSize(width: Int(frame.width), height: Int(frame.height)))
        // Lossless WebP always has four channels.
        return codec == AV_CODEC_ID_WEBP ? image.withoutOpaqueAlpha : image
    }

    private static func message(_ code: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        guard av_strerror(code, &text, text.count) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension PixelBuffer {
    /// The same image as `rgb24` if none of its pixels is transparent.
    fileprivate var withoutOpaqueAlpha: PixelBuffer {
        guard format == .rgba32 else { return self }
        return withUnsafeBytes { bytes in
            var rgb: [UInt8] = []
            rgb.reserveCapacity(3 * width * height)
            for y in 0..<height {
                for start in stride(from: y * bytesPerRow, to: y * bytesPerRow + 4 * width, by: 4) {
                    guard bytes[start + 3] == 255 else { return self }
                    rgb += bytes[start..<start + 3]
                }
            }
            return PixelBuffer(
                trusted: size, format: .rgb24, bytesPerRow: 3 * width, bytes: rgb)
        }
    }
}

/// Decodes HEIF with libheif.
enum HEIFLibrary {
    /// Decodes the contents of a file, upright.
    ///
    /// - Throws: `ImagingError.undecodable(file:reason:)`, `.imageTooLarge(file:size:limit:)` or
    ///   `.libraryMissing(file:library:reason:)`.
    static func decode(
        _ bytes: [UInt8], pixelLimit: Int, name: String
    ) throws(ImagingError) -> PixelBuffer {
        var heif = lk_heif()
        defer { lk_heif_close(&heif) }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(ImagingError) in
            let outcome = lk_heif_decode(
                &heif, bytes.baseAddress, bytes.count, Int64(pixelLimit))
            let size = PixelSize(width: Int(heif.width), height: Int(heif.height))
            let reason = CText(heif.reason).nonEmpty ?? "no reason"
            switch outcome {
            case lk_heif_missing:
                throw .libraryMissing(
                    file: name, library: "libheif (Debian's package libheif1)", reason: reason)
            case lk_heif_too_large:
                throw .imageTooLarge(file: name, size: size, limit: pixelLimit)
            case lk_heif_done:
                guard let start = heif.pixels else { break }
                return PixelBuffer(
                    rows: start, every: Int(heif.stride),
                    format: heif.channels == 4 ? .rgba32 : .rgb24, size: size)
            default: break
            }
            throw .undecodable(file: name, reason: reason)
        }
    }
}

/// A string in a C array.
private struct CText {
    /// The string; nil if it is empty.
    let nonEmpty: String?

    init<Characters>(_ characters: Characters) {
        let text = withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        nonEmpty = text.isEmpty ? nil : text
    }
}

extension PixelBuffer {
    /// Copies a library's rows, which begin `stride` bytes apart.
    fileprivate init(
        rows start: UnsafePointer<UInt8>, every stride: Int, format: PixelFormat, size: PixelSize
    ) {
        let row = size.width * format.bytesPerPixel
        let bytes = [UInt8](unsafeUninitializedCapacity: row * size.height) { target, count in
            guard let base = target.baseAddress else { return }
            for y in 0..<size.height {
                (base + y * row).update(from: start + y * stride, count: row)
            }
            count = row * size.height
        }
        self.init(trusted: size, format: format, bytesPerRow: row, bytes: bytes)
    }
}
#endif
