import LandmarkCore
import LandmarkDrawing
import LandmarkImaging

/// A page that is laid out but not drawn: shapes and lines of text, back to front.
///
/// Coordinates are points from the page's top-left corner, with y pointing down.
/// `html(narrow:)` and `image()` draw it.
package struct Page: Sendable {
    package let width: Double
    package let height: Double
    package let title: String
    /// The inks of the marks. The HTML form declares all of them, used or not.
    package let palette: [Ink]
    package let marks: [Mark]
    /// Whether assistive technology reads the page's groups one by one. Otherwise, it reads the page as one
    /// image, by its title.
    package var isStructured = false
}

/// A color named by its purpose, with one shade for light and one for dark backgrounds.
package struct Ink: Sendable, Hashable {
    /// The name of the CSS variable.
    let name: String
    /// The shade on light backgrounds, as 0xRRGGBB.
    let light: UInt32
    /// The shade on dark backgrounds, as 0xRRGGBB.
    let dark: UInt32

    init(_ name: String, light: UInt32, dark: UInt32) {
        self.name = name
        self.light = light
        self.dark = dark
    }

    static let page = Ink("page", light: 0xF6F7F9, dark: 0x0F1318)
    static let card = Ink("card", light: 0xFFFFFF, dark: 0x181E26)
    static let edge = Ink("edge", light: 0xDDE2E8, dark: 0x2B3541)
    static let grid = Ink("grid", light: 0xE9EDF1, dark: 0x252E39)
    /// For headings and values.
    static let strong = Ink("strong", light: 0x14202B, dark: 0xF2F5F8)
    static let plain = Ink("plain", light: 0x3B4956, dark: 0xC3CDD7)
    /// For labels and remarks.
    static let faint = Ink("faint", light: 0x66737F, dark: 0x8F9DAB)
    static let alarm = Ink("alarm", light: 0xC8102E, dark: 0xFF5A6A)
    static let warning = Ink("warning", light: 0x8A5A00, dark: 0xF3C15A)
    /// The background of a warning.
    static let note = Ink("note", light: 0xFFF3D6, dark: 0x3A2F14)

    /// Backgrounds, lines, and text.
    static let base: [Ink] = [.page, .card, .edge, .grid, .strong, .plain, .faint]
    static let signals: [Ink] = [.alarm, .warning, .note]

    /// The color on light backgrounds.
    func color(opacity: Double) -> OverlayColor { OverlayColor(light, opacity: opacity) }
}

/// A shape or line of text on a page.
package enum Mark: Sendable {
    package struct Point: Sendable {
        var x: Double
        var y: Double
    }

    package struct Box: Sendable {
        var left: Double
        var top: Double
        var width: Double
        var height: Double

        var right: Double { left + width }
        var bottom: Double { top + height }
    }

    package struct TextStyle: Sendable {
        package enum Anchor: Sendable {
            case start, middle, end
        }

        /// The font size in points.
        var size = 12.0
        var isBold = false
        /// The part of the text that is placed at the mark's x.
        var anchor = Anchor.start
        var ink = Ink.plain
        /// The role of the text for assistive technology; nil for plain text.
        var role: Role?
    }

    /// The roles of marks for assistive technology, from WAI-ARIA.
    package enum Role: String, Sendable {
        case image = "img"
        /// The title of the page, the heading of the first level.
        case title
        /// The heading of a part of the page.
        case heading
        case table
        case row
        case columnHeader = "columnheader"
        case cell
    }

    /// A filled rectangle. Only the HTML form shows the `tooltip`.
    case box(Box, ink: Ink, opacity: Double = 1, radius: Double = 0, tooltip: String? = nil)
    /// Rectangles filled with diagonal lines, for unknown values.
    case hatch([Box], ink: Ink)
    /// A polyline; a single point is drawn as a dot.
    case line([Point], ink: Ink, width: Double = 1, dash: Double = 0)
    /// A filled polygon.
    case area([Point], ink: Ink, opacity: Double)
    /// One line of text with its baseline at the point's y.
    case text(String, at: Point, TextStyle = TextStyle())
    /// An image scaled to a rectangle, with its description.
    case image(ReportImage, in: Box, description: String)
    /// Begins a group of marks, with an optional name. Only the HTML form has groups.
    case beginGroup(Role, name: String? = nil)
    /// Ends the innermost group.
    case endGroup

    /// A straight line between two points.
    static func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, ink: Ink, dash: Double = 0
    ) -> Mark {
        .line([Point(x: x1, y: y1), Point(x: x2, y: y2)], ink: ink, dash: dash)
    }
}

extension Mark {
    /// The horizontal distance between the lines of a hatch, in points.
    private static let hatchStep = 6.0

    /// The lines of a hatch in a box: diagonals that continue those of neighboring boxes, or one line across
    /// a box that is too narrow for diagonals.
    static func hatchLines(in box: Box) -> [(from: Point, to: Point)] {
        guard box.width > 0, box.height > 0 else { return [] }
        let first = ((box.left - box.height) / hatchStep).rounded(.up) * hatchStep
        var lines: [(from: Point, to: Point)] = []
        for foot in stride(from: first, to: box.right, by: hatchStep) {
            // From the lower edge at `foot` up and to the right, clipped at both sides.
            let from = max(foot, box.left)
            let to = min(foot + box.height, box.right)
            guard to - from > 0.5 else { continue }
            lines.append(
                (
                    Point(x: from, y: box.bottom - (from - foot)),
                    Point(x: to, y: box.bottom - (to - foot))
                ))
        }
        if !lines.isEmpty { return lines }
        let middle = box.left + box.width / 2
        return [(Point(x: middle, y: box.bottom), Point(x: middle, y: box.top))]
    }
}

/// An encoded image on a page.
package struct ReportImage: Sendable, Hashable {
    /// The contents of a JPEG file.
    let jpeg: [UInt8]
    let size: PixelSize
}
