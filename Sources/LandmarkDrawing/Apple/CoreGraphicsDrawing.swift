#if canImport(CoreGraphics)
import CoreGraphics
import CoreText
import Foundation
import LandmarkCore
import LandmarkImaging

/// Draws with CoreGraphics and CoreText, which every Apple system has.
final class CoreGraphicsDrawing: DrawingContext {
    /// The system's frameworks have no separate version.
    static var library: (name: String, version: String) { ("CoreGraphics", "the system's") }
    static let fontFamilies = ["Helvetica Neue"]
    static let fallbackFontFamily = "Helvetica"

    private let fontFamily: String
    private(set) var failure: String?
    private var lastFont: (font: Font, face: CTFont)?

    init(fontFamily: String) { self.fontFamily = fontFamily }

    /// Whether the system has a family; otherwise CoreText would substitute another one.
    static func isUsable(_ family: String) -> Bool {
        let found = CTFontCreateWithName(family as CFString, 12, nil)
        return CTFontCopyFamilyName(found) as String == family
    }

    /// Draws white on a black bitmap that covers `box`.
    private func stamp(in box: PixelBox, draw: (CGContext) -> Void) -> Stamp? {
        guard
            let context = CGContext(
                data: nil, width: box.width, height: box.height, bitsPerComponent: 8,
                bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGImageAlphaInfo.none.rawValue),
            let data = context.data
        else {
            failure = failure ?? "CoreGraphics cannot create a bitmap of this size"
            return nil
        }
        Self.prepare(context, for: box)
        context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
        context.setStrokeColor(red: 1, green: 1, blue: 1, alpha: 1)
        draw(context)
        context.flush()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(box.width * box.height)
        for row in 0..<box.height {
            bytes.append(
                contentsOf: UnsafeRawBufferPointer(
                    start: data + row * context.bytesPerRow, count: box.width))
        }
        return Stamp(
            left: box.left, top: box.top, width: box.width, height: box.height, bytes: bytes)
    }

    /// Makes coordinates those of the image, with rows from top to bottom.
    private static func prepare(_ context: CGContext, for box: PixelBox) {
        context.translateBy(x: -CGFloat(box.left), y: CGFloat(box.top + box.height))
        context.scaleBy(x: 1, y: -1)
        context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
        context.setLineCap(.round)
        context.setLineJoin(.round)
        context.interpolationQuality = .high
    }

    private static func trace(_ points: [DrawnPoint], in context: CGContext) {
        context.beginPath()
        for (index, point) in points.enumerated() {
            let place = CGPoint(x: point.x, y: point.y)
            if index == 0 { context.move(to: place) } else { context.addLine(to: place) }
        }
    }
}

// MARK: Text

extension CoreGraphicsDrawing {
    func extents(of font: Font) -> (ascent: Double, descent: Double) {
        let face = face(for: font)
        return (CTFontGetAscent(face), CTFontGetDescent(face))
    }

    func width(of text: String, font: Font) -> Double {
        guard let line = line(text, font: font) else { return 0 }
        return CTLineGetTypographicBounds(line, nil, nil, nil)
    }

    func stamp(of text: String, font: Font) -> Stamp? {
        let empty = Stamp(left: 0, top: 0, width: 0, height: 0, bytes: [])
        let (ascent, descent) = extents(of: font)
        let width = self.width(of: text, font: font)
        guard width > 0, ascent + descent > 0, let line = line(text, font: font) else {
            return empty
        }
        // Glyphs may extend beyond the measured font and line.
        let margin = (font.size / 2).rounded(.up) + 2
        let (left, top) = (-margin, -ascent.rounded(.up) - margin)
        let all = PixelSize(
            width: Int(min(width + 2 * margin, 32_767)),
            height: Int(min(ascent + descent + 2 * margin, 32_767)))
        guard
            let box = PixelBox(
                left: 0, top: 0, right: Double(all.width), bottom: Double(all.height), in: all)
        else { return empty }
        var stamp = self.stamp(in: box) { context in
            context.textPosition = CGPoint(x: -left, y: -top)
            CTLineDraw(line, context)
        }
        stamp?.left = Int(max(left, -32_767))
        stamp?.top = Int(max(top, -32_767))
        return stamp
    }

    /// Returns a line of text, in the color set at the time of drawing.
    private func line(_ text: String, font: Font) -> CTLine? {
        let attributes: [String: Any] = [
            kCTFontAttributeName as String: face(for: font),
            kCTForegroundColorFromContextAttributeName as String: true,
        ]
        return CFAttributedStringCreate(nil, text as CFString, attributes as CFDictionary)
            .map(CTLineCreateWithAttributedString)
    }

    private func face(for font: Font) -> CTFont {
        if let lastFont, lastFont.font == font { return lastFont.face }
        let face = Self.face(fontFamily, font)
        lastFont = (font, face)
        return face
    }

    private static func face(_ family: String, _ font: Font) -> CTFont {
        let regular = CTFontCreateWithName(family as CFString, font.size, nil)
        guard font.isBold else { return regular }
        return CTFontCreateCopyWithSymbolicTraits(
            regular, font.size, nil, .traitBold, .traitBold) ?? regular
    }
}

// MARK: Paths

extension CoreGraphicsDrawing {
    func stamp(ofPolygon points: [DrawnPoint], in box: PixelBox) -> Stamp? {
        stamp(in: box) { context in
            Self.trace(points, in: context)
            context.closePath()
            context.fillPath()
        }
    }

    func stamp(
        ofLine points: [DrawnPoint], width: Double, dash: Double, in box: PixelBox
    ) -> Stamp? {
        stamp(in: box) { context in
            context.setLineDash(phase: 0, lengths: [dash])
            context.setLineWidth(width)
            Self.trace(points, in: context)
            context.strokePath()
        }
    }
}

// MARK: Images

extension CoreGraphicsDrawing {
    func layer(
        of image: PixelBuffer, left: Double, top: Double, width: Double, height: Double,
        in box: PixelBox
    ) throws(ImagingError) -> Layer {
        let source = try Self.bitmap(image.width, image.height, .noneSkipFirst)
        guard let pixels = source.data else { throw Self.undrawable(image.size) }
        image.copyWords(
            to: pixels.assumingMemoryBound(to: UInt8.self), bytesPerRow: source.bytesPerRow)
        let target = try Self.bitmap(box.width, box.height, .premultipliedFirst)
        guard let drawn = source.makeImage(), let data = target.data else {
            throw Self.undrawable(image.size)
        }
        Self.prepare(target, for: box)
        // CoreGraphics places images with y pointing up.
        target.translateBy(x: left, y: top + height)
        target.scaleBy(x: 1, y: -1)
        target.draw(drawn, in: CGRect(x: 0, y: 0, width: width, height: height))
        target.flush()
        var words: [UInt32] = []
        words.reserveCapacity(box.width * box.height)
        for row in 0..<box.height {
            let start = data + row * target.bytesPerRow
            for column in 0..<box.width {
                words.append(start.load(fromByteOffset: 4 * column, as: UInt32.self))
            }
        }
        return Layer(
            left: box.left, top: box.top, width: box.width, height: box.height, words: words)
    }

    /// Returns a bitmap of words 0xAARRGGBB, whose values are not converted.
    private static func bitmap(
        _ width: Int, _ height: Int, _ alpha: CGImageAlphaInfo
    ) throws(ImagingError) -> CGContext {
        let layout = alpha.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: layout)
        else { throw undrawable(PixelSize(width: width, height: height)) }
        return context
    }

    private static func undrawable(_ size: PixelSize) -> ImagingError {
        .undrawable(size, reason: "CoreGraphics cannot create a bitmap of this size")
    }
}
#endif
