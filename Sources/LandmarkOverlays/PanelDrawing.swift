import LandmarkCore
package import LandmarkDrawing
import LandmarkImaging

/// Draws lines of text and bars on panels over an image.
package protocol PanelDrawing {
    var canvas: Canvas { get }
    /// The font size in pixels, to which all other sizes are relative.
    var fontSize: Double { get }
}

extension OverlayColor {
    /// The background of panels.
    package static let panel = OverlayColor(0x0B1016, opacity: 0.72)
    /// The empty part of bars.
    package static let panelTrack = OverlayColor(0x55626F, opacity: 0.9)
    package static let panelText = OverlayColor(0xFFFFFF)
    package static let panelFaint = OverlayColor(0xB6C2CD)
    /// Text on light colors.
    package static let panelDark = OverlayColor(0x0B1016)
    package static let attention = OverlayColor(0xFFC247)
    package static let good = OverlayColor(0x59D98C)
}

extension PanelDrawing {
    /// Writes text at `x`, vertically centered on `middle`, and returns the x of its end.
    @discardableResult
    package func write(
        _ text: String, x: Double, middle: Double, color: OverlayColor = .panelText,
        scale: Double = 1, isBold: Bool = true, anchor: Canvas.TextAnchor = .start
    ) -> Double {
        canvas.write(
            text, at: PixelPoint(x: Float(x), y: Float(middle + fontSize * scale * 0.36)),
            size: fontSize * scale, isBold: isBold, anchor: anchor, color: color)
        return x + width(of: text, scale: scale, isBold: isBold)
    }

    /// The width in pixels of text written with the same `scale` of the font size.
    package func width(of text: String, scale: Double = 1, isBold: Bool = true) -> Double {
        canvas.width(of: text, size: fontSize * scale, isBold: isBold)
    }

    /// The text, cut with an ellipsis if it is wider than `room`.
    package func fitted(
        _ text: String, in room: Double, scale: Double = 1, isBold: Bool = true
    ) -> String {
        if width(of: text, scale: scale, isBold: isBold) <= room { return text }
        var start = text
        while let _ = start.popLast() {
            let short = "\(start)…"
            if width(of: short, scale: scale, isBold: isBold) <= room { return short }
        }
        return ""
    }

    /// Breaks text between words into at most `limit` lines of `room` pixels.
    package func lines(of text: String, in room: Double, atMost limit: Int, isBold: Bool)
        -> [String]
    {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last,
                lines.count == limit
                    || width(of: "\(last) \(word)", isBold: isBold) <= room
            {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { fitted($0, in: room, isBold: isBold) }
    }

    /// Draws a bar that is filled from the left up to `share`, and returns the x of its end.
    @discardableResult
    package func bar(
        _ share: Double, x: Double, middle: Double, width: Double, color: OverlayColor
    ) -> Double {
        let thickness = max(3, (fontSize * 0.5).rounded())
        let top = (middle - thickness / 2).rounded()
        canvas.fill(
            left: x, top: top, width: width, height: thickness, radius: thickness / 2,
            color: .panelTrack)
        let filled = min(max(share, 0), 1) * width
        canvas.fill(
            left: x, top: top, width: filled, height: thickness, radius: thickness / 2,
            color: color)
        return x + width
    }
}

extension String {
    /// The text with nonbreaking spaces.
    package var nonBreaking: String { String(map { $0 == " " ? "\u{A0}" : $0 }) }
}
