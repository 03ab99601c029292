import LandmarkCore
import LandmarkImaging

/// An RGB image whose pixels scenes change.
struct SceneImage: Sendable {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Copies an image; alpha is dropped.
    init(_ image: PixelBuffer) {
        let size = image.format.bytesPerPixel
        let places =
            switch image.format {
            case .rgb24, .rgba32: [0, 1, 2]
            case .bgra32: [2, 1, 0]
            case .gray8: [0, 0, 0]
            }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * image.width * image.height)
        image.withUnsafeBytes { bytes in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let start = y * image.bytesPerRow + x * size
                    for place in places { pixels.append(bytes[start + place]) }
                }
            }
        }
        self.init(width: image.width, height: image.height, pixels: pixels)
    }

    func pixelBuffer() throws -> PixelBuffer {
        try PixelBuffer(width: width, height: height, format: .rgb24, bytes: pixels)
    }

    /// The image whose pixels have the color at the position that `place` maps their center to, in
    /// pixels; positions outside take the border's color.
    func resampled(
        width: Int, height: Int, _ place: (Float, Float) -> (Float, Float)
    ) -> SceneImage {
        var result = [UInt8](repeating: 0, count: 3 * width * height)
        result.withUnsafeMutableBufferPointer { result in
            pixels.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    for x in 0..<width {
                        let (u, v) = place(Float(x) + 0.5, Float(y) + 0.5)
                        let start = 3 * (y * width + x)
                        interpolate(source, u, v) { channel, value in
                            result[start + channel] = value
                        }
                    }
                }
            }
        }
        return SceneImage(width: width, height: height, pixels: result)
    }

    /// The image as stored by a camera with `orientation`.
    func turned(_ orientation: Orientation) -> SceneImage {
        let (width, height) = (Float(width), Float(height))
        return switch orientation {
        case .up: self
        case .down: resampled(width: self.width, height: self.height) { (width - $0, height - $1) }
        case .right: resampled(width: self.height, height: self.width) { (width - $1, $0) }
        case .left: resampled(width: self.height, height: self.width) { ($1, height - $0) }
        }
    }

    /// Replaces the pixels in a rectangle with colors from other positions of the original image.
    mutating func warp(
        columns: Range<Int>, rows: Range<Int>, _ place: (Float, Float) -> (Float, Float)
    ) {
        let before = self
        before.pixels.withUnsafeBufferPointer { source in
            for y in rows.clamped(to: 0..<height) {
                for x in columns.clamped(to: 0..<width) {
                    let (u, v) = place(Float(x) + 0.5, Float(y) + 0.5)
                    let start = 3 * (y * width + x)
                    before.interpolate(source, u, v) { channel, value in
                        pixels[start + channel] = value
                    }
                }
            }
        }
    }

    @inline(__always)
    private func interpolate(
        _ source: UnsafeBufferPointer<UInt8>, _ u: Float, _ v: Float, _ set: (Int, UInt8) -> Void
    ) {
        let x = min(max(u - 0.5, 0), Float(width - 1)), y = min(max(v - 0.5, 0), Float(height - 1))
        let column = Int(x), row = Int(y)
        let dx = x - Float(column), dy = y - Float(row)
        let right = column + 1 < width ? 3 : 0, down = row + 1 < height ? 3 * width : 0
        let start = 3 * (row * width + column)
        for channel in 0..<3 {
            let a = Float(source[start + channel]), b = Float(source[start + right + channel])
            let c = Float(source[start + down + channel])
            let d = Float(source[start + down + right + channel])
            let top = a + (b - a) * dx, bottom = c + (d - c) * dx
            set(channel, UInt8(top + (bottom - top) * dy + 0.5))
        }
    }

    /// Blends a color over the pixels in a rectangle, by the opacity (0…1) at each pixel's center.
    mutating func paint(
        columns: Range<Int>, rows: Range<Int>,
        _ paint: (Float, Float) -> (color: SIMD3<Float>, opacity: Float)
    ) {
        for y in rows.clamped(to: 0..<height) {
            for x in columns.clamped(to: 0..<width) {
                let (color, opacity) = paint(Float(x) + 0.5, Float(y) + 0.5)
                guard opacity > 0 else { continue }
                let start = 3 * (y * width + x)
                for channel in 0..<3 {
                    let old = Float(pixels[start + channel])
                    let value = old + (color[channel] - old) * min(1, opacity)
                    pixels[start + channel] = UInt8(min(255, max(0, value + 0.5)))
                }
            }
        }
    }

    /// Changes each channel of each pixel.
    mutating func map(_ change: (Float) -> Float) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices {
                pixels[index] = UInt8(min(255, max(0, change(Float(pixels[index])) + 0.5)))
            }
        }
    }

    /// Blurs with three box filters, which together approximate a Gaussian of `sigma` pixels.
    func blurred(sigma: Float) -> SceneImage {
        let radius = max(1, Int((sigma * sigma + 0.25).squareRoot().rounded()))
        var result = self
        for _ in 0..<3 {
            result.boxBlur(
                radius: radius, count: width, stride: 3, lines: height, lineStride: 3 * width)
            result.boxBlur(
                radius: radius, count: height, stride: 3 * width, lines: width, lineStride: 3)
        }
        return result
    }

    private mutating func boxBlur(
        radius: Int, count: Int, stride: Int, lines: Int, lineStride: Int
    ) {
        var line = [Int](repeating: 0, count: count)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for index in 0..<lines {
                for channel in 0..<3 {
                    let start = index * lineStride + channel
                    for place in 0..<count { line[place] = Int(pixels[start + place * stride]) }
                    var sum = 0
                    for place in -radius...radius { sum += line[min(max(place, 0), count - 1)] }
                    for place in 0..<count {
                        pixels[start + place * stride] = UInt8((sum + radius) / (2 * radius + 1))
                        sum += line[min(place + radius + 1, count - 1)]
                        sum -= line[max(place - radius, 0)]
                    }
                }
            }
        }
    }
}
