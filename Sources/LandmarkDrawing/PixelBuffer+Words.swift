import LandmarkImaging

extension PixelBuffer {
    /// The offsets of red, green and blue in a pixel.
    var channels: (red: Int, green: Int, blue: Int) {
        switch format {
        case .rgb24, .rgba32: (0, 1, 2)
        case .bgra32: (2, 1, 0)
        case .gray8: (0, 0, 0)
        }
    }

    /// Copies the pixels to the bitmaps of Cairo and CoreGraphics: words 0x00RRGGBB in native byte order.
    func copyWords(to target: UnsafeMutablePointer<UInt8>, bytesPerRow targetRow: Int) {
        let step = format.bytesPerPixel
        let (red, green, blue) = channels
        withUnsafeBytes { source in
            for y in 0..<height {
                let row = UnsafeMutableRawPointer(target + y * targetRow)
                var from = y * bytesPerRow
                for x in 0..<width {
                    let pixel =
                        UInt32(source[from + red]) << 16 | UInt32(source[from + green]) << 8
                        | UInt32(source[from + blue])
                    row.storeBytes(of: pixel, toByteOffset: 4 * x, as: UInt32.self)
                    from += step
                }
            }
        }
    }
}
