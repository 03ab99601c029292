import LandmarkImaging

/// The decoders and encoders of image files on this platform.
///
/// The header of a file has been read and its size checked before a codec sees it. Decoded pixels
/// are as stored, without color management, and not yet rotated: `gray8` for grayscale, `rgba32`
/// with alpha that is not premultiplied, `rgb24` for anything else.
protocol ImageCodec {
    /// The name and version of each library that reports one.
    static var libraries: [(name: String, version: String)] { get }

    /// Decodes a JPEG file with 1 component to `gray8`, any other to `rgb24`.
    ///
    /// - Throws: `ImagingError.undecodable(file:reason:)`.
    static func decodeJPEG(
        _ bytes: [UInt8], _ header: JPEGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer

    /// Decodes a PNG file.
    ///
    /// - Throws: `ImagingError.undecodable(file:reason:)`,
    ///   `ImagingError.malformed(file:offset:flaw:)` or `ImagingError.truncated(file:offset:)`.
    static func decodePNG(
        _ bytes: [UInt8], _ header: PNGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer

    /// Decodes a BMP, WebP, TIFF or HEIF file to `gray8`, `rgb24` or `rgba32`, and rotates it
    /// upright. The size of HEIF images is not in `header`, so it is checked here.
    ///
    /// - Throws: `ImagingError.undecodable(file:reason:)`, `.imageTooLarge(file:size:limit:)` or
    ///   `.libraryMissing(file:library:reason:)`.
    static func decodeStill(
        _ bytes: [UInt8], _ header: StillHeader, pixelLimit: Int, name: String
    ) throws(ImagingError) -> PixelBuffer

    /// Encodes an image whose size JPEG can store, at a quality of 1…100.
    ///
    /// - Throws: `ImagingError.unencodable(file:reason:)`.
    static func encodeJPEG(
        _ image: PixelBuffer, quality: Int, name: String
    ) throws(ImagingError) -> [UInt8]

    /// Encodes an image losslessly.
    ///
    /// - Throws: `ImagingError.unencodable(file:reason:)`.
    static func encodePNG(_ image: PixelBuffer, name: String) throws(ImagingError) -> [UInt8]
}

#if canImport(ImageIO)
/// The codecs of this platform.
typealias PlatformCodec = ImageIOCodec
#else
/// The codecs of this platform.
typealias PlatformCodec = LibraryCodec
#endif

/// The libraries behind ``ImageFile``, at run time.
package enum ImageFileLibraries {
    /// The name and version of each library that reports one.
    package static var versions: [(name: String, version: String)] { PlatformCodec.libraries }
}
