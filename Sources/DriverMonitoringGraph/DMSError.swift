public import Foundation
package import LandmarkApple
public import LandmarkCalculators
public import LandmarkCore
public import LandmarkImaging

/// An error of an `MPPGraph`.
///
/// In Objective-C it is an `NSError` of the domain `DMSErrorDomain`, whose code is a `DMSErrorCode`.
public enum DMSError: LandmarkError {
    /// The graph file cannot be read, its graph is not valid, or its run has failed.
    case graph(GraphRunnerError)
    /// A model file is in none of the folders.
    case modelNotFound(file: String, folders: [String])
    /// The pixel buffer's format, a four-character code, is not supported.
    case pixelFormat(UInt32)
    /// The pixel buffer's memory cannot be read; `reason` is a sentence.
    case unreadablePixels(reason: String)
    /// The pixel buffer has no pixels, or its rows are shorter than its width.
    case image(ImagingError)
    /// The sample buffer is not valid, or holds no image.
    case noImage
    /// The time is not a number.
    case invalidTime
    /// The image is not later than the previous one.
    case timestampNotIncreasing(previous: Timestamp, got: Timestamp)
    /// The image is more than an hour later than the previous one: the timestamps may be in a unit
    /// other than milliseconds. If there was a break, the next image is accepted.
    case timestampJump(previous: Timestamp, got: Timestamp)
    /// At least the third image in succession that is more than two seconds later than the one
    /// before: the timestamps may be microseconds. Drivers can only be monitored with several
    /// images per second.
    case intervalTooLong(previous: Timestamp, got: Timestamp)
    /// The time is more than 2⁵³ ms (285,000 years) from zero.
    case timestampOutOfRange(Timestamp)
    /// `MPPGraph.rotation` is not 0, 90, 180 or 270.
    case rotation(Int)
    /// The graph sent no result for this image.
    case noResult(Timestamp)
    /// The graph is closed.
    case closed

    /// One sentence with the facts.
    public var description: String {
        switch self {
        case .graph(let error): error.description
        case .modelNotFound(let file, let folders):
            "the model \(file) is in none of these folders: \(folders.joined(separator: ", "))"
        case .pixelFormat(let code):
            AppleImageError.unsupportedFormat(FourCharacterCode(rawValue: code)).description
        case .unreadablePixels(let reason): reason
        case .image(let error): error.description
        case .noImage: "the sample buffer is not valid or contains no image"
        case .invalidTime: "the time of the image is not a number"
        case .timestampNotIncreasing(let previous, let got):
            "an image at \(got.milliseconds) ms cannot follow one at \(previous.milliseconds) ms:"
                + " timestamps must increase"
        case .timestampJump(let previous, let got):
            "an image at \(got.milliseconds) ms is more than an hour later than the one at"
                + " \(previous.milliseconds) ms: are these timestamps in milliseconds?"
        case .intervalTooLong(let previous, let got):
            "an image at \(got.milliseconds) ms follows one at \(previous.milliseconds) ms, and the"
                + " images before it were as far apart: monitoring a driver requires several images per second; are"
                + " these timestamps in milliseconds?"
        case .timestampOutOfRange(let time):
            "an image at \(time.milliseconds) ms is too far from zero"
        case .rotation(let degrees):
            "the rotation must be 0, 90, 180 or 270 degrees, not \(degrees)"
        case .noResult(let time): "the graph sends no result at \(time.milliseconds) ms"
        case .closed: "the graph is closed"
        }
    }
}

extension DMSError {
    /// Converts the error of an image from Apple's frameworks.
    package init(_ error: AppleImageError) {
        self =
            switch error {
            case .unsupportedFormat(let code): .pixelFormat(code.rawValue)
            case .noImageBuffer: .noImage
            case .noTime: .invalidTime
            case .imaging(let error): .image(error)
            default: .unreadablePixels(reason: error.description)
            }
    }
}

extension DMSError: CustomNSError {
    /// The domain of the errors in Objective-C.
    public static let errorDomain = "DMSErrorDomain"

    /// The code of the error in Objective-C.
    public var code: DMSErrorCode {
        switch self {
        case .graph: .graph
        case .modelNotFound: .modelNotFound
        case .pixelFormat: .pixelFormat
        case .unreadablePixels, .image: .image
        case .noImage: .noImage
        case .invalidTime, .timestampNotIncreasing, .timestampJump, .intervalTooLong,
            .timestampOutOfRange:
            .timestamp
        case .rotation: .rotation
        case .noResult: .noResult
        case .closed: .closed
        }
    }

    /// The raw value of `code`.
    public var errorCode: Int { code.rawValue }

    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

/// The codes of errors in the domain `DMSErrorDomain`.
#if canImport(ObjectiveC)
@objc(DMSErrorCode)
#endif
public enum DMSErrorCode: Int, Sendable {
    /// The graph file cannot be read, its graph is not valid, or its run has failed.
    case graph = 1
    /// A model file was not found.
    case modelNotFound = 2
    /// The pixel format is not supported.
    case pixelFormat = 3
    /// The pixels cannot be read.
    case image = 4
    /// The sample buffer holds no image.
    case noImage = 5
    /// The time is not a number, does not increase, jumps by more than an hour, is out of range, or is
    /// one of several that are seconds apart.
    case timestamp = 6
    /// The rotation is not a multiple of 90 degrees.
    case rotation = 7
    /// The graph sends no result.
    case noResult = 8
    /// The graph is closed.
    case closed = 9
}
