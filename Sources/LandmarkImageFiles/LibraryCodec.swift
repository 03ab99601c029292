#if !canImport(ImageIO)
import CPNG
import LandmarkImaging

/// JPEG with libjpeg-turbo and PNG with libpng.
enum LibraryCodec: ImageCodec {
    /// libpng only: libturbojpeg does not report its version.
    static var libraries: [(name: String, version: String)] {
        [("libpng", png_get_libpng_ver(nil).map { String(cString: $0) } ?? "unknown")]
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
