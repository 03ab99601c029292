#if !canImport(ImageIO)
import CFFmpeg
import CHEIF
import CPNG
import LandmarkImaging

/// Decodes JPEG with libjpeg-turbo, PNG with libpng, HEIF with libheif, and the others with FFmpeg.
enum LibraryCodec: ImageCodec {
    /// libpng and libheif; libturbojpeg does not report its version.
    static var libraries: [(name: String, version: String)] {
        [
            ("libpng", png_get_libpng_ver(nil).map { String(cString: $0) } ?? "unknown"),
            ("libheif", lk_heif_version().map { String(cString: $0) } ?? "not installed"),
        ]
    }

    static func decodeJPEG(
        _ bytes: [UInt8], _ header: JPEGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        try TurboJPEG.decode(bytes, header, name: name)
    }

    static func decodePNG(
        _ bytes: [UInt8], _ header: PNGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        try LibPNG.decode(bytes, header, name: name)
    }

    static func decodeStill(
        _ bytes: [UInt8], _ header: StillHeader, pixelLimit: Int, name: String
    ) throws(ImagingError) -> PixelBuffer {
        switch header.kind {
        case .heif: try HEIFLibrary.decode(bytes, pixelLimit: pixelLimit, name: name)
        case .bmp:
            try StillLibrary.decode(bytes, AV_CODEC_ID_BMP, pixelLimit: pixelLimit, name: name)
        case .webp:
            try StillLibrary.decode(bytes, AV_CODEC_ID_WEBP, pixelLimit: pixelLimit, name: name)
                .upright(from: header.orientation)
        case .tiff where header.hasJPEGTables:
            // Some versions of FFmpeg return a black image instead of an error.
            throw .undecodable(
                file: name, reason: "the TIFF file is compressed as JPEG with shared tables")
        case .tiff:
            try StillLibrary.decode(bytes, AV_CODEC_ID_TIFF, pixelLimit: pixelLimit, name: name)
                .upright(from: header.orientation)
        }
    }

    static func encodeJPEG(
        _ image: PixelBuffer, quality: Int, name: String
    ) throws(ImagingError) -> [UInt8] {
        try TurboJPEG.encode(image, quality: quality, name: name)
    }

    static func encodePNG(_ image: PixelBuffer, name: String) throws(ImagingError) -> [UInt8] {
        try LibPNG.encode(image, name: name)
    }
}
#endif
