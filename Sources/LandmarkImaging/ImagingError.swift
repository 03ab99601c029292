public import LandmarkCore

/// What can be wrong with an image, its file or a request to sample or draw it.
public enum ImagingError: LandmarkError, Hashable {
    /// No such file, or no such folder to write it to.
    case notFound(file: String)
    /// A folder stands where a file is meant.
    case isFolder(file: String)
    /// The operating system does not let this user read or write the file.
    case notPermitted(file: String)
    /// The file cannot be read; `code` is the operating system's `errno`.
    case readFailed(file: String, code: Int32)
    /// The file cannot be written, and nothing of it is left; `code` is `errno`.
    case writeFailed(file: String, code: Int32)
    /// The file has no bytes.
    case emptyFile(file: String)
    /// The file has more bytes than are read into memory.
    case fileTooLarge(file: String, limit: Int)
    /// The file is neither JPEG nor PNG; `start` is how it begins.
    case unknownFormat(file: String, start: [UInt8])
    /// The file ends, at `offset`, before the image does.
    case truncated(file: String, offset: Int)
    /// The bytes at `offset` break the format's rules.
    case malformed(file: String, offset: Int, flaw: FileFlaw)
    /// The decoder refused the image's data, in the decoder's own words.
    case undecodable(file: String, reason: String)
    /// The encoder refused to write the image, in the encoder's own words.
    case unencodable(file: String, reason: String)
    /// The image has more pixels than `limit`.
    case imageTooLarge(file: String, size: PixelSize, limit: Int)
    /// An image or mask needs at least one column and one row.
    case invalidImageSize(width: Int, height: Int)
    /// A row does not hold `width` pixels.
    case rowTooShort(bytesPerRow: Int, width: Int, format: PixelFormat)
    /// There are not enough bytes for the image.
    case tooFewBytes(expected: Int, got: Int)
    /// A mask has another number of values than its size says.
    case wrongMaskCount(expected: Int, got: Int)
    /// JPEG quality runs from 1 to 100.
    case invalidQuality(Int)
    /// A region without an inside, or one whose numbers are out of range.
    case degenerateRegion(PixelRect)
    /// A network's input that takes no RGB pixels: other than 3 channels, or rows that overlap.
    case unsupportedTensor(width: Int, channels: Int, rowStride: Int)
    /// Cairo cannot draw on an image of this size, or has failed, in its own words.
    case undrawable(PixelSize, reason: String)
    /// A mask can only be laid over an image of its own size.
    case maskSizeDiffers(mask: PixelSize, image: PixelSize)
    /// This processor, or this build, has no such kernels.
    case instructionSetUnavailable(InstructionSet)
    /// An environment variable that cannot be used.
    case environment(EnvironmentError)
}

extension ImagingError {
    /// A rule of a file format that is broken.
    public enum FileFlaw: String, Sendable, Hashable {
        /// A marker segment or chunk gives itself an impossible length.
        case segmentLength = "a segment's length is impossible"
        /// The header that gives the size is missing or not in its place.
        case header = "the header is missing or misplaced"
        /// The header gives a size of zero.
        case emptyImage = "the image has no pixels"
    }
}

extension ImagingError {
    /// One sentence, without a full stop.
    public var description: String {
        switch self {
        case .notFound(let file): "\(file): no such file or folder"
        case .isFolder(let file): "\(file) is a folder, not a file"
        case .notPermitted(let file): "\(file): permission denied"
        case .readFailed(let file, let code):
            "\(file) cannot be read: \(FileStore.message(for: code))"
        case .writeFailed(let file, let code):
            "\(file) cannot be written: \(FileStore.message(for: code))"
        case .emptyFile(let file): "\(file) is empty"
        case .fileTooLarge(let file, let limit): "\(file) is larger than \(limit) bytes"
        case .unknownFormat(let file, let start):
            "\(file) is neither JPEG nor PNG: it begins with \(Self.hex(start))"
        case .truncated(let file, let offset):
            "\(file) is cut off: it ends at byte \(offset) before the image is complete"
        case .malformed(let file, let offset, let flaw):
            "\(file) is damaged at byte \(offset): \(flaw.rawValue)"
        case .undecodable(let file, let reason): "\(file) cannot be decoded: \(reason)"
        case .unencodable(let file, let reason): "\(file) cannot be encoded: \(reason)"
        case .imageTooLarge(let file, let size, let limit):
            "\(file) is \(size), more than the limit of \(limit) pixels"
        case .invalidImageSize(let width, let height):
            "an image cannot be \(width)×\(height) pixels"
        case .rowTooShort(let bytesPerRow, let width, let format):
            "a row of \(bytesPerRow) bytes does not hold \(width) \(format.rawValue) pixels"
        case .tooFewBytes(let expected, let got):
            "the image needs \(expected) bytes and got \(got)"
        case .wrongMaskCount(let expected, let got):
            "the mask needs \(expected) values and got \(got)"
        case .invalidQuality(let quality):
            "JPEG quality runs from 1 to 100, \(quality) does not"
        case .degenerateRegion(let r):
            "the region of \(r.width)×\(r.height) pixels around (\(r.xCenter), \(r.yCenter)), "
                + "turned by \(r.rotation), cannot be sampled"
        case .unsupportedTensor(let width, let channels, let rowStride):
            "a tensor of \(channels) channels, \(width) columns and \(rowStride) floats a row "
                + "takes no RGB pixels"
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
