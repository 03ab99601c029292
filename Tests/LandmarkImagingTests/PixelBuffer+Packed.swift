import LandmarkImaging

extension PixelBuffer {
    /// The pixels without what may lie between rows.
    var packed: [UInt8] {
        let row = width * format.bytesPerPixel
        return withUnsafeBytes { bytes in
            (0..<height).flatMap { y in bytes[y * bytesPerRow..<y * bytesPerRow + row] }
        }
    }
}
