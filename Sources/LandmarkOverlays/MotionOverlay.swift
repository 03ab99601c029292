import LandmarkCore
package import LandmarkDrawing
package import LandmarkImaging
package import LandmarkMotion
package import LandmarkTasks

/// Draws people's joint angles, and the state of their exercise, on a frame: the skeleton, an arc
/// and a value at each joint, and a panel for each person.
package struct MotionOverlay: PanelDrawing {
    /// One person in the frame.
    package struct Person: Sendable {
        package var sample: MotionSample
        /// nil when the person was not found in the frame.
        package var pose: Pose?
        /// nil when no exercise is followed.
        package var status: ExerciseSession.Status?

        package init(
            sample: MotionSample, pose: Pose?, status: ExerciseSession.Status? = nil
        ) {
            self.sample = sample
            self.pose = pose
            self.status = status
        }
    }

    private let people: [Person]
    private let measures: [Measure]
    private let definition: ExerciseDefinition?
    private let target: Int?
    package let canvas: Canvas
    package let fontSize: Double
    /// Whether to draw panels.
    private let showsPanels: Bool

    /// - Parameters:
    ///   - people: The people in the frame, and those who were lost a moment ago.
    ///   - measures: The measures to show at the joints.
    ///   - definition: The exercise, if one is followed.
    ///   - target: The number of repetitions to reach, on each side if sides are counted
    ///     separately, or the seconds of a hold; nil without a target.
    ///   - canvas: The canvas with the frame.
    package init(
        _ people: [Person], measures: [Measure], definition: ExerciseDefinition?, target: Int?,
        on canvas: Canvas
    ) {
        self.init(
            people, measures: measures, definition: definition, target: target, on: canvas,
            textScale: 1, showsPanels: true)
    }

    /// Creates an overlay with a given text size.
    package init(
        _ people: [Person], measures: [Measure], definition: ExerciseDefinition?, target: Int?,
        on canvas: Canvas, textScale: Double, showsPanels: Bool
    ) {
        self.people = people.sorted { $0.sample.id < $1.sample.id }
        self.measures = measures
        self.definition = definition
        self.target = target
        self.canvas = canvas
        self.showsPanels = showsPanels
        fontSize = max(10, canvas.unit * 8) * textScale
    }

    /// Draws everything.
    ///
    /// - Throws: `ImagingError` when a mask cannot be drawn.
    package func draw() throws(ImagingError) {
        var placer = LabelPlacer(canvas.size)
        let poses = people.map {
            $0.pose.map { PosePixels(points: canvas.points(of: $0.landmarks)) }
        }
        for (person, pixels) in zip(people, poses) {
            guard var overlay = person.pose?.overlay else { continue }
            if people.count == 1 { overlay.label = nil }
            try overlay.draw(on: canvas)
            if overlay.label != nil, let pixels { placer.take(labelBox(of: pixels)) }
        }
        if showsPanels {
            for box in drawPanels() { placer.take(box) }
        }
        for pixels in poses.compactMap({ $0 }) { avoidJoints(of: pixels, &placer) }
        for (person, pixels) in zip(people, poses) {
            if let pixels { draw(person.sample, pixels, &placer) }
        }
    }

    /// Keeps labels off joints if there is room elsewhere.
    private func avoidJoints(of pose: PosePixels, _ placer: inout LabelPlacer) {
        let side = fontSize * 0.9
        for point in pose.points[PoseJoint.leftShoulder.rawValue...] {
            placer.avoid(
                OverlayBox(
                    left: Double(point.x) - side / 2, top: Double(point.y) - side / 2,
                    width: side, height: side))
        }
    }

    /// The room for a person's number above the head.
    private func labelBox(of pose: PosePixels) -> OverlayBox {
        let top = pose.points.min { $0.y < $1.y } ?? PixelPoint(x: 0, y: 0)
        let bottom = Double(top.y) - 8 * canvas.unit
        return OverlayBox(
            left: Double(top.x), top: max(0, bottom - fontSize * 2), width: fontSize * 2,
            height: fontSize * 2)
    }
}

// MARK: Panels

extension MotionOverlay {
    /// Draws the panels side by side along the top edge and returns their boxes.
    private func drawPanels() -> [OverlayBox] {
        let margin = max(4, fontSize * 0.5)
        let count = Double(max(1, people.count))
        let room = (Double(canvas.size.width) - margin * (count + 1)) / count
        // The font is smaller if many panels are side by side.
        let fontSize = min(fontSize, max(9, room / 12))
        let panels = people.compactMap { person in
            MotionPanel(
                person, measures: measures, definition: definition, target: target,
                isNumbered: people.count > 1, on: canvas, fontSize: fontSize)
        }
        var left = margin
        return panels.map { panel in
            let box = panel.draw(
                left: left, top: margin, maxWidth: min(room, fontSize * 17),
                maxHeight: Double(canvas.size.height) * 0.45)
            left = box.right + margin
            return box
        }
    }
}

// MARK: Angles

extension MotionOverlay {
    /// A value, with its name if several are together.
    private struct Line {
        let measure: Measure
        let value: String
        let isHeld: Bool

        func text(among count: Int) -> String {
            let isClear = count == 1 && measure.side != nil && !measure.isDistance
            return isClear ? value : "\(measure.shortName) \(value)"
        }
    }

    /// The values at one place.
    private struct Label {
        let mark: AngleMark
        let side: BodySide?
        var lines: [Line]

        var color: OverlayColor {
            switch side {
            case .left: .left
            case .right: .right
            case nil: .middle
            }
        }
    }

    private func draw(_ sample: MotionSample, _ pose: PosePixels, _ placer: inout LabelPlacer) {
        let labels = self.labels(of: sample, pose)
        for (index, label) in labels.enumerated() {
            // The arcs of several angles at a joint have increasing radii.
            let radius = Float(fontSize) * 1.3
            let before = labels[..<index].count { $0.mark.place == label.mark.place }
            let curve = label.mark.curve(radius: radius * (1 + 0.4 * Float(before)))
            let isHeld = label.lines.allSatisfy(\.isHeld)
            canvas.polyline(curve, color: label.color.opacity(isHeld ? 0.45 : 0.95))
        }
        for label in labels { draw(label, pose, &placer) }
    }

    /// The labels of the measures that have a value, one for each place.
    private func labels(of sample: MotionSample, _ pose: PosePixels) -> [Label] {
        var labels: [Label] = []
        for measure in measures {
            let reading = sample[measure]
            guard reading.state != .missing, reading.value.isFinite else { continue }
            let mark = AngleMark(measure, on: pose)
            let line = Line(
                measure: measure, value: measure.text(reading.value),
                isHeld: reading.state == .held)
            if let index = labels.firstIndex(where: { $0.mark.place == mark.place }) {
                labels[index].lines.append(line)
            } else {
                labels.append(Label(mark: mark, side: measure.side, lines: [line]))
            }
        }
        return labels
    }

    private func draw(_ label: Label, _ pose: PosePixels, _ placer: inout LabelPlacer) {
        let padding = fontSize * 0.35
        let texts = label.lines.map { $0.text(among: label.lines.count) }
        let letter = label.side.map(\.letter)
        let letterWidth = letter.map { width(of: $0) + padding } ?? 0
        let textWidth = texts.map { width(of: $0) }.max() ?? 0
        let line = fontSize * 1.25
        let size = (
            width: letterWidth + textWidth + 2 * padding,
            height: line * Double(label.lines.count) + padding * 0.6
        )
        guard
            let box = placer.place(
                size, beside: label.mark.vertex, toward: outward(label, pose),
                distance: fontSize * 1.1)
        else { return }
        drawLeader(from: label.mark.vertex, to: box, color: label.color)
        canvas.fill(
            left: box.left, top: box.top, width: box.width, height: box.height,
            radius: padding, color: .panel)
        let middle = box.top + box.height / 2
        if let letter {
            canvas.fill(
                left: box.left, top: box.top, width: letterWidth + padding * 0.5,
                height: box.height, radius: padding, color: label.color)
            write(letter, x: box.left + padding * 0.75, middle: middle, color: .panelDark)
        }
        let first = middle - line * Double(label.lines.count - 1) / 2
        for (index, text) in texts.enumerated() {
            write(
                text, x: box.left + letterWidth + padding,
                middle: first + line * Double(index),
                color: .panelText.opacity(label.lines[index].isHeld ? 0.5 : 1))
        }
    }

    /// The direction away from the same joint of the other side; to the right if the measure has no sides.
    private func outward(_ label: Label, _ pose: PosePixels) -> PixelPoint {
        guard let side = label.side, case .joint(let joint) = label.mark.place else {
            return PixelPoint(x: 1, y: 0)
        }
        let isRight = pose[joint].x - pose[joint.opposite].x
        let turn: Float = isRight != 0 ? isRight : side == .left ? 1 : -1
        return PixelPoint(x: turn > 0 ? 1 : -1, y: 0)
    }

    /// Draws a thin line to a label that is not next to its joint.
    private func drawLeader(from point: PixelPoint, to box: OverlayBox, color: OverlayColor) {
        let x = min(max(Double(point.x), box.left), box.right)
        let y = min(max(Double(point.y), box.top), box.bottom)
        let (dx, dy) = (x - Double(point.x), y - Double(point.y))
        guard (dx * dx + dy * dy).squareRoot() > fontSize * 1.6 else { return }
        canvas.polyline(
            [point, PixelPoint(x: Float(x), y: Float(y))], color: color.opacity(0.8),
            weight: .fine)
    }
}
