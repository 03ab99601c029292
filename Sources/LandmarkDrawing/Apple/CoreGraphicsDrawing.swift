#if canImport(CoreGraphics)
import CoreGraphics
import CoreText
import Foundation
import LandmarkCore
import LandmarkImaging

/// Draws with CoreGraphics and CoreText, which every Apple system has.
final class CoreGraphicsDrawing: DrawingContext {
    /// The system's frameworks have no version of their own.
    static var library: (name: String, version: String) { ("CoreGraphics", "the system's") }
    static let fontFamilies = ["Helvetica Neue"]
    static let fallbackFontFamily = "Helvetica"
    /// Cairo's limit, so that the same images can be drawn on everywhere.
    private static let sizeLimit = 32_767

    let fontFamily: String
    private let size: PixelSize
    private let context: CGContext
    /// The first point of the subpath, as long as it is the only one.
    private var lonePoint: CGPoint?
    private var lastFont: (font: Font, face: CTFont)?

    init(_ image: PixelBuffer, fontFamilies: [String]) throws(ImagingError) {
        size = image.size
        fontFamily = fontFamilies.first(where: Self.isAvailable) ?? Self.fallbackFontFamily
        context = try Self.bitmap(of: image)
        // Rows run from the top down, in the bitmap and in the coordinates.
        context.translateBy(x: 0, y: CGFloat(image.height))
        context.scaleBy(x: 1, y: -1)
        context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
        context.setLineCap(.round)
        context.setLineJoin(.round)
        context.interpolationQuality = .high
    }

    func pixels() throws(ImagingError) -> PixelBuffer {
        context.flush()
        guard let data = context.data else { throw Self.undrawable(size) }
        return PixelBuffer(
            words: UnsafePointer(data.assumingMemoryBound(to: UInt8.self)), size: size,
            stride: context.bytesPerRow)
    }

    /// The color space of the bitmap, its images and its colors: values stay as they are.
    private static var colors: CGColorSpace { CGColorSpaceCreateDeviceRGB() }

    /// Returns a bitmap of words 0x00RRGGBB with a copy of `image`.
    private static func bitmap(of image: PixelBuffer) throws(ImagingError) -> CGContext {
        let layout =
            CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        guard max(image.width, image.height) <= sizeLimit,
            let context = CGContext(
                data: nil, width: image.width, height: image.height, bitsPerComponent: 8,
                bytesPerRow: 0, space: colors, bitmapInfo: layout),
            let data = context.data
        else { throw undrawable(image.size) }
        image.copyWords(
            to: data.assumingMemoryBound(to: UInt8.self), bytesPerRow: context.bytesPerRow)
        return context
    }

    private static func undrawable(_ size: PixelSize) -> ImagingError {
        .undrawable(size, reason: "CoreGraphics makes no bitmap of this size")
    }

    private func setColor(_ color: OverlayColor) {
        context.setFillColor(
            red: color.red, green: color.green, blue: color.blue, alpha: color.opacity)
        context.setStrokeColor(
            red: color.red, green: color.green, blue: color.blue, alpha: color.opacity)
    }
}

// MARK: Paths

extension CoreGraphicsDrawing {
    func beginPath() {
        context.beginPath()
        lonePoint = nil
    }

    func move(toX x: Double, y: Double) {
        let point = CGPoint(x: x, y: y)
        context.move(to: point)
        lonePoint = point
    }

    func line(toX x: Double, y: Double) {
        guard !context.isPathEmpty else { return move(toX: x, y: y) }
        context.addLine(to: CGPoint(x: x, y: y))
        lonePoint = nil
    }

    func arc(centerX x: Double, y: Double, radius: Double, from start: Double, to end: Double) {
        // Angles increase clockwise, because y points down.
        context.addArc(
            center: CGPoint(x: x, y: y), radius: radius, startAngle: start, endAngle: end,
            clockwise: false)
        lonePoint = nil
    }

    func circle(centerX x: Double, y: Double, radius: Double) {
        context.addEllipse(
            in: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
        lonePoint = nil
    }

    func rectangle(left: Double, top: Double, width: Double, height: Double) {
        context.addRect(CGRect(x: left, y: top, width: width, height: height))
        lonePoint = nil
    }

    func closePath() {
        guard !context.isPathEmpty else { return }
        // Only a line has caps, which make the dot.
        if let lonePoint { context.addLine(to: lonePoint) }
        context.closePath()
        lonePoint = nil
    }

    func fill(_ color: OverlayColor) {
        setColor(color)
        context.fillPath()
        lonePoint = nil
    }

    func stroke(_ color: OverlayColor, width: Double, dash: Double, keepsPath: Bool) {
        let path = keepsPath ? context.path : nil
        let start = lonePoint
        context.setLineDash(phase: 0, lengths: dash > 0 ? [dash] : [])
        context.setLineWidth(width)
        setColor(color)
        context.strokePath()
        lonePoint = nil
        guard let path else { return }
        context.addPath(path)
        lonePoint = start
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

    func show(_ text: String, x: Double, y: Double, font: Font, color: OverlayColor) {
        beginPath()
        guard let line = line(text, font: font) else { return }
        setColor(color)
        context.textPosition = CGPoint(x: x, y: y)
        CTLineDraw(line, context)
    }

    /// Returns a line of text, in the color that is set when it is drawn.
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

    /// Whether the system has a family; CoreText would take another one.
    private static func isAvailable(_ family: String) -> Bool {
        let found = CTFontCreateWithName(family as CFString, 12, nil)
        return CTFontCopyFamilyName(found) as String == family
    }
}

// MARK: Images

extension CoreGraphicsDrawing {
    func draw(
        _ image: PixelBuffer, left: Double, top: Double, width: Double, height: Double
    ) throws(ImagingError) {
        guard let source = try Self.bitmap(of: image).makeImage() else {
            throw Self.undrawable(image.size)
        }
        context.saveGState()
        place(left, top, height: height)
        context.draw(source, in: CGRect(x: 0, y: 0, width: width, height: height))
        context.restoreGState()
    }

    func tint(_ mask: Mask, color: OverlayColor) {
        guard
            let strength = CGContext(
                data: nil, width: size.width, height: size.height, bitsPerComponent: 8,
                bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGImageAlphaInfo.none.rawValue),
            let bytes = strength.data
        else { return }
        let stride = strength.bytesPerRow
        mask.image.withUnsafeBytes { source in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    bytes.storeBytes(
                        of: source[y * size.width + x], toByteOffset: y * stride + x,
                        as: UInt8.self)
                }
            }
        }
        guard let image = strength.makeImage() else { return }
        let all = CGRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        context.saveGState()
        place(0, 0, height: Double(size.height))
        context.clip(to: all, mask: image)
        setColor(color)
        context.fill(all)
        context.restoreGState()
    }

    /// Moves the origin to the lower left corner of a rectangle, with y pointing up, as
    /// CoreGraphics places images.
    private func place(_ left: Double, _ top: Double, height: Double) {
        context.translateBy(x: left, y: top + height)
        context.scaleBy(x: 1, y: -1)
    }
}
#endif
