#if canImport(UIKit)
import CoreGraphics
import CoreImage
public import LandmarkCore
public import LandmarkImaging
public import UIKit

extension PixelBuffer {
    /// Creates an image from a `UIImage`, **upright**: its orientation is applied, including mirroring. One
    /// pixel of the result is one pixel of the image, whatever its scale.
    ///
    /// - Parameter image: An image with a bitmap, or one that Core Image renders.
    /// - Throws: `AppleImageError.emptyImage`, or `.notRenderable` for an image without pixels.
    public init(_ image: UIImage) throws(AppleImageError) {
        let stored: CGImage
        if let bitmap = image.cgImage {
            stored = bitmap
        } else if let recipe = image.ciImage,
            let rendered = CIContext().createCGImage(recipe, from: recipe.extent)
        {
            stored = rendered
        } else {
            throw .notRenderable(kind: "UIImage")
        }
        let placement = UprightPlacement(
            ImageTurn(image.imageOrientation), width: stored.width, height: stored.height)
        try self.init(
            drawing: "UIImage", width: placement.size.width, height: placement.size.height
        ) { context in
            let t = placement.transform
            context.concatenate(CGAffineTransform(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.x, ty: t.y))
            context.draw(
                stored,
                in: CGRect(
                    x: 0, y: 0, width: Double(stored.width), height: Double(stored.height)))
        }
    }
}

extension ImageTurn {
    /// The turn for UIKit's orientation; unknown ones are treated as upright.
    fileprivate init(_ orientation: UIImage.Orientation) {
        switch orientation {
        case .up: self.init(.up, isMirrored: false)
        case .down: self.init(.down, isMirrored: false)
        case .left: self.init(.left, isMirrored: false)
        case .right: self.init(.right, isMirrored: false)
        case .upMirrored: self.init(.up, isMirrored: true)
        case .downMirrored: self.init(.down, isMirrored: true)
        case .leftMirrored: self.init(.left, isMirrored: true)
        case .rightMirrored: self.init(.right, isMirrored: true)
        @unknown default: self.init(.up, isMirrored: false)
        }
    }
}

extension Orientation {
    /// UIKit's orientation of the same name; nil for a mirrored or unknown one.
    public init?(_ orientation: UIImage.Orientation) {
        let turn = ImageTurn(orientation)
        guard !turn.isMirrored else { return nil }
        self = turn.orientation
    }
}
#endif
