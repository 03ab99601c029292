import Foundation
public import LandmarkImaging

extension MPImage {
    /// Takes upright pixels of any format.
    public convenience init(pixelBuffer: PixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Takes pixels of any format; `orientation` says how the scene lies in them.
    public convenience init(pixelBuffer: PixelBuffer, orientation: ImageOrientation) throws {
        self.init(
            .pixels(pixelBuffer), type: .pixelBuffer,
            size: CGSize(width: pixelBuffer.width, height: pixelBuffer.height),
            orientation: orientation)
    }
}
