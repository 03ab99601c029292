import LandmarkCore
import LandmarkImaging

/// Brings images from one size to another, columns and rows each by themselves: by straight lines
/// between pixels where they become more, by the mean of what a pixel covers where they become
/// fewer, as OpenCV's INTER_LINEAR and INTER_AREA do. Halves are rounded up.
struct ImageScaling {
    /// The size of the images that are scaled.
    let source: PixelSize
    private let target: PixelSize
    private let columns: PixelShares
    private let rows: PixelShares

    init(from source: PixelSize, to target: PixelSize, takesNearest: Bool) {
        self.source = source
        self.target = target
        columns = PixelShares(of: source.width, for: target.width, takesNearest: takesNearest)
        rows = PixelShares(of: source.height, for: target.height, takesNearest: takesNearest)
    }

    /// Scales an image, which must be of the size that this is for.
    func apply(to image: PixelBuffer) throws(ImagingError) -> PixelBuffer {
        let step = image.format.bytesPerPixel
        let row = target.width * step
        let count = row * target.height
        let bytes = image.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
                ScaledLines.withMemory(of: columns, from: image, source) { lines in
                    for y in 0..<target.height {
                        lines.mix(y, of: rows)
                        lines.round(into: UnsafeMutableBufferPointer(rebasing: bytes[(y * row)...]))
                    }
                }
                used = count
            }
        }
        return try PixelBuffer(
            width: target.width, height: target.height, format: image.format, bytes: bytes)
    }
}
