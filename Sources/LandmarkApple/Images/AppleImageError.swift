public import LandmarkCore
public import LandmarkImaging

/// The reason that an image from Apple's frameworks has no usable pixels.
public enum AppleImageError: LandmarkError, Hashable {
    /// The pixel format is not supported; see ``PixelLayout``.
    case unsupportedFormat(FourCharacterCode)
    /// The image has no columns or no rows.
    case emptyImage(width: Int, height: Int)
    /// The memory of a plane cannot be accessed, although the buffer is locked.
    case missingBaseAddress(plane: Int)
    /// The buffer cannot be locked; `code` is Core Video's error code.
    case lockFailed(code: Int32)
    /// A plane's rows are too short for the image.
    case rowTooShort(plane: Int, bytesPerRow: Int, needed: Int)
    /// A plane has fewer rows than the image needs.
    case tooFewRows(plane: Int, rows: Int, needed: Int)
    /// The buffer has fewer planes than its format requires.
    case tooFewPlanes(planes: Int, needed: Int)
    /// A sample buffer contains no image, for example because it contains sound.
    case noImageBuffer
    /// A sample buffer's time is not a number.
    case noTime
    /// The image, such as a symbol, has no bitmap and cannot be drawn as one.
    case notRenderable(kind: String)
    /// The pixels do not fit their description.
    case imaging(ImagingError)

    /// One sentence without a final period.
    public var description: String {
        switch self {
        case .unsupportedFormat(let code):
            "pixel format \(code) is not supported; use \(PixelLayout.names)"
        case .emptyImage(let width, let height):
            "an image of \(width)×\(height) pixels has nothing to process"
        case .missingBaseAddress(let plane): "plane \(plane) of the pixel buffer has no memory"
        case .lockFailed(let code): "the pixel buffer cannot be locked (error \(code))"
        case .rowTooShort(let plane, let bytesPerRow, let needed):
            "rows of plane \(plane) have \(bytesPerRow) bytes, but \(needed) are required"
        case .tooFewRows(let plane, let rows, let needed):
            "plane \(plane) has \(rows) rows, but \(needed) are required"
        case .tooFewPlanes(let planes, let needed):
            "the pixel buffer has \(planes) planes, but \(needed) are required"
        case .noImageBuffer: "the sample buffer contains no image"
        case .noTime: "the sample buffer has no time"
        case .notRenderable(let kind): "the \(kind) has no bitmap and cannot be drawn as one"
        case .imaging(let error): error.description
        }
    }
}

/// A four-character code, with which Core Video names pixel formats.
public struct FourCharacterCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The characters, the first in the highest byte.
    public let rawValue: UInt32

    /// Creates a code.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a code from four ASCII characters.
    package init(_ text: StaticString) {
        rawValue = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The characters in quotation marks, or the hexadecimal number if they are not printable ASCII.
    public var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
        guard bytes.allSatisfy({ 32..<127 ~= $0 }) else {
            return "0x" + String(rawValue, radix: 16)
        }
        return "'" + String(decoding: bytes, as: UTF8.self) + "'"
    }
}
