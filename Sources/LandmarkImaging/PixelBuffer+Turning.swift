import LandmarkCore

extension PixelBuffer {
    /// The image as it is meant to be seen, given how its file says it is stored.
    ///
    /// Returns the image itself when nothing has to move.
    package func righted(from stored: ExifOrientation) -> PixelBuffer {
        if stored == .upright { return self }
        let step = format.bytesPerPixel
        let size = stored.swapsAxes ? PixelSize(width: height, height: width) : size
        let walk = walk(for: stored)
        let row = size.width * step
        let total = row * size.height
        let bytes = withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: total) { target, count in
                for y in 0..<size.height {
                    var from = walk.start + y * walk.perRow
                    var to = y * row
                    for _ in 0..<size.width {
                        for channel in 0..<step { target[to + channel] = source[from + channel] }
                        from += walk.perColumn
                        to += step
                    }
                }
                count = total
            }
        }
        return PixelBuffer(trusted: size, format: format, bytesPerRow: row, bytes: bytes)
    }

    /// Where the top left pixel of the righted image is stored, and how far to move in the bytes
    /// for each of its columns and rows.
    private func walk(
        for stored: ExifOrientation
    ) -> (start: Int, perColumn: Int, perRow: Int) {
        let x = format.bytesPerPixel
        let y = bytesPerRow
        let right = (width - 1) * x
        let bottom = (height - 1) * y
        return switch stored {
        case .upright: (0, x, y)
        case .mirrored: (right, -x, y)
        case .turnedHalf: (right + bottom, -x, -y)
        case .mirroredTurnedHalf: (bottom, x, -y)
        case .transposed: (0, y, x)
        case .turnedLeft: (bottom, -y, x)
        case .transposedTurnedHalf: (right + bottom, -y, -x)
        case .turnedRight: (right, y, -x)
        }
    }
}
