package import DriverMonitoring
import LandmarkCore
package import LandmarkDrawing
import LandmarkImaging
import LandmarkOverlays
package import LandmarkTasks

/// Draws a driver's state on a frame: a bar at the top, a bar at the bottom, and marks on the face.
package struct DriverOverlay: PanelDrawing {
    private let result: DriverResult
    private let face: Face?
    let canvas: Canvas
    /// The font size in pixels, to which all other sizes are relative.
    let fontSize: Double
    private let width: Double
    private let height: Double

    private static let alarm = OverlayColor(0xC8102E, opacity: 0.92)

    package init(_ result: DriverResult, _ face: Face?, on canvas: Canvas) {
        self.result = result
        self.face = face
        self.canvas = canvas
        fontSize = max(9, canvas.unit * 8)
        width = Double(canvas.size.width)
        height = Double(canvas.size.height)
    }

    /// The height of a bar with one line of text.
    private var line: Double { (fontSize * 1.7).rounded() }
    /// The space between the parts of a bar.
    private var gap: Double { fontSize * 0.55 }

    /// Draws everything.
    package func draw() {
        if let face { draw(face) }
        drawHeader()
        drawFooter()
        drawNotice()
        if result.isAlert { drawBanner() }
    }

    private static func color(of level: FatigueLevel) -> OverlayColor {
        OverlayColor(Ink.level(level).dark)
    }
}

// MARK: Bars

extension DriverOverlay {
    private var margin: Double { max(4, fontSize * 0.7) }
    /// The height of the score's strip below the top bar.
    private var strip: Double { max(3, (fontSize * 0.4).rounded()) }

    /// Draws level, score, and confidence along the top edge.
    private func drawHeader() {
        canvas.fill(left: 0, top: 0, width: width, height: line + strip, color: .panel)
        let middle = line / 2
        let color =
            result.knownLevel.map { Self.color(of: $0) } ?? OverlayColor.panelFaint
        let side = fontSize * 1.35
        canvas.fill(
            left: margin, top: middle - side / 2, width: side, height: side, radius: side * 0.25,
            color: color)
        write(
            result.knownLevel.map { "\($0.rawValue)" } ?? "?", x: margin + side / 2, middle: middle,
            color: .panelDark, anchor: .middle)
        let confidence = String(result.confidence, places: 2)
        let right = width - margin
        let name = result.knownLevel?.displayName ?? "level unknown"
        let score = result.isLevelKnown ? String(result.fatigueScore, places: 0) : "–"
        let left = margin + side + gap
        // Use the longest texts that fit.
        let choices =
            result.isLimited
            ? [("score \(score)", "limited \(confidence)"), (score, "limited \(confidence)")]
            : [
                ("score \(score)", "confidence \(confidence)"),
                ("score \(score)", "conf. \(confidence)"), (score, "conf. \(confidence)"),
            ]
        let room = right - left - gap * 3
        let chosen =
            choices.first { width(of: "\(name) \($0.0)") + width(of: $0.1) <= room }
            ?? ("", confidence)
        let end = write(name, x: left, middle: middle, color: color)
        write(chosen.0, x: end + gap, middle: middle)
        write(
            chosen.1, x: right, middle: middle,
            color: result.isLimited ? OverlayColor.attention : OverlayColor.panelFaint,
            anchor: .end)
        drawScore(color)
    }

    /// Draws the score as a strip of five parts, one for each level.
    private func drawScore(_ color: OverlayColor) {
        let part = width / 5
        let cut = max(1, fontSize * 0.12)
        for index in 0..<5 {
            let left = Double(index) * part
            let score = result.isLevelKnown ? result.fatigueScore : 0
            let filled = min(max(score / 20 - Double(index), 0), 1)
            let full = part - (index < 4 ? cut : 0)
            canvas.fill(left: left, top: line, width: full, height: strip, color: .panelTrack)
            canvas.fill(left: left, top: line, width: full * filled, height: strip, color: color)
        }
    }

    /// Draws the most urgent alert in a red strip near the bottom, where it rarely covers the face.
    private func drawBanner() {
        guard let alert = result.activeAlerts.first else { return }
        let height = (fontSize * 2.1).rounded()
        let top = self.height - line - height
        canvas.fill(left: 0, top: top, width: width, height: height, color: Self.alarm)
        let text = alert.displayName.uppercased()
        // The text is as large as the strip and the width of the image allow.
        let room = (width - 2 * margin) / width(of: text)
        let size = fontSize * min(1.25, room)
        canvas.write(
            text, at: PixelPoint(x: Float(width / 2), y: Float(top + height / 2 + size * 0.36)),
            size: size, isBold: true, anchor: .middle, color: .panelText)
    }

    /// Why the eyes cannot be read, for as long as the level is unknown; nil otherwise.
    var notice: String? {
        guard !result.isLevelKnown, result.signals.isFacePresent,
            let reason = result.signals.eyeUnreadableReason
        else { return nil }
        return "EYES UNREADABLE: \(reason)"
    }

    /// Draws the notice in a strip above the lower bar, or above the alert.
    private func drawNotice() {
        guard let notice else { return }
        let banner = result.isAlert ? (fontSize * 2.1).rounded() : 0
        let top = height - 2 * line - banner
        canvas.fill(left: 0, top: top, width: width, height: line, color: .panel)
        // Smaller where the image is too narrow.
        let size = fontSize * min(1, (width - 2 * margin) / width(of: notice))
        canvas.write(
            notice, at: PixelPoint(x: Float(width / 2), y: Float(top + line / 2 + size * 0.36)),
            size: size, isBold: true, anchor: .middle, color: .attention)
    }

    /// Draws eyes, mouth, and head along the bottom edge.
    private func drawFooter() {
        let top = height - line
        canvas.fill(left: 0, top: top, width: width, height: line, color: .panel)
        let middle = top + line / 2
        let signals = result.signals
        guard signals.isFacePresent else {
            write("no face", x: margin, middle: middle, color: .attention)
            return
        }
        let length = fontSize * (isWide ? 4.5 : 2.4)
        let labels = ["eyes", "mouth"].map { width(of: $0, isBold: false) + gap }.reduce(0, +)
        let room = width - 2 * margin - labels - 2 * length - gap * 2.4
        var x = write("eyes", x: margin, middle: middle, color: .panelFaint, isBold: false) + gap
        x = drawEyes(x, middle, length, showsText: eyesWidth <= room)
        x += gap * (isWide ? 2.4 : 1.4)
        x = write("mouth", x: x, middle: middle, color: .panelFaint, isBold: false) + gap
        x = drawMouth(x, middle, length, showsNumber: isWide) + gap
        drawHead(after: x, middle)
    }

    private var isWide: Bool { width > fontSize * 34 }

    /// The room for the text about the eyes, whatever its length, so that nothing to the right of it moves.
    private var eyesWidth: Double { width(of: isWide ? "shut 0.0 s" : "shut") }

    private func drawEyes(
        _ start: Double, _ middle: Double, _ length: Double, showsText: Bool
    ) -> Double {
        let signals = result.signals
        guard signals.isUsable, let openness = signals.openness else {
            let text = showsText ? "not readable" : "?"
            return write(text, x: start, middle: middle, color: .attention)
        }
        let isClosed = signals.closureSeconds != nil
        let color = isClosed ? OverlayColor.attention : OverlayColor.good
        let end = bar(openness, x: start, middle: middle, width: length, color: color)
        guard showsText else { return end }
        let text =
            signals.closureSeconds.map { seconds in
                isWide ? "shut \(String(seconds, places: 1)) s" : "shut"
            } ?? "open"
        write(text, x: end + gap, middle: middle, color: color)
        return end + gap + max(eyesWidth, width(of: text))
    }

    private func drawMouth(
        _ start: Double, _ middle: Double, _ length: Double, showsNumber: Bool
    ) -> Double {
        guard let mouth = result.signals.mouthOpenness else { return start }
        // Above this limit, the mouth may be that of a yawn.
        let isOpen = mouth >= DriverLimits.openMouth
        let color = isOpen ? OverlayColor.attention : OverlayColor.good
        let end = bar(mouth, x: start, middle: middle, width: length, color: color)
        guard showsNumber else { return end }
        write(TimeText.percent(mouth), x: end + gap, middle: middle, color: color)
        return end + gap + width(of: "100 %")
    }

    private func drawHead(after start: Double, _ middle: Double) {
        guard let head = result.signals.relativeHead else { return }
        let isOff = result.signals.isOffRoad == true
        let angles =
            "yaw \(String(head.yaw, places: 0))°"
            + "  pitch \(String(head.pitch, places: 0))°"
        let texts = [isOff ? "\(angles)  off road" : angles, isOff ? "off road" : ""]
        let right = width - margin
        guard let text = texts.first(where: { start + gap + width(of: $0) <= right }) else {
            return
        }
        write(
            text, x: right, middle: middle,
            color: isOff ? OverlayColor.attention : OverlayColor.panelFaint, anchor: .end)
    }
}

// MARK: Face

extension DriverOverlay {
    private static let contour = OverlayColor(0xFFFFFF, opacity: 0.55)
    private static let axes = [
        OverlayColor(0xFF6B6B), OverlayColor(0x6BE38B), OverlayColor(0x6FB1FF),
    ]
    private static let noseTip = 1

    /// Draws the outline of the face, its eyes and mouth in the colors of their state, and the axes
    /// of the head.
    private func draw(_ face: Face) {
        let points = canvas.points(of: face.landmarks)
        canvas.connect(points, FaceConnections.oval, color: Self.contour, weight: .fine)
        let signals = result.signals
        let eyes =
            !signals.isUsable
            ? OverlayColor.panelFaint
            : signals.closureSeconds == nil ? OverlayColor.good : OverlayColor.attention
        canvas.connect(
            points, FaceConnections.leftEye + FaceConnections.rightEye, color: eyes, weight: .fine)
        let isMouthOpen = (signals.mouthOpenness ?? 0) >= DriverLimits.openMouth
        canvas.connect(
            points, FaceConnections.lips,
            color: isMouthOpen ? OverlayColor.attention : Self.contour,
            weight: .fine)
        drawAxes(of: face, points)
    }

    /// Draws the head's axes at the tip of the nose: x in red, y (up) in green, z (ahead) in blue.
    private func drawAxes(of face: Face, _ points: [PixelPoint]) {
        guard let matrix = face.transformationMatrix else { return }
        let ys = FaceConnections.oval.map { points[$0.start].y }
        let xs = FaceConnections.oval.map { points[$0.start].x }
        guard let top = ys.min(), let bottom = ys.max(), let left = xs.min(), let right = xs.max()
        else { return }
        let length = max(bottom - top, right - left) * 0.42
        let origin = points[Self.noseTip]
        for (axis, color) in Self.axes.enumerated() {
            let column = matrix.column(axis)
            let size = (column * column).sum().squareRoot()
            guard size.isFinite, size > 0 else { return }
            // y points up in camera space and down in the image.
            let tip = PixelPoint(
                x: origin.x + column.x / size * length, y: origin.y - column.y / size * length)
            canvas.lines([(origin, tip)], color: color, weight: .thin)
            if axis == 2 { canvas.points([tip], color: color, weight: .thin) }
        }
    }
}
