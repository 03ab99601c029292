import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging

extension DriverOverlay {
    private var margin: Double { max(4, letters * 0.7) }
    /// The height of the score's strip under the upper bar.
    private var strip: Double { max(3, (letters * 0.4).rounded()) }

    /// Level, score and confidence along the upper edge.
    func drawHeader() {
        canvas.fill(left: 0, top: 0, width: width, height: line + strip, color: Self.ground)
        let middle = line / 2
        let color = Self.color(of: result.fatigueLevel)
        let side = letters * 1.35
        canvas.fill(
            left: margin, top: middle - side / 2, width: side, height: side, radius: side * 0.25,
            color: color)
        write(
            "\(result.fatigueLevel.rawValue)", x: margin + side / 2, middle: middle,
            color: OverlayColor(0x0B1016), anchor: .middle)
        let confidence = Rate.rounded(result.confidence, places: 2)
        let right = width - margin
        let name = result.fatigueLevel.words
        let score = Rate.rounded(result.fatigueScore, places: 0)
        let left = margin + side + gap
        // The fullest words that find room.
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
            chosen.1, x: right, middle: middle, color: result.isLimited ? Self.amber : Self.gray,
            anchor: .end)
        drawScore(color)
    }

    /// The score as a strip of five parts, one for each level.
    private func drawScore(_ color: OverlayColor) {
        let part = width / 5
        let cut = max(1, letters * 0.12)
        for index in 0..<5 {
            let left = Double(index) * part
            let filled = min(max(result.fatigueScore / 20 - Double(index), 0), 1)
            let full = part - (index < 4 ? cut : 0)
            canvas.fill(left: left, top: line, width: full, height: strip, color: Self.trough)
            canvas.fill(left: left, top: line, width: full * filled, height: strip, color: color)
        }
    }

    /// What the driver is warned of, in a red strip; a face is rarely so low.
    func drawBanner() {
        guard let alert = result.activeAlerts.first else { return }
        let height = (letters * 2.1).rounded()
        let top = self.height - line - height
        canvas.fill(left: 0, top: top, width: width, height: height, color: Self.alarm)
        let text = alert.words.uppercased()
        // As large as the strip and the image's width let it be.
        let room = (width - 2 * margin) / width(of: text)
        let size = letters * min(1.25, room)
        canvas.write(
            text, at: PixelPoint(x: Float(width / 2), y: Float(top + height / 2 + size * 0.36)),
            size: size, isBold: true, anchor: .middle, color: Self.white)
    }

    /// Eyes, mouth and head along the lower edge.
    func drawFooter() {
        let top = height - line
        canvas.fill(left: 0, top: top, width: width, height: line, color: Self.ground)
        let middle = top + line / 2
        let signals = result.signals
        guard signals.isFacePresent else {
            write("no face", x: margin, middle: middle, color: Self.amber)
            return
        }
        let length = letters * (isWide ? 4.5 : 2.4)
        let labels = ["eyes", "mouth"].map { width(of: $0, isBold: false) + gap }.reduce(0, +)
        let room = width - 2 * margin - labels - 2 * length - gap * 2.4
        var x = write("eyes", x: margin, middle: middle, color: Self.gray, isBold: false) + gap
        x = drawEyes(x, middle, length, showsText: eyesWidth <= room)
        x += gap * (isWide ? 2.4 : 1.4)
        x = write("mouth", x: x, middle: middle, color: Self.gray, isBold: false) + gap
        x = drawMouth(x, middle, length, showsNumber: isWide) + gap
        drawHead(after: x, middle)
    }

    private var isWide: Bool { width > letters * 34 }

    /// What is written of the eyes has the same room whatever it says, so that nothing jumps.
    private var eyesWidth: Double { width(of: isWide ? "shut 0.0 s" : "shut") }

    private func drawEyes(
        _ start: Double, _ middle: Double, _ length: Double, showsText: Bool
    ) -> Double {
        let signals = result.signals
        guard signals.isUsable, let openness = signals.openness else {
            let text = showsText ? "not readable" : "?"
            return write(text, x: start, middle: middle, color: Self.amber)
        }
        let isClosed = signals.closureSeconds != nil
        let color = isClosed ? Self.amber : Self.open
        let end = bar(openness, x: start, middle: middle, width: length, color: color)
        guard showsText else { return end }
        let text =
            signals.closureSeconds.map { seconds in
                isWide ? "shut \(Rate.rounded(seconds, places: 1)) s" : "shut"
            } ?? "open"
        write(text, x: end + gap, middle: middle, color: color)
        return end + gap + max(eyesWidth, width(of: text))
    }

    private func drawMouth(
        _ start: Double, _ middle: Double, _ length: Double, showsNumber: Bool
    ) -> Double {
        guard let mouth = result.signals.mouthOpenness else { return start }
        // From here on the mouth may be that of a yawn.
        let isOpen = mouth >= DriverLimits.openMouth
        let color = isOpen ? Self.amber : Self.open
        let end = bar(mouth, x: start, middle: middle, width: length, color: color)
        guard showsNumber else { return end }
        write(TimeText.percent(mouth), x: end + gap, middle: middle, color: color)
        return end + gap + width(of: "100 %")
    }

    private func drawHead(after start: Double, _ middle: Double) {
        guard let head = result.signals.relativeHead else { return }
        let isOff = result.signals.isOffRoad == true
        let angles =
            "yaw \(Rate.rounded(head.yaw, places: 0))°"
            + "  pitch \(Rate.rounded(head.pitch, places: 0))°"
        let texts = [isOff ? "\(angles)  off road" : angles, isOff ? "off road" : ""]
        let right = width - margin
        guard let text = texts.first(where: { start + gap + width(of: $0) <= right }) else {
            return
        }
        write(
            text, x: right, middle: middle, color: isOff ? Self.amber : Self.gray, anchor: .end)
    }
}
