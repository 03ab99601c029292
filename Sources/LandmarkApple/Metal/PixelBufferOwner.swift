#if canImport(CoreVideo)
import CoreVideo

/// The owner that an image of a pixel buffer's memory retains: the buffer itself, locked for reading.
/// Hardware that reads the same buffer gets it from here.
protocol PixelBufferOwner: AnyObject {
    /// The buffer.
    var pixelBuffer: CVPixelBuffer { get }
}
#endif
