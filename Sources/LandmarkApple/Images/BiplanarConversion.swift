package import CWarpShader
package import LandmarkCore
package import LandmarkImaging

/// The weights of red and blue in luma.
public enum ColorMatrix: Sendable, Hashable, CaseIterable {
    /// ITU-R BT.601: 0.299 and 0.114, for standard definition.
    case bt601
    /// ITU-R BT.709: 0.2126 and 0.0722, for high definition.
    case bt709

    /// The matrix of an image that names BT.709 (true), another one (false) or none (nil). Without a name,
    /// BT.601 is assumed up to the 576 rows of standard definition.
    package init(isNamedBT709: Bool?, height: Int) {
        self = isNamedBT709 ?? (height > 576) ? .bt709 : .bt601
    }

    /// The weight of red.
    package var red: Double { self == .bt601 ? 0.299 : 0.2126 }
    /// The weight of blue.
    package var blue: Double { self == .bt601 ? 0.114 : 0.0722 }
}

/// A plane of luma and one of interleaved chroma with half the columns and rows, in a pixel buffer's memory.
package struct BiplanarImage: PixelSource {
    package let size: PixelSize
    /// A byte for each pixel.
    package let luma: YUVImage.Plane
    /// Two bytes, U and V, for each 2×2 pixels.
    package let chroma: YUVImage.Plane
    /// The conversion to colors.
    package let conversion: lw_conversion

    /// The owner of the planes.
    package var owner: AnyObject { luma.owner }

    /// Returns the pixels as contiguous rows of BGRA.
    package func converted() -> [UInt8] {
        luma.withUnsafeBytes { luma in
            chroma.withUnsafeBytes { chroma in
                conversion.bgra(
                    width: size.width, height: size.height, luma: luma,
                    lumaBytesPerRow: self.luma.bytesPerRow, chroma: chroma,
                    chromaBytesPerRow: self.chroma.bytesPerRow)
            }
        }
    }
}

/// Converts luma and half-size chroma to BGRA, in integers with 16 binary places, as the shader does.
///
/// Each chroma sample is used for 2×2 pixels, without interpolation. Results differ from exact arithmetic by
/// at most 1.
extension lw_conversion {
    /// Creates a conversion for luma 0…255 (`isFullRange`), or luma 16…235 and chroma 16…240.
    package init(_ matrix: ColorMatrix, isFullRange: Bool) {
        func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
        let green = 1 - matrix.red - matrix.blue
        let chroma = isFullRange ? 1 : 255.0 / 224
        self.init(
            black: isFullRange ? 0 : 16, luma: fixed(isFullRange ? 1 : 255.0 / 219),
            red_from_v: fixed(2 * (1 - matrix.red) * chroma),
            green_from_u: fixed(-2 * (1 - matrix.blue) * matrix.blue / green * chroma),
            green_from_v: fixed(-2 * (1 - matrix.red) * matrix.red / green * chroma),
            blue_from_u: fixed(2 * (1 - matrix.blue) * chroma))
    }

    /// Converts an image, which the planes must contain in full.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - luma: A byte for each pixel.
    ///   - lumaBytesPerRow: The number of bytes between the starts of rows.
    ///   - chroma: Two bytes, U and V, for each 2×2 pixels.
    ///   - chromaBytesPerRow: The number of bytes between the starts of rows.
    /// - Returns: The pixels as contiguous rows.
    package func bgra(
        width: Int, height: Int, luma: UnsafeRawBufferPointer, lumaBytesPerRow: Int,
        chroma: UnsafeRawBufferPointer, chromaBytesPerRow: Int
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            for y in 0..<height {
                convertRow(
                    width: width,
                    UnsafeRawBufferPointer(rebasing: luma[(y * lumaBytesPerRow)...]),
                    UnsafeRawBufferPointer(rebasing: chroma[(y / 2 * chromaBytesPerRow)...]),
                    UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(bytes)[(y * width * 4)...]))
            }
            count = width * height * 4
        }
    }

    private func convertRow(
        width: Int, _ luma: UnsafeRawBufferPointer, _ chroma: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer
    ) {
        var x = 0
        while x < width {
            let u = Int32(chroma[x & ~1]) &- 128
            let v = Int32(chroma[x | 1]) &- 128
            let red = red_from_v &* v &+ 32768
            let green = green_from_u &* u &+ green_from_v &* v &+ 32768
            let blue = blue_from_u &* u &+ 32768
            let end = min(x + 2, width)
            while x < end {
                let y = (Int32(luma[x]) &- black) &* self.luma
                let pixel =
                    Self.byte(y &+ blue) | Self.byte(y &+ green) << 8
                    | Self.byte(y &+ red) << 16 | 0xff00_0000
                output.storeBytes(of: pixel.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
                x &+= 1
            }
        }
    }

    /// The integer part, clamped to 0…255.
    @inline(__always)
    private static func byte(_ value: Int32) -> UInt32 {
        UInt32(truncatingIfNeeded: max(0, min(255, value >> 16)))
    }
}
