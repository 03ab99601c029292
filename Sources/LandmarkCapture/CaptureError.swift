public import LandmarkCore
public import LandmarkImaging

/// An error in reading frames from a file, camera or pipe, or in writing a video.
public enum CaptureError: LandmarkError, Hashable {
    /// The file or folder does not exist.
    case notFound(file: String)
    /// The source is an address, and the options do not allow opening it.
    case isAddress(String)
    /// An address cannot be opened.
    case unreachable(address: String, reason: String)
    /// The path names a folder instead of a file.
    case isFolder(file: String)
    /// Permission to read or write the file is denied.
    case notPermitted(file: String)
    /// The file cannot be read; `code` is the operating system's `errno`.
    case readFailed(file: String, code: Int32)
    /// The file is empty.
    case emptyFile(file: String)
    /// The file cannot be opened as a video; `reason` comes from the demuxer.
    case notVideo(file: String, reason: String)
    /// The file has no video stream, for example because it contains only audio.
    case noVideoStream(file: String)
    /// There is no decoder for the video's codec.
    case unsupportedCodec(file: String, codec: String)
    /// No image could be decoded; `reason` comes from the decoder.
    case undecodable(file: String, reason: String)
    /// Parts of the file are damaged or missing. Thrown after the last of the `frames` frames that
    /// could be decoded.
    case damaged(file: String, frames: Int, faults: Int, reason: String)
    /// The size of the images changes at index `frame`. Thrown after the frames before it.
    case sizeChanged(file: String, frame: Int, from: PixelSize, to: PixelSize)
    /// The part to read begins after the last frame; `duration` is that of the file in seconds, if
    /// the file declares it.
    case startBeyondEnd(file: String, start: Double, duration: Double?)
    /// An image has more than `limit` pixels.
    case imageTooLarge(file: String, size: PixelSize, limit: Int)
    /// The device does not exist or is not a camera.
    case noCamera(device: String, reason: String)
    /// Permission to open the camera is denied.
    case cameraNotPermitted(device: String)
    /// The camera is in use by another program.
    case cameraBusy(device: String)
    /// The camera was unplugged or stopped, after `frames` frames.
    case cameraLost(device: String, frames: Int, reason: String)
    /// The input of raw frames ended within the frame at index `frame`.
    case incompleteFrame(source: String, frame: Int, expected: Int, got: Int)
    /// The folder has no images.
    case emptyFolder(folder: String)
    /// An image cannot be read.
    case image(ImagingError)
    /// A size, thread count or other option has an invalid value.
    case invalidOption(name: String, value: String, expected: String)
    /// The video cannot be written and has been removed; `code` is `errno`.
    case writeFailed(file: String, code: Int32)
    /// The encoder or muxer failed; `reason` is its message.
    case unencodable(file: String, reason: String)
    /// There is no encoder for the codec; `tried` lists those that were tried.
    case noEncoder(file: String, codec: String, tried: [String])
    /// An image to write does not have the video's size.
    case wrongImageSize(file: String, expected: PixelSize, got: PixelSize)
    /// An image to write is not later than the previous one.
    case timestampNotIncreasing(file: String, previous: Timestamp, got: Timestamp)
    /// The timestamp of an image to write is more than 2³¹ seconds from 0.
    case timestampOutOfRange(file: String, got: Timestamp)
    /// The video was finished without any images.
    case nothingWritten(file: String)
    /// The video has been finished or cancelled.
    case alreadyClosed(file: String)
    /// FFmpeg's libraries cannot be loaded; `reason` comes from the dynamic loader.
    case librariesMissing(reason: String)
    /// Memory could not be allocated.
    case outOfMemory
}

extension CaptureError {
    /// One sentence without a final period.
    public var description: String {
        switch self {
        case .notFound(let file): "\(file): no such file or folder"
        case .isAddress(let address):
            "\(address) is an address, and reading from the network is not allowed"
        case .unreachable(let address, let reason): "\(address) cannot be opened: \(reason)"
        case .isFolder(let file): "\(file) is a folder, not a file"
        case .notPermitted(let file): "\(file): permission denied"
        case .readFailed(let file, let code):
            "\(file) cannot be read: \(SystemError(code: code))"
        case .emptyFile(let file): "\(file) is empty"
        case .notVideo(let file, let reason): "\(file) is not a readable video: \(reason)"
        case .noVideoStream(let file): "\(file) has no video stream"
        case .unsupportedCodec(let file, let codec): "\(file): there is no decoder for \(codec)"
        case .undecodable(let file, let reason): "\(file) cannot be decoded: \(reason)"
        case .damaged(let file, let frames, let faults, let reason):
            "\(file) is damaged in \(faults == 1 ? "one place" : "\(faults) places") (\(reason)); "
                + "\(frames) frames could be decoded"
        case .sizeChanged(let file, let frame, let from, let to):
            "\(file) changes size at frame \(frame) from \(from) to \(to)"
        case .startBeyondEnd(let file, let start, let duration):
            "\(file) has no frame at \(start) s or later"
                + (duration.map { ": it ends after \($0) s" } ?? "")
        case .imageTooLarge(let file, let size, let limit):
            "\(file) is \(size), more than the limit of \(limit) pixels"
        case .incompleteFrame(let source, let frame, let expected, let got):
            "\(source) ended within frame \(frame): expected \(expected) bytes, got \(got)"
        case .emptyFolder(let folder): "\(folder) has no images"
        case .image(let error): error.description
        case .invalidOption(let name, let value, let expected):
            "\(name) must be \(expected), not \(value)"
        case .librariesMissing(let reason):
            "videos and cameras require FFmpeg's libraries: \(reason)"
        case .outOfMemory: "memory could not be allocated"
        default: cameraDescription ?? writerDescription
        }
    }

    private var cameraDescription: String? {
        switch self {
        case .noCamera(let device, let reason): "\(device) is not an available camera: \(reason)"
        case .cameraNotPermitted(let device):
            "\(device): permission denied; the user must be in the group that owns the device"
        case .cameraBusy(let device): "\(device) is in use by another program"
        case .cameraLost(let device, let frames, let reason):
            "\(device) stopped after \(frames) frames: \(reason)"
        default: nil
        }
    }

    private var writerDescription: String {
        switch self {
        case .writeFailed(let file, let code):
            "\(file) cannot be written: \(SystemError(code: code))"
        case .unencodable(let file, let reason): "\(file) cannot be encoded: \(reason)"
        case .noEncoder(let file, let codec, let tried):
            "\(file): there is no encoder for \(codec) here (tried \(tried.joined(separator: ", ")))"
        case .wrongImageSize(let file, let expected, let got):
            "\(file) needs images of \(expected), not \(got)"
        case .timestampNotIncreasing(let file, let previous, let got):
            "\(file): an image at \(got.milliseconds) ms is not later than the previous one at "
                + "\(previous.milliseconds) ms"
        case .timestampOutOfRange(let file, let got):
            "\(file): a video cannot have an image at \(got.milliseconds) ms"
        case .nothingWritten(let file): "\(file): no image was written"
        case .alreadyClosed(let file): "\(file) has been finished or cancelled"
        default: "capture failed"
        }
    }
}

// MARK: Errors of the operating system

extension CaptureError {
    /// Returns the error for a file that cannot be opened or read.
    static func reading(_ path: String, _ error: SystemError) -> CaptureError {
        switch error.cause {
        case .notFound: path.hasPart("://") ? .isAddress(path) : .notFound(file: path)
        case .notPermitted: .notPermitted(file: path)
        case .isFolder, .busy, .brokenPipe, .other: .readFailed(file: path, code: error.code)
        }
    }

    /// Returns the error for a file that cannot be created or written.
    static func writing(_ path: String, _ error: SystemError) -> CaptureError {
        switch error.cause {
        case .notFound: .notFound(file: path)
        case .isFolder: .isFolder(file: path)
        case .notPermitted: .notPermitted(file: path)
        case .busy, .brokenPipe, .other: .writeFailed(file: path, code: error.code)
        }
    }

    /// Returns the error for a camera that cannot be opened.
    static func opening(camera device: String, _ error: SystemError) -> CaptureError {
        switch error.cause {
        case .notPermitted: .cameraNotPermitted(device: device)
        case .busy: .cameraBusy(device: device)
        case .notFound, .isFolder, .brokenPipe, .other:
            .noCamera(device: device, reason: "\(error)")
        }
    }
}
