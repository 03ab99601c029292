import LandmarkCore
import LandmarkImaging

// The bitmaps of Cairo and CoreGraphics: 32-bit words 0x00RRGGBB in native byte order.

extension PixelBuffer {
    /// Copies the pixels to words.
    func copyWords(to target: UnsafeMutablePointer<UInt8>, bytesPerRow targetRow: Int) {
        let step = format.bytesPerPixel
        let (red, green, blue) =
            switch format {
            case .rgb24, .rgba32: (0, 1, 2)
            case .bgra32: (2, 1, 0)
            case .gray8: (0, 0, 0)
            }
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

    /// Creates an `rgb24` image from words.
    init(words source: UnsafePointer<UInt8>, size: PixelSize, stride: Int) {
        let count = size.width * size.height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            var to = 0
            for y in 0..<size.height {
                let row = UnsafeRawPointer(source + y * stride)
                for x in 0..<size.width {
                    let pixel = row.load(fromByteOffset: 4 * x, as: UInt32.self)
                    target[to] = UInt8(truncatingIfNeeded: pixel >> 16)
                    target[to + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    target[to + 2] = UInt8(truncatingIfNeeded: pixel)
                    to += 3
                }
            }
            used = count
        }
        self.init(trusted: size, format: .rgb24, bytesPerRow: size.width * 3, bytes: bytes)
    }
}
