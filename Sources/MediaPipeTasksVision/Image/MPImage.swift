public import Foundation
import LandmarkCore
import LandmarkImaging

#if canImport(UIKit)
public import UIKit
#endif
#if canImport(CoreMedia)
import CoreMedia
#endif
#if canImport(CoreVideo)
import CoreVideo
#endif

/// An input image for a task, with the orientation of its scene.
///
/// An image can have any orientation, but tasks throw an error for mirrored ones.
#if canImport(ObjectiveC)
@objc(MPPImage) @objcMembers
#endif
open class MPImage: NSObject {
    /// The width in pixels; for a `UIImage`, as displayed.
    public let width: CGFloat
    /// The height in pixels; for a `UIImage`, as displayed.
    public let height: CGFloat
    /// The orientation of the scene in the image.
    public let orientation: ImageOrientation
    /// The kind of source from which the image was created.
    public let imageSourceType: MPImageSourceType

    let source: ImageSource

    init(
        _ source: ImageSource, type: MPImageSourceType, size: CGSize,
        orientation: ImageOrientation
    ) {
        self.source = source
        imageSourceType = type
        width = size.width
        height = size.height
        self.orientation = orientation
        super.init()
    }
}

extension MPImage {
    /// Returns the pixels and orientation for a task.
    ///
    /// - Throws: `NSError` with code 3 for a mirrored orientation or an unsupported pixel format,
    ///   or code 13 if the pixels cannot be read.
    func taskInput() throws -> (image: PixelBuffer, orientation: Orientation) {
        let orientation = try unmirroredOrientation()
        return (try source.pixels(), orientation)
    }

    private func unmirroredOrientation() throws -> Orientation {
        switch orientation {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        default:
            throw NSError.task(
                .invalidArgumentError,
                "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the"
                    + " mirrored orientations"
                    + " (`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,"
                    + "`UIImageOrientationLeftMirrored`,`UIImageOrientationRightMirrored`)")
        }
    }
}

/// The kind of source from which an `MPImage` was created.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
    /// The number of the type.
    public let rawValue: Int

    /// Creates a type from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A `UIImage`, or an image file.
    public static let image = MPImageSourceType(rawValue: 0)
    /// A pixel buffer.
    public static let pixelBuffer = MPImageSourceType(rawValue: 1)
    /// A `CMSampleBuffer`.
    public static let sampleBuffer = MPImageSourceType(rawValue: 2)
}

#if canImport(ObjectiveC)
/// `MPImageSourceType` with the Objective-C names of its values.
@objc public enum MPPImageSourceType: Int, Sendable {
    /// A `UIImage`, or an image file.
    case image = 0
    /// A pixel buffer.
    case pixelBuffer = 1
    /// A `CMSampleBuffer`.
    case sampleBuffer = 2
}

extension MPImage {
    /// The kind of source from which the image was created, for Objective-C.
    @available(swift, obsoleted: 1.0, renamed: "imageSourceType")
    @objc(imageSourceType)
    public var objectiveCImageSourceType: MPPImageSourceType {
        switch imageSourceType {
        case .pixelBuffer: .pixelBuffer
        case .sampleBuffer: .sampleBuffer
        default: .image
        }
    }
}
#endif

#if canImport(UIKit)
/// The orientation of the scene in an image.
public typealias ImageOrientation = UIImage.Orientation
#else
/// The orientation of the scene in an image, with the cases and raw values of
/// `UIImage.Orientation`; where UIKit exists, it is that type.
#if canImport(ObjectiveC)
@objc(MPPImageOrientation)
#endif
public enum ImageOrientation: Int, Sendable {
    /// The scene is upright.
    case up = 0
    /// The scene is upside down.
    case down = 1
    /// The scene's top is at the image's right edge.
    case left = 2
    /// The scene's top is at the image's left edge.
    case right = 3
    /// Upright and mirrored; not supported by tasks.
    case upMirrored = 4
    /// Upside down and mirrored; not supported by tasks.
    case downMirrored = 5
    /// Like `left` and mirrored; not supported by tasks.
    case leftMirrored = 6
    /// Like `right` and mirrored; not supported by tasks.
    case rightMirrored = 7
}
#endif

/// The pixels behind an `MPImage`.
enum ImageSource {
    /// Pixels from a file or from the caller.
    case pixels(PixelBuffer)
    #if canImport(UIKit)
    case image(UIImage, CGImage)
    #endif
    #if canImport(CoreVideo)
    case pixelBuffer(CVPixelBuffer)
    #endif
    #if canImport(CoreMedia)
    case sampleBuffer(CMSampleBuffer, CVPixelBuffer)
    #endif

    /// Returns the pixels, converted for `LandmarkTasks` where necessary.
    ///
    /// - Throws: `NSError` with code 3 for an unsupported pixel format, or code 13 if the pixels
    ///   cannot be read.
    func pixels() throws -> PixelBuffer {
        switch self {
        case .pixels(let pixels): pixels
        #if canImport(UIKit)
        case .image(_, let image): try PixelBuffer(drawing: image)
        #endif
        #if canImport(CoreVideo)
        case .pixelBuffer(let buffer): try PixelBuffer(copying: buffer)
        #endif
        #if canImport(CoreMedia)
        case .sampleBuffer(_, let buffer): try PixelBuffer(copying: buffer)
        #endif
        }
    }
}
