import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Draws a driver's state on a frame: a bar above, a bar below, and marks on the face.
struct DriverOverlay {
    let result: DriverResult
    let face: Face?
    let canvas: Canvas
    /// The size of letters in pixels; everything else follows it.
    let letters: Double
    let width: Double
    let height: Double

    static let ground = OverlayColor(0x0B1016, opacity: 0.72)
    static let trough = OverlayColor(0x55626F, opacity: 0.9)
    static let white = OverlayColor(0xFFFFFF)
    static let gray = OverlayColor(0xB6C2CD)
    static let amber = OverlayColor(0xFFC247)
    static let alarm = OverlayColor(0xC8102E, opacity: 0.92)
    static let open = OverlayColor(0x59D98C)

    init(_ result: DriverResult, _ face: Face?, on canvas: Canvas) {
        self.result = result
        self.face = face
        self.canvas = canvas
        letters = max(9, canvas.unit * 8)
        width = Double(canvas.size.width)
        height = Double(canvas.size.height)
    }

    /// The height of a bar with a line of text.
    var line: Double { (letters * 1.7).rounded() }
    /// What lies between things in a bar.
    var gap: Double { letters * 0.55 }

    /// Draws everything.
    func draw() {
        if let face { draw(face) }
        drawHeader()
        drawFooter()
        if result.isAlert { drawBanner() }
    }

    /// The color of a level.
    static func color(of level: FatigueLevel) -> OverlayColor {
        OverlayColor(Ink.level(level.rawValue).dark)
    }

    /// Writes a text at `x` whose middle is at the height `middle`; returns where it ends.
    @discardableResult
    func write(
        _ text: String, x: Double, middle: Double, color: OverlayColor = DriverOverlay.white,
        isBold: Bool = true, anchor: Canvas.TextAnchor = .start
    ) -> Double {
        canvas.write(
            text, at: PixelPoint(x: Float(x), y: Float(middle + letters * 0.36)), size: letters,
            isBold: isBold, anchor: anchor, color: color)
        return x + width(of: text, isBold: isBold)
    }

    func width(of text: String, isBold: Bool = true) -> Double {
        canvas.width(of: text, size: letters, isBold: isBold)
    }

    /// Draws a bar that is filled from the left; returns where it ends.
    @discardableResult
    func bar(
        _ share: Double, x: Double, middle: Double, width: Double, color: OverlayColor
    ) -> Double {
        let thickness = max(3, (letters * 0.5).rounded())
        let top = (middle - thickness / 2).rounded()
        canvas.fill(
            left: x, top: top, width: width, height: thickness, radius: thickness / 2,
            color: Self.trough)
        let filled = min(max(share, 0), 1) * width
        canvas.fill(
            left: x, top: top, width: filled, height: thickness, radius: thickness / 2,
            color: color)
        return x + width
    }
}
