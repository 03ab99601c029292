public import LandmarkCore
public import LandmarkImaging

/// What can go wrong between a file, camera or pipe and its frames.
public enum CaptureError: LandmarkError, Hashable {
    /// No such file or folder.
    case notFound(file: String)
    /// An address where a file is meant: this library opens no connection.
    case isAddress(String)
    /// A folder stands where a file is meant.
    case isFolder(file: String)
    /// The operating system does not let this user read or write the file.
    case notPermitted(file: String)
    /// The file cannot be read; `code` is the operating system's `errno`.
    case readFailed(file: String, code: Int32)
    /// The file has no bytes.
    case emptyFile(file: String)
    /// The file is no video that can be opened, with the reader's own reason.
    case notVideo(file: String, reason: String)
    /// The file can be opened and has no moving images: sound alone, say.
    case noVideoStream(file: String)
    /// Nothing here decodes this kind of video.
    case unsupportedCodec(file: String, codec: String)
    /// Not one image could be decoded, with the decoder's own reason.
    case undecodable(file: String, reason: String)
    /// Parts of the file are damaged or missing. Thrown after the last frame: what could be
    /// decoded, `frames` frames, has been delivered.
    case damaged(file: String, frames: Int, faults: Int, reason: String)
    /// The images have another size from `frame` (counted from 0) on. What came before it has
    /// been delivered.
    case sizeChanged(file: String, frame: Int, from: PixelSize, to: PixelSize)
    /// An image has more pixels than `limit`.
    case imageTooLarge(file: String, size: PixelSize, limit: Int)
    /// There is no camera of this name, or it is no camera.
    case noCamera(device: String, reason: String)
    /// The operating system does not let this user open the camera.
    case cameraNotPermitted(device: String)
    /// Another program uses the camera.
    case cameraBusy(device: String)
    /// The camera was unplugged or stopped, after `frames` frames.
    case cameraLost(device: String, frames: Int, reason: String)
    /// The input of raw frames ended within `frame` (counted from 0).
    case incompleteFrame(source: String, frame: Int, expected: Int, got: Int)
    /// The folder has no images.
    case emptyFolder(folder: String)
    /// An image of a folder cannot be read.
    case image(ImagingError)
    /// A frame rate, size or other number that makes no sense.
    case invalidOption(name: String, value: String, expected: String)
    /// The video cannot be written, and nothing of it is left; `code` is `errno`.
    case writeFailed(file: String, code: Int32)
    /// The encoder or the file format refused, in its own words.
    case unencodable(file: String, reason: String)
    /// FFmpeg was built without an H.264 encoder.
    case noEncoder(file: String, tried: [String])
    /// An image to be written has another size than the video.
    case wrongImageSize(file: String, expected: PixelSize, got: PixelSize)
    /// An image to be written does not come after the one before it.
    case timestampNotIncreasing(file: String, previous: Timestamp, got: Timestamp)
    /// An image to be written is shown more than 2³¹ seconds from 0, which no video can have.
    case timestampOutOfRange(file: String, got: Timestamp)
    /// The video was to be finished without an image in it.
    case nothingWritten(file: String)
    /// The video has been finished or cancelled.
    case alreadyClosed(file: String)
    /// FFmpeg's libraries are not to be had, in the system's own words.
    case librariesMissing(reason: String)
    /// There is not enough memory.
    case outOfMemory
}

extension CaptureError {
    /// One sentence, without a full stop.
    public var description: String {
        switch self {
        case .notFound(let file): "\(file): no such file or folder"
        case .isAddress(let address):
            "\(address) is an address; only files on this machine are read"
        case .isFolder(let file): "\(file) is a folder, not a file"
        case .notPermitted(let file): "\(file): permission denied"
        case .readFailed(let file, let code):
            "\(file) cannot be read: \(System.message(for: code))"
        case .emptyFile(let file): "\(file) is empty"
        case .notVideo(let file, let reason): "\(file) is not a video that can be read: \(reason)"
        case .noVideoStream(let file): "\(file) has no video stream"
        case .unsupportedCodec(let file, let codec): "\(file): nothing here decodes \(codec)"
        case .undecodable(let file, let reason): "\(file) cannot be decoded: \(reason)"
        case .damaged(let file, let frames, let faults, let reason):
            "\(file) is damaged in \(faults == 1 ? "one place" : "\(faults) places") (\(reason)); "
                + "\(frames) frames could be decoded"
        case .sizeChanged(let file, let frame, let from, let to):
            "\(file) changes its size at frame \(frame) from \(from) to \(to)"
        case .imageTooLarge(let file, let size, let limit):
            "\(file) is \(size), more than the limit of \(limit) pixels"
        case .incompleteFrame(let source, let frame, let expected, let got):
            "\(source) ended within frame \(frame): expected \(expected) bytes, got \(got)"
        case .emptyFolder(let folder): "\(folder) has no JPEG or PNG images"
        case .image(let error): error.description
        case .invalidOption(let name, let value, let expected):
            "\(name) must be \(expected), not \(value)"
        case .librariesMissing(let reason):
            "videos and cameras need FFmpeg's libraries: \(reason)"
        case .outOfMemory: "there is not enough memory"
        default: cameraDescription ?? writerDescription
        }
    }

    private var cameraDescription: String? {
        switch self {
        case .noCamera(let device, let reason): "\(device) is not a camera here: \(reason)"
        case .cameraNotPermitted(let device):
            "\(device): permission denied; the user must be in the group that owns it"
        case .cameraBusy(let device): "\(device) is used by another program"
        case .cameraLost(let device, let frames, let reason):
            "\(device) stopped after \(frames) frames: \(reason)"
        default: nil
        }
    }

    private var writerDescription: String {
        switch self {
        case .writeFailed(let file, let code):
            "\(file) cannot be written: \(System.message(for: code))"
        case .unencodable(let file, let reason): "\(file) cannot be encoded: \(reason)"
        case .noEncoder(let file, let tried):
            "\(file): FFmpeg here has no H.264 encoder (looked for \(tried.joined(separator: ", ")))"
        case .wrongImageSize(let file, let expected, let got):
            "\(file) takes images of \(expected), not \(got)"
        case .timestampNotIncreasing(let file, let previous, let got):
            "\(file): an image at \(got.milliseconds) ms does not come after that at "
                + "\(previous.milliseconds) ms"
        case .timestampOutOfRange(let file, let got):
            "\(file): no video has an image at \(got.milliseconds) ms"
        case .nothingWritten(let file): "\(file): no image was written"
        case .alreadyClosed(let file): "\(file) has been finished or cancelled"
        default: "capture failed"
        }
    }
}
