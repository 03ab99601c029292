import LandmarkCore
import LandmarkDrawing
import LandmarkImageFiles
package import LandmarkImaging
package import LandmarkMotion
package import LandmarkOverlays
import LandmarkTasks

/// Collects a few small images of one person's exercise: the extreme of the best and of the worst
/// repetition of each side, the start of the longest hold, and the first occurrence of each fault.
///
/// The best repetition has the fewest faults, and among such repetitions the range of motion nearest to the
/// target, or the largest range if it is within the target or there is no target. The worst is the opposite.
/// Among equal repetitions the first is kept.
///
/// A frame that may become an image is kept without copying its pixels, at most one per side. It is
/// scaled down, drawn on, and encoded only when a repetition ends as the best or the worst so far,
/// or at a new fault. So uneventful frames cost nothing, and memory does not grow with the run's length.
package struct RepetitionImages: Sendable {
    /// An image of a moment, with the overlay drawn on it.
    package struct Moment: Sendable {
        package enum Subject: Sendable, Hashable {
            case best, worst, longestHold
            case fault(id: String, say: String)
        }

        package let subject: Subject
        package let side: BodySide?
        /// The number of the repetition, from 1; nil for a hold.
        package let number: Int?
        /// In seconds.
        package let time: Double
        /// The range of motion of the repetition, in the signal's unit, or the seconds of the hold;
        /// nil for a fault.
        package let value: Double?
        package let image: ReportImage
    }

    /// The maximum number of faults with an image, over both sides.
    private static let maxFaults = 12

    private let scene: SmallImage
    private let definition: ExerciseDefinition
    /// The deepest frame so far of the repetition in progress, or the first of a hold, by its
    /// counter's side.
    private var deepest: [BodySide?: Candidate] = [:]
    private var best: [BodySide?: Ranked] = [:]
    private var worst: [BodySide?: Ranked] = [:]
    private var longest: [BodySide?: Moment] = [:]
    private var faults: [Moment] = []

    package init(_ definition: ExerciseDefinition, measures: [Measure]) {
        self.definition = definition
        let shown = definition.measures
        scene = SmallImage(measures: shown.isEmpty ? measures : shown, definition: definition)
    }

    /// The images: the best and the worst repetition and the longest hold of each side, and then the faults
    /// in order of time. A single repetition has no worst image.
    package var moments: [Moment] {
        let sides: [BodySide?] = [nil, .left, .right]
        return sides.flatMap { side -> [Moment] in
            let hold = longest[side].map { [$0] } ?? []
            guard let best = best[side], let worst = worst[side] else { return hold }
            let isSame = best.moment.number == worst.moment.number
            return [best.moment] + (isSame ? [] : [worst.moment]) + hold
        } + faults
    }

    /// Adds a frame and its events.
    ///
    /// - Throws: `ImagingError` when a small image cannot be drawn or encoded.
    package mutating func add(
        _ image: PixelBuffer, _ person: MotionOverlay.Person, _ events: [ExerciseEvent]
    ) throws(ImagingError) {
        let frame = Frame(image: image, person: person)
        keepDeepest(frame)
        for event in events {
            switch event.kind {
            case .rep(let repetition): try rank(repetition, side: event.side, frame)
            case .hold(let start, let duration):
                try add(hold: duration, from: start, side: event.side)
            case .fault(let id, let say, _, let number):
                try add(fault: id, say, number: number, event, frame)
            default: break
            }
        }
        // The frame of a repetition or hold that is over or lost is no longer needed.
        for counter in person.status?.counters ?? [] where !counter.state.isActive {
            deepest[counter.side] = nil
        }
    }

    private mutating func keepDeepest(_ frame: Frame) {
        for counter in frame.person.status?.counters ?? [] where counter.state.isActive {
            guard let value = counter.value, value.isFinite else { continue }
            if let last = deepest[counter.side],
                counter.state == .holding || !definition.isDeeper(value, than: last.value)
            {
                continue
            }
            deepest[counter.side] = Candidate(frame: frame, value: value)
        }
    }

    private mutating func rank(
        _ repetition: Repetition, side: BodySide?, _ frame: Frame
    ) throws(ImagingError) {
        let rank = Rank(repetition, definition)
        let isBest = best[side].map { rank < $0.rank } ?? true
        let isWorst = worst[side].map { $0.rank < rank } ?? true
        guard isBest || isWorst else { return }
        let image = try scene.draw(deepest[side]?.frame ?? frame)
        func ranked(_ subject: Moment.Subject) -> Ranked {
            Ranked(
                rank: rank,
                moment: Moment(
                    subject: subject, side: side, number: repetition.number,
                    time: repetition.peakTime, value: repetition.rangeOfMotion, image: image))
        }
        if isBest { best[side] = ranked(.best) }
        if isWorst { worst[side] = ranked(.worst) }
    }

    private mutating func add(
        fault id: String, _ say: String, number: Int, _ event: ExerciseEvent, _ frame: Frame
    ) throws(ImagingError) {
        let subject = Moment.Subject.fault(id: id, say: say)
        let isKnown = faults.contains { $0.subject == subject && $0.side == event.side }
        guard !isKnown, faults.count < Self.maxFaults else { return }
        // A fault of the whole repetition is visible at its extreme.
        let candidate = definition.judgesRepetition(id) ? deepest[event.side]?.frame : nil
        let shown = candidate ?? frame
        faults.append(
            Moment(
                subject: subject, side: event.side, number: number,
                time: shown.person.sample.time, value: nil, image: try scene.draw(shown)))
    }

    private mutating func add(
        hold duration: Double, from start: Double, side: BodySide?
    ) throws(ImagingError) {
        guard duration > longest[side]?.value ?? 0, let frame = deepest[side]?.frame else { return }
        longest[side] = Moment(
            subject: .longestHold, side: side, number: nil, time: start, value: duration,
            image: try scene.draw(frame))
    }

    private struct Candidate: Sendable {
        let frame: Frame
        let value: Double
    }

    private struct Ranked: Sendable {
        let rank: Rank
        let moment: Moment
    }

    fileprivate struct Frame: Sendable {
        let image: PixelBuffer
        let person: MotionOverlay.Person
    }
}

/// The quality of a repetition; the lower, the better.
private struct Rank: Sendable, Comparable {
    let faults: Int
    /// How far the range of motion is from the target.
    let shortfall: Double
    let range: Double

    init(_ repetition: Repetition, _ definition: ExerciseDefinition) {
        faults = repetition.faults.count
        range = repetition.rangeOfMotion.isFinite ? repetition.rangeOfMotion : 0
        let target = definition.target.rangeOfMotion
        shortfall = max(0, (target?.lower ?? range) - range, range - (target?.upper ?? range))
    }

    static func < (a: Rank, b: Rank) -> Bool {
        (a.faults, a.shortfall, -a.range) < (b.faults, b.shortfall, -b.range)
    }
}

extension ExerciseState {
    /// Whether a repetition, a hold or a test's movement is in progress.
    fileprivate var isActive: Bool {
        switch self {
        case .unknown, .top, .seated, .finished: false
        case .down, .bottom, .up, .holding, .standingUp, .walking, .turning, .sittingDown: true
        }
    }
}

/// Draws a person, cropped from a frame and scaled down, with the angles of an exercise.
private struct SmallImage: Sendable {
    /// The longer side in pixels.
    private static let side = 480.0
    private static let quality = 82
    /// Small images are shown smaller than their pixels, so text is larger.
    private static let textScale = 1.5

    let measures: [Measure]
    let definition: ExerciseDefinition

    func draw(_ frame: RepetitionImages.Frame) throws(ImagingError) -> ReportImage {
        let (image, person) = (frame.image, frame.person)
        let box = Self.box(around: person.pose, in: image.size)
        let scale = Self.side / max(box.width, box.height)
        let size = PixelSize(
            width: max(1, Int((box.width * scale).rounded())),
            height: max(1, Int((box.height * scale).rounded())))
        let canvas = try Canvas(size, filledWith: .panelDark)
        try canvas.draw(
            image, left: -box.left * scale, top: -box.top * scale,
            width: Double(image.width) * scale, height: Double(image.height) * scale)
        var moved = person
        moved.pose = person.pose.map { $0.moved(into: box, of: image.size) }
        try MotionOverlay(
            [moved], measures: measures, definition: definition, target: nil, on: canvas,
            textScale: Self.textScale, showsPanels: false
        ).draw()
        let bytes = try JPEGFile.encode(
            try canvas.image(), name: "an image of the report", quality: Self.quality)
        return ReportImage(jpeg: bytes, size: size)
    }

    /// The part of an image around a pose, with each side at least two thirds of the other if the image has
    /// room.
    private static func box(around pose: Pose?, in size: PixelSize) -> Mark.Box {
        let (width, height) = (Double(size.width), Double(size.height))
        let points = (pose?.landmarks ?? []).filter { $0.x.isFinite && $0.y.isFinite }
        let xs = points.map { Double($0.x) * width }
        let ys = points.map { Double($0.y) * height }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
            left < width, right > 0, top < height, bottom > 0
        else { return Mark.Box(left: 0, top: 0, width: width, height: height) }
        let margin = 0.18 * max(right - left, bottom - top, 40)
        let across = max(right - left + 2 * margin, (bottom - top + 2 * margin) * 2 / 3)
        let down = max(bottom - top + 2 * margin, across * 2 / 3)
        func span(_ middle: Double, _ length: Double, _ limit: Double) -> (Double, Double) {
            let length = min(length, limit)
            return (min(max(middle - length / 2, 0), limit - length), length)
        }
        let (x, boxWidth) = span((left + right) / 2, across, width)
        let (y, boxHeight) = span((top + bottom) / 2, down, height)
        return Mark.Box(left: x, top: y, width: max(1, boxWidth), height: max(1, boxHeight))
    }
}

extension Pose {
    /// The pose in a part of its image, given in pixels, without its mask.
    fileprivate func moved(into box: Mark.Box, of size: PixelSize) -> Pose {
        let landmarks = landmarks.map { landmark in
            var moved = landmark
            moved.x = (landmark.x * Float(size.width) - Float(box.left)) / Float(box.width)
            moved.y = (landmark.y * Float(size.height) - Float(box.top)) / Float(box.height)
            return moved
        }
        return Pose(
            id: id, presence: presence, landmarks: landmarks, worldLandmarks: worldLandmarks,
            region: region)
    }
}
