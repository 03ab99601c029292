import CLandmarkKernels
package import LandmarkCore

/// Brings a network's mask of a region back to the size and place of the picture.
///
/// The arithmetic is MediaPipe's: a matrix inverted in single precision, whose map from whole
/// pixels to whole pixels is evaluated on a grid of 1/32 mask pixel.
package enum MaskWarp {
    /// Replaces `spread` with the mask for a whole picture of `size` pixels, zero outside the
    /// region.
    ///
    /// - Parameters:
    ///   - values: `width` times `height` values, row after row, that cover the region.
    ///   - region: Where the network looked, in fractions of the picture.
    ///   - size: The picture's size.
    ///   - columns: Memory to work in, kept by the caller so that the next mask needs no more.
    /// - Throws: `ImagingError.wrongMaskCount`, `.invalidPictureSize` or `.degenerateRegion`.
    package static func spread(
        _ values: UnsafeBufferPointer<Float>, width: Int, height: Int, region: NormalizedRect,
        over size: PixelSize, into spread: inout [Float], columns: inout [Int32]
    ) throws(ImagingError) {
        for (width, height) in [(width, height), (size.width, size.height)] {
            guard 1...sideLimit ~= width, 1...sideLimit ~= height else {
                throw .invalidPictureSize(width: width, height: height)
            }
        }
        guard values.count == width * height, let source = values.baseAddress else {
            throw .wrongMaskCount(expected: width * height, got: values.count)
        }
        let pixels = PixelRect(region, in: size)
        guard var map = lk_affine(from: size, to: pixels, width: width, height: height) else {
            throw .degenerateRegion(pixels)
        }
        spread.removeAll(keepingCapacity: true)
        spread.append(contentsOf: repeatElement(0, count: size.width * size.height))
        let missing = 2 * size.width - columns.count
        if missing > 0 { columns.append(contentsOf: repeatElement(0, count: missing)) }
        spread.withUnsafeMutableBufferPointer { target in
            columns.withUnsafeMutableBufferPointer { columns in
                lk_f32_warp_affine__scalar(
                    source, Int32(width), Int32(height), &map, columns.baseAddress,
                    target.baseAddress, Int32(size.width), Int32(size.height))
            }
        }
    }

    /// The widest and highest mask or picture.
    private static let sideLimit = 1 << 20
}

extension lk_affine {
    /// From a picture's columns and rows to those of a mask that covers `region`, all in single
    /// precision; nil where the region has no inside.
    fileprivate init?(from size: PixelSize, to region: PixelRect, width: Int, height: Int) {
        let (across, down) = (Float(size.width), Float(size.height))
        let (w, h) = (region.width, region.height)
        let c = FloatMath.cos(region.rotation)
        let s = FloatMath.sin(region.rotation)
        // From fractions of the region to fractions of the picture.
        let (a, b) = (w * c / across, -h * s / across)
        let (d, e) = (w * s / down, h * c / down)
        let x = (-0.5 * w * c + 0.5 * h * s + region.xCenter) / across
        let y = (-0.5 * h * c - 0.5 * w * s + region.yCenter) / down
        let determinant = a * e - b * d
        guard w > 0, h > 0, determinant.isNormal else { return nil }
        let scale = (x: Float(width) / determinant, y: Float(height) / determinant)
        self.init(
            xx: Double(e * scale.x * (1 / across)), xy: Double(-b * scale.x * (1 / down)),
            x0: Double((b * y - e * x) * scale.x),
            yx: Double(-d * scale.y * (1 / across)), yy: Double(a * scale.y * (1 / down)),
            y0: Double((d * x - a * y) * scale.y))
        // A sum is finite only where all its parts are.
        guard (xx + xy + x0 + yx + yy + y0).isFinite else { return nil }
    }
}
