package import LandmarkImaging

/// Images generated from a seed, equal to those of `Tests/LandmarkImagingTests/Fixtures/warp_references.py`.
package enum SyntheticImage {
    /// Creates a wrapping ramp plus 6 bits of noise: hard edges, slopes and texture.
    package static func make(width: Int, height: Int, seed: UInt64) throws -> PixelBuffer {
        var random = SplitMix64(seed: seed)
        var bytes = [UInt8]()
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<3 {
                    let value = x * 3 + y * 5 + c * 70 + Int(random.next() >> 58)
                    bytes.append(UInt8(truncatingIfNeeded: value))
                }
            }
        }
        return try PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes)
    }

    /// Returns the same pixels in another format, with `spare` bytes of padding per row.
    package static func convert(_ rgb: PixelBuffer, to format: PixelFormat, spare: Int) throws
        -> PixelBuffer
    {
        let pixels = rgb.packed
        var bytes = [UInt8]()
        for y in 0..<rgb.height {
            for x in 0..<rgb.width {
                let p = (y * rgb.width + x) * 3
                switch format {
                case .rgb24: bytes += pixels[p..<p + 3]
                case .rgba32: bytes += [pixels[p], pixels[p + 1], pixels[p + 2], UInt8(x & 255)]
                case .bgra32: bytes += [pixels[p + 2], pixels[p + 1], pixels[p], UInt8(y & 255)]
                case .gray8: bytes.append(pixels[p])
                }
            }
            if y < rgb.height - 1 { bytes += [UInt8](repeating: 77, count: spare) }
        }
        return try PixelBuffer(
            width: rgb.width, height: rgb.height, format: format,
            bytesPerRow: rgb.width * format.bytesPerPixel + spare, bytes: bytes)
    }
}

extension PixelBuffer {
    /// The pixels without padding between rows.
    package var packed: [UInt8] {
        let row = width * format.bytesPerPixel
        return withUnsafeBytes { bytes in
            (0..<height).flatMap { y in bytes[y * bytesPerRow..<y * bytesPerRow + row] }
        }
    }
}
