import LandmarkCore
package import LandmarkDrawing
package import LandmarkImaging

/// The replacement for everything outside a mask.
package enum Background: Sendable {
    /// A single color.
    case color(OverlayColor)
    /// The image itself, blurred.
    case blur
    /// Another image, which fills the image; parts that do not fit are cropped evenly on both sides.
    case image(Filling)

    /// Draws the background where a mask of the canvas's size does not cover it.
    ///
    /// - Throws: `ImagingError` for a mask of another size, and if the background cannot be drawn.
    package func draw(on canvas: Canvas, behind mask: Mask) throws(ImagingError) {
        let rest = mask.inverted
        switch self {
        case .color(let color): try canvas.tint(rest, color: color)
        case .blur: try canvas.draw(try canvas.image().blurred(), where: rest)
        case .image(let filling):
            try canvas.draw(try filling.image(of: canvas.size), where: rest)
        }
    }

    /// An image, and the part of it that fills the images of a video.
    package final class Filling: Sendable {
        private let image: PixelBuffer
        private let last = Mutex<PixelBuffer?>(nil)

        package init(_ image: PixelBuffer) { self.image = image }

        fileprivate func image(of size: PixelSize) throws(ImagingError) -> PixelBuffer {
            try last.withLock { (last) throws(ImagingError) in
                if let last, last.size == size { return last }
                let fitted = try image.filling(size)
                last = fitted
                return fitted
            }
        }
    }
}

extension Mask {
    /// The mask of everything else.
    fileprivate var inverted: Mask { Mask(trusted: size, values: values.map { 1 - $0 }) }
}

extension PixelBuffer {
    /// The shorter side, in pixels, of the small image whose details are all that remain in the blurred
    /// image.
    private static var blurredSide: Int { 40 }

    /// The image with RGB pixels in which only large areas can be told apart.
    fileprivate func blurred() throws(ImagingError) -> PixelBuffer {
        let sampler = try ImageToTensor()
        var sizes = [size]
        var image = self
        while min(image.width, image.height) > Self.blurredSide {
            image = try image.halved(by: sampler)
            sizes.append(image.size)
        }
        // Doubling the size repeatedly interpolates more smoothly than a single step.
        for size in sizes.dropLast().reversed() {
            image = try image.resized(image.bounds, to: size, by: sampler)
        }
        return image
    }

    /// The largest centered part with the shape of `size`, resized to it.
    fileprivate func filling(_ size: PixelSize) throws(ImagingError) -> PixelBuffer {
        let sampler = try ImageToTensor()
        var image = self
        while image.width >= 2 * size.width, image.height >= 2 * size.height {
            image = try image.halved(by: sampler)
        }
        let scale = min(
            Float(image.width) / Float(size.width), Float(image.height) / Float(size.height))
        var part = image.bounds
        part.width = Float(size.width) * scale
        part.height = Float(size.height) * scale
        return try image.resized(part, to: size, by: sampler)
    }

    private var bounds: PixelRect {
        PixelRect(
            xCenter: Float(width) / 2, yCenter: Float(height) / 2, width: Float(width),
            height: Float(height), rotation: 0)
    }

    /// The image in half the size; each pixel is the mean of four.
    private func halved(by sampler: ImageToTensor) throws(ImagingError) -> PixelBuffer {
        let half = PixelSize(width: (width + 1) / 2, height: (height + 1) / 2)
        var whole = bounds
        whole.width = Float(2 * half.width)
        whole.height = Float(2 * half.height)
        whole.xCenter = whole.width / 2
        whole.yCenter = whole.height / 2
        return try resized(whole, to: half, by: sampler)
    }

    /// A part of the image in another size.
    private func resized(
        _ part: PixelRect, to size: PixelSize, by sampler: ImageToTensor
    ) throws(ImagingError) -> PixelBuffer {
        // The sampler reads at the corners of pixels, but the centers are needed here.
        var part = part
        part.xCenter += part.width / Float(size.width) / 2 - 0.5
        part.yCenter += part.height / Float(size.height) / 2 - 0.5
        return try sampler.crop(
            self, roi: part, border: .replicate, width: size.width, height: size.height)
    }
}
