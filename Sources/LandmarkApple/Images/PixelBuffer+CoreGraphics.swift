#if canImport(CoreGraphics)
public import CoreGraphics
import LandmarkCore
public import LandmarkImaging

extension PixelBuffer {
    /// Creates an image by drawing a `CGImage` as BGRA in sRGB. Transparent parts are drawn over black.
    ///
    /// - Parameter image: An image of any color space and bit depth.
    /// - Throws: `AppleImageError.emptyImage`, or `.notRenderable` if there is no memory to draw to.
    public init(_ image: CGImage) throws(AppleImageError) {
        let (width, height) = (image.width, image.height)
        try self.init(drawing: "CGImage", width: width, height: height) { context in
            context.draw(
                image, in: CGRect(x: 0, y: 0, width: Double(width), height: Double(height)))
        }
    }

    /// Draws `width` by `height` pixels, with the origin of the context at the bottom left.
    init(
        drawing kind: String, width: Int, height: Int, _ draw: (CGContext) -> Void
    ) throws(AppleImageError) {
        guard width > 0, height > 0 else { throw .emptyImage(width: width, height: height) }
        guard width < 1 << 15, height < 1 << 15 else {
            throw .imaging(.invalidImageSize(width: width, height: height))
        }
        var isDrawn = false
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            bytes.update(repeating: 0)
            // Blue, green, red and an ignored byte: alpha first in little-endian words.
            let layout =
                CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
            if let space = CGColorSpace(name: CGColorSpace.sRGB),
                let context = CGContext(
                    data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8,
                    bytesPerRow: width * 4, space: space, bitmapInfo: layout)
            {
                draw(context)
                isDrawn = true
            }
            count = width * height * 4
        }
        guard isDrawn else { throw .notRenderable(kind: kind) }
        self.init(
            trusted: PixelSize(width: width, height: height), format: .bgra32,
            bytesPerRow: width * 4, bytes: bytes)
    }

    /// The image for a layer or a view, with a copy of the pixels; nil if there is no memory.
    public func makeCGImage() -> CGImage? {
        let layout: (UInt32, bits: Int) =
            switch format {
            case .bgra32:
                (
                    CGImageAlphaInfo.noneSkipFirst.rawValue
                        | CGBitmapInfo.byteOrder32Little.rawValue, 32
                )
            case .rgba32: (CGImageAlphaInfo.noneSkipLast.rawValue, 32)
            case .rgb24: (CGImageAlphaInfo.none.rawValue, 24)
            case .gray8: (CGImageAlphaInfo.none.rawValue, 8)
            }
        let name = format == .gray8 ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB
        let data = withUnsafeBytes { bytes -> CFData? in
            guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
                return nil
            }
            return CFDataCreate(nil, start, bytes.count)
        }
        guard let data, let provider = CGDataProvider(data: data),
            let space = CGColorSpace(name: name)
        else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: layout.bits,
            bytesPerRow: bytesPerRow, space: space, bitmapInfo: CGBitmapInfo(rawValue: layout.0),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}
#endif
