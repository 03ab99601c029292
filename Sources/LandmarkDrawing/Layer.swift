import LandmarkImaging

/// A part of an image drawn in color by the platform's library: words 0xAARRGGBB in native byte
/// order, with premultiplied alpha.
struct Layer {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    var words: [UInt32]

    var right: Int { left + width }
    var bottom: Int { top + height }

    /// The pixel at a position in the image; transparent outside the layer.
    subscript(column: Int, row: Int) -> LayerPixel {
        guard left..<right ~= column, top..<bottom ~= row else { return LayerPixel() }
        return LayerPixel(words[(row - top) * width + column - left])
    }

    /// The mean of a rectangle of the image's pixels.
    func mean(of columns: Range<Int>, _ rows: Range<Int>) -> LayerPixel {
        var sum = LayerPixel()
        for row in rows {
            for column in columns {
                let pixel = self[column, row]
                sum.alpha += pixel.alpha
                sum.red += pixel.red
                sum.green += pixel.green
                sum.blue += pixel.blue
            }
        }
        let count = Float(columns.count * rows.count)
        sum.alpha /= count
        sum.red /= count
        sum.green /= count
        sum.blue /= count
        return sum
    }
}

/// A pixel with premultiplied alpha and components of 0…255.
struct LayerPixel {
    var alpha: Float = 0
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0

    init() {}

    init(_ word: UInt32) {
        alpha = Float(word >> 24)
        red = Float(word >> 16 & 255)
        green = Float(word >> 8 & 255)
        blue = Float(word & 255)
    }

    /// Returns `value` with the pixel, whose component is `component`, composited over it.
    func over(_ value: UInt8, _ component: Float) -> UInt8 {
        UInt8(min(max(component + Float(value) * (1 - alpha / 255) + 0.5, 0), 255))
    }
}

/// Converts colors to luma and chroma by ITU-T H.273.
struct YUVColors {
    /// The weights of red and blue in luma.
    private let red: Double
    private let blue: Double
    /// Black's luma, and the extents of luma and chroma.
    private let black: Double
    private let luma: Double
    private let chroma: Double

    init(_ matrix: YUVMatrix, isFullRange: Bool) {
        (red, blue) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        (black, luma, chroma) = isFullRange ? (0, 255, 255) : (16, 219, 224)
    }

    /// Returns the components, 0…255 and not rounded, of a color whose components are 0…1.
    func components(
        red: Double, green: Double, blue: Double
    ) -> (luma: Double, cb: Double, cr: Double) {
        let y = self.red * red + (1 - self.red - self.blue) * green + self.blue * blue
        return (
            black + luma * y, 128 + chroma * (blue - y) / (2 * (1 - self.blue)),
            128 + chroma * (red - y) / (2 * (1 - self.red))
        )
    }

    /// The factors of red, green and blue, 0…255, and of 1 in each component.
    var coefficients: (luma: SIMD4<Float>, cb: SIMD4<Float>, cr: SIMD4<Float>) {
        let none = components(red: 0, green: 0, blue: 0)
        let each = [
            components(red: 1, green: 0, blue: 0), components(red: 0, green: 1, blue: 0),
            components(red: 0, green: 0, blue: 1),
        ]
        func factors(_ values: [Double], _ constant: Double) -> SIMD4<Float> {
            let factors = values.map { Float(($0 - constant) / 255) }
            return SIMD4(factors[0], factors[1], factors[2], Float(constant))
        }
        return (
            factors(each.map(\.luma), none.luma), factors(each.map(\.cb), none.cb),
            factors(each.map(\.cr), none.cr)
        )
    }

    /// Returns the components of a pixel, multiplied by its alpha.
    func premultiplied(_ pixel: LayerPixel) -> (luma: Float, cb: Float, cr: Float) {
        guard pixel.alpha > 0 else { return (0, 0, 0) }
        let color = components(
            red: Double(pixel.red / pixel.alpha), green: Double(pixel.green / pixel.alpha),
            blue: Double(pixel.blue / pixel.alpha))
        let share = Double(pixel.alpha) / 255
        return (Float(color.luma * share), Float(color.cb * share), Float(color.cr * share))
    }
}

extension OverlayColor {
    /// A component as a byte; 0 for NaN.
    static func byte(_ share: Double) -> UInt8 { share > 0 ? UInt8(min(share, 1) * 255 + 0.5) : 0 }

    /// Red, green and blue.
    var components: (UInt8, UInt8, UInt8) {
        (Self.byte(red), Self.byte(green), Self.byte(blue))
    }

    /// Luma, blue difference and red difference.
    func components(_ matrix: YUVMatrix, isFullRange: Bool) -> (UInt8, UInt8, UInt8) {
        let colors = YUVColors(matrix, isFullRange: isFullRange)
        let color = colors.components(red: red, green: green, blue: blue)
        return (
            Self.byte(color.luma / 255), Self.byte(color.cb / 255), Self.byte(color.cr / 255)
        )
    }
}
