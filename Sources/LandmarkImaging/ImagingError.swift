public import LandmarkCore

/// An error in an image, its file, or a request to sample or draw it.
public enum ImagingError: LandmarkError, Hashable {
    /// The file, or the folder to write it to, does not exist.
    case notFound(file: String)
    /// The path names a folder instead of a file.
    case isFolder(file: String)
    /// Permission to read or write the file is denied.
    case notPermitted(file: String)
    /// The file cannot be read; `code` is the operating system's `errno`.
    case readFailed(file: String, code: Int32)
    /// The file cannot be written and is left unchanged; `code` is `errno`.
    case writeFailed(file: String, code: Int32)
    /// The file is empty.
    case emptyFile(file: String)
    /// The file has more than `limit` bytes.
    case fileTooLarge(file: String, limit: Int)
    /// The file is not in any supported image format; `start` contains its first bytes.
    case unknownFormat(file: String, start: [UInt8])
    /// The file ends at `offset` before the image is complete.
    case truncated(file: String, offset: Int)
    /// The bytes at `offset` violate the file format.
    case malformed(file: String, offset: Int, flaw: FileFlaw)
    /// The decoder rejected the data; `reason` is its message.
    case undecodable(file: String, reason: String)
    /// The library that decodes the file's format is not installed.
    case libraryMissing(file: String, library: String, reason: String)
    /// The encoder failed; `reason` is its message.
    case unencodable(file: String, reason: String)
    /// The image has more than `limit` pixels.
    case imageTooLarge(file: String, size: PixelSize, limit: Int)
    /// The system does not have this much memory for the image.
    case outOfMemory(file: String, size: PixelSize, bytes: Int)
    /// An image or mask has no columns or rows, or too many.
    case invalidImageSize(width: Int, height: Int)
    /// `bytesPerRow` is too small for `width` pixels.
    case rowTooShort(bytesPerRow: Int, width: Int, format: PixelFormat)
    /// There are too few bytes for the image.
    case tooFewBytes(expected: Int, got: Int)
    /// The number of mask values does not match the mask's size.
    case wrongMaskCount(expected: Int, got: Int)
    /// The JPEG quality is not in 1…100.
    case invalidQuality(Int)
    /// The region has no area, or its values are out of range.
    case degenerateRegion(PixelRect)
    /// A model input does not fit RGB pixels: it does not have 3 channels, or its rows overlap.
    case unsupportedTensor(width: Int, channels: Int, rowStride: Int)
    /// Cairo cannot draw on an image of this size, or failed; `reason` is its message.
    case undrawable(PixelSize, reason: String)
    /// A mask does not have the size of the image to tint.
    case maskSizeDiffers(mask: PixelSize, image: PixelSize)
    /// This processor or build lacks the kernels.
    case instructionSetUnavailable(InstructionSet)
    /// An environment variable has an invalid value.
    case environment(EnvironmentError)
}

extension ImagingError {
    /// A violation of a file format.
    public enum FileFlaw: String, Sendable, Hashable {
        /// A marker segment or chunk has an impossible length.
        case segmentLength = "a segment's length is impossible"
        /// The header with the size is missing or misplaced.
        case header = "the header is missing or misplaced"
        /// The header declares a size of zero.
        case emptyImage = "the image has no pixels"
    }
}

extension ImagingError {
    /// One sentence without a final period.
    public var description: String {
        switch self {
        case .notFound(let file): "\(file): no such file or folder"
        case .isFolder(let file): "\(file) is a folder, not a file"
        case .notPermitted(let file): "\(file): permission denied"
        case .readFailed(let file, let code):
            "\(file) cannot be read: \(SystemError(code: code))"
        case .writeFailed(let file, let code):
            "\(file) cannot be written: \(SystemError(code: code))"
        case .emptyFile(let file): "\(file) is empty"
        case .fileTooLarge(let file, let limit): "\(file) is larger than \(limit) bytes"
        case .unknownFormat(let file, let start):
            "\(file) is not a readable image: it begins with \(Self.hex(start))"
        case .truncated(let file, let offset):
            "\(file) is truncated: it ends at byte \(offset) before the image is complete"
        case .malformed(let file, let offset, let flaw):
            "\(file) is damaged at byte \(offset): \(flaw.rawValue)"
        case .undecodable(let file, let reason): "\(file) cannot be decoded: \(reason)"
        case .libraryMissing(let file, let library, let reason):
            "\(file) cannot be decoded without \(library), which is not installed: \(reason)"
        case .unencodable(let file, let reason): "\(file) cannot be encoded: \(reason)"
        case .imageTooLarge(let file, let size, let limit):
            "\(file) is \(size), more than the limit of \(limit) pixels"
        case .outOfMemory(let file, let size, let bytes):
            "\(file) is \(size), and the system does not have \(bytes) bytes of memory for it"
        case .invalidImageSize(let width, let height):
            "an image cannot be \(width)×\(height) pixels"
        case .rowTooShort(let bytesPerRow, let width, let format):
            "a row of \(bytesPerRow) bytes is too short for \(width) \(format.rawValue) pixels"
        case .tooFewBytes(let expected, let got):
            "the image needs \(expected) bytes but has \(got)"
        case .wrongMaskCount(let expected, let got):
            "the mask needs \(expected) values but has \(got)"
        case .invalidQuality(let quality):
            "JPEG quality must be 1 to 100, not \(quality)"
        case .degenerateRegion(let r):
            "the region of \(r.width)×\(r.height) pixels around (\(r.xCenter), \(r.yCenter)), "
                + "rotated by \(r.rotation), cannot be sampled"
        case .unsupportedTensor(let width, let channels, let rowStride):
            "a tensor of \(channels) channels, \(width) columns and \(rowStride) floats per row "
                + "does not fit RGB pixels"
        case .undrawable(let size, let reason):
            "an image of \(size) pixels cannot be drawn on: \(reason)"
        case .maskSizeDiffers(let mask, let image):
            "a mask of \(mask) values does not cover an image of \(image) pixels"
        case .instructionSetUnavailable(let level):
            "this processor or build has no \(level.rawValue) kernels"
        case .environment(let error): error.description
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
