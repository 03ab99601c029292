import LandmarkImaging

#if canImport(UIKit)
import UIKit
#endif
#if canImport(CoreMedia)
import CoreMedia
#endif
#if canImport(CoreVideo)
import CoreVideo
#endif

/// What an `MPImage` holds.
enum ImageSource {
    /// Our own pixels: of a file, or handed in.
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

    /// The pixels as a task takes them.
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
