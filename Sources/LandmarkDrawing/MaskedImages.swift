import LandmarkCore
package import LandmarkImaging

extension Canvas {
    /// Draws another image of the same size where a mask covers it.
    ///
    /// - Throws: `ImagingError.maskSizeDiffers(mask:image:)` for a mask or an image of another size.
    package func draw(_ image: PixelBuffer, where mask: Mask) throws(ImagingError) {
        for other in [image.size, mask.size] where other != size {
            throw .maskSizeDiffers(mask: other, image: size)
        }
        guard let target = surface.target() else { return }
        image.withUnsafeBytes { bytes in
            mask.values.withUnsafeBufferPointer { shares in
                guard let start = bytes.baseAddress, let shares = shares.baseAddress else { return }
                let source = MaskedImage(
                    image, start: start.assumingMemoryBound(to: UInt8.self), shares: shares)
                switch target {
                case .rgb(let start): source.draw(on: start)
                case .yuv(let planes, let colors): source.draw(on: planes, colors)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The image as `rgba32`, with a mask of its size as alpha.
    ///
    /// - Throws: `ImagingError.maskSizeDiffers(mask:image:)` for a mask of another size.
    package func cutOut(by mask: Mask) throws(ImagingError) -> PixelBuffer {
        guard mask.size == size else { throw .maskSizeDiffers(mask: mask.size, image: size) }
        let step = format.bytesPerPixel
        let (red, green, blue) = channels
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 4)
        withUnsafeBytes { bytes in
            for row in 0..<height {
                for column in 0..<width {
                    let start = row * bytesPerRow + column * step
                    let share = MaskedImage.share(mask.values[row * width + column])
                    result.append(bytes[start + red])
                    result.append(bytes[start + green])
                    result.append(bytes[start + blue])
                    result.append(UInt8(share * 255 + 0.5))
                }
            }
        }
        return try PixelBuffer(width: width, height: height, format: .rgba32, bytes: result)
    }
}

/// The pixels of an image, each with the share of a mask.
private struct MaskedImage {
    private let size: PixelSize
    private let start: UnsafePointer<UInt8>
    private let bytesPerRow: Int
    private let step: Int
    private let channels: (red: Int, green: Int, blue: Int)
    private let shares: UnsafePointer<Float>

    init(_ image: PixelBuffer, start: UnsafePointer<UInt8>, shares: UnsafePointer<Float>) {
        size = image.size
        self.start = start
        bytesPerRow = image.bytesPerRow
        step = image.format.bytesPerPixel
        channels = image.channels
        self.shares = shares
    }

    /// A mask's value within 0…1; 0 for NaN.
    static func share(_ value: Float) -> Float { value > 0 ? min(value, 1) : 0 }

    /// The color of a pixel, 0…255, times its share, and the share.
    private func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        let place = start + row * bytesPerRow + column * step
        let share = Self.share(shares[row * size.width + column])
        let color = SIMD4<Float>(
            Float(place[channels.red]), Float(place[channels.green]), Float(place[channels.blue]), 1
        )
        return color * share
    }

    /// Draws over RGB pixels without padding.
    func draw(on target: UnsafeMutablePointer<UInt8>) {
        for row in 0..<size.height {
            var to = target + row * size.width * 3
            for column in 0..<size.width {
                let pixel = pixel(column, row)
                for channel in 0..<3 {
                    to[channel] = Self.over(to[channel], pixel[channel], pixel[3])
                }
                to += 3
            }
        }
    }

    /// Draws over luma, and over chroma with a quarter of its pixels.
    func draw(on planes: [Surface.TargetPlane], _ colors: YUVColors) {
        let (luma, cb, cr) = colors.coefficients
        for row in 0..<size.height {
            let to = planes[0].start + row * planes[0].bytesPerRow
            for column in 0..<size.width {
                let pixel = pixel(column, row)
                to[column] = Self.over(to[column], (luma * pixel).sum(), pixel[3])
            }
        }
        for row in stride(from: 0, to: size.height, by: 2) {
            for column in stride(from: 0, to: size.width, by: 2) {
                let mean = mean(
                    column..<min(column + 2, size.width), row..<min(row + 2, size.height))
                for (plane, coefficients) in [(planes[1], cb), (planes[2], cr)] {
                    let to = plane.start + row / 2 * plane.bytesPerRow + column / 2
                    to.pointee = Self.over(to.pointee, (coefficients * mean).sum(), mean[3])
                }
            }
        }
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for row in rows {
            for column in columns { sum += pixel(column, row) }
        }
        return sum / Float(columns.count * rows.count)
    }

    /// Returns a byte with a component, already multiplied by its share, composited over it.
    private static func over(_ value: UInt8, _ component: Float, _ share: Float) -> UInt8 {
        UInt8(min(max(component + Float(value) * (1 - share) + 0.5, 0), 255))
    }
}
