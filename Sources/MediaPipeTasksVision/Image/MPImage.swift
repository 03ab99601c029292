public import Foundation
import LandmarkCore
import LandmarkImaging

#if canImport(UIKit)
public import UIKit

/// How the scene lies in an image.
public typealias ImageOrientation = UIImage.Orientation
#endif

/// An image for a task, and how its scene lies in it.
///
/// Any orientation is taken here; a task refuses the mirrored ones when it is given the image.
open class MPImage: NSObject {
    /// The width in pixels; of an image of UIKit, as it is displayed.
    public let width: CGFloat
    /// The height in pixels; of an image of UIKit, as it is displayed.
    public let height: CGFloat
    /// How the scene lies in the image.
    public let orientation: ImageOrientation
    /// What the image was made of.
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
    /// The pixels and how they lie, for a task.
    ///
    /// - Throws: An `NSError` of code 3 for a mirrored orientation or pixels of an unknown layout.
    func forTask() throws -> (image: PixelBuffer, orientation: Orientation) {
        let orientation = try unmirrored()
        return (try source.pixels(), orientation)
    }

    private func unmirrored() throws -> Orientation {
        switch orientation {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        default:
            throw NSError.task(
                .invalidArgumentError,
                "Unsupported UIImageOrientation. A mirrored image cannot be processed; the"
                    + " orientation must be up, down, left or right.")
        }
    }
}
