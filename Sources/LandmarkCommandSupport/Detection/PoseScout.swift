package import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// Finds out, for a pose detector, which way up a stream's images are and whom to track. Copies of a detector
/// share it.
///
/// Only one person is tracked. While the choice is open, the detector looks for others every half
/// second, or in every frame while no one is tracked.
package final class PoseScout: Sendable {
    /// The person to track.
    package enum Choice {
        /// The person who is tracked, or who is found.
        case unchanged
        /// No one yet: the tracked person may come back, or no one is there.
        case awaited
        /// Someone else, in a region of the stored image; `replaced` is the id of the person tracked before.
        case chosen(NormalizedRect, replaced: Int?)
    }

    /// Seconds between two searches for others.
    private static let interval = 0.5

    private struct State {
        var orientation: Orientation
        /// Nil if the orientation is not searched for.
        var finder: PoseOrientationFinder?
        /// Nil if no person is to be chosen.
        var selector: PersonSelector?
        /// The place in the stored image at which to choose someone.
        var place: SIMD2<Float>?
        var surveyed = -Double.infinity
        /// The tracked person.
        var tracked: (id: Int, box: PersonBox)?
        /// The choice in this frame, which the landmark model has yet to confirm.
        var choice = Choice.unchanged
        /// The selector before that choice; nil after a click.
        var before: PersonSelector?
        /// Whether the landmarker finds someone by itself in the next frame.
        var leavesToLandmarker = false
    }

    private let settings: DetectionSettings
    private let choosesPerson: Bool
    private let state: Mutex<State>

    /// - Parameter choosesPerson: Whether one person, who has to be chosen, is tracked.
    package init(_ settings: DetectionSettings, choosesPerson: Bool) {
        self.settings = settings
        self.choosesPerson = choosesPerson
        state = Mutex(Self.first(settings, choosesPerson))
    }

    /// The orientation of the next frame.
    package var orientation: Orientation { state.withLock(\.orientation) }

    /// Whether to look for other people.
    package func needsSurvey(at time: Double) -> Bool {
        state.withLock { state in
            guard let selector = state.selector, !state.leavesToLandmarker else { return false }
            if state.tracked == nil || state.place != nil { return true }
            return selector.isOpen(at: time) && time - state.surveyed >= Self.interval
        }
    }

    /// Chooses among the regions of everyone who is detected.
    package func choose(
        among regions: [NormalizedRect], imageSize: PixelSize, at time: Double
    ) -> Choice {
        state.withLock { state in
            state.choice = choose(among: regions, imageSize, at: time, &state)
            return state.choice
        }
    }

    private func choose(
        among regions: [NormalizedRect], _ imageSize: PixelSize, at time: Double,
        _ state: inout State
    ) -> Choice {
        state.surveyed = time
        let clicked = state.place
        state.place = nil
        state.before = clicked == nil ? state.selector : nil
        if let clicked {
            let upright = state.orientation.upright(clicked, isMirrored: settings.isMirrored)
            state.selector = PersonSelector(.at(upright))
            let known = regions.map { box(of: $0, imageSize, state) }
            let all = known + [state.tracked?.box].compactMap { $0 }
            if !all.contains(where: { $0.contains(upright) }) {
                return .chosen(
                    region(around: clicked, imageSize, state), replaced: state.tracked?.id)
            }
        }
        var boxes = regions.map { box(of: $0, imageSize, state) }
        let tracked = state.tracked
        // The detector often misses the tracked person, and estimates sizes that differ by a factor of 2.
        var own = tracked.flatMap { tracked in boxes.firstIndex { $0.overlaps(tracked.box) } }
        if let tracked {
            if own == nil { boxes.append(tracked.box) }
            own = own ?? boxes.endIndex - 1
            if let own { boxes[own] = tracked.box }
        }
        let place = state.selector?.choose(among: boxes.map { (id: nil, box: $0) }, at: time)
        guard let place else { return tracked == nil ? .awaited : .unchanged }
        return place == own ? .unchanged : .chosen(regions[place], replaced: tracked?.id)
    }

    /// Adds a frame's view, and sets its orientation and the person replaced in it.
    package func add(_ view: inout PoseView, at time: Double) {
        state.withLock { state in
            defer { state.choice = .unchanged }
            state.leavesToLandmarker = false
            let found = state.finder?.update(view.poses, imageSize: view.imageSize, at: time)
            view.orientation = found
            if let found, found != state.orientation {
                state.orientation = found
                state.selector?.reset()
                state.tracked = nil
                return
            }
            if case .chosen(_, let replaced) = state.choice {
                confirm(view.poses.first?.id, replaced, at: time, &view, &state)
            }
            state.tracked = view.poses.first.map {
                ($0.id, box(of: $0.region, view.imageSize, state))
            }
            if let tracked = state.tracked { state.selector?.follow(tracked.box, at: time) }
        }
    }

    /// Ends a choice: the landmark model has found someone there, or not.
    private func confirm(
        _ id: Int?, _ replaced: Int?, at time: Double, _ view: inout PoseView,
        _ state: inout State
    ) {
        if let id {
            view.replaced = replaced == id ? nil : replaced
        } else if replaced == nil, let before = state.before, before.awaitsPerson(at: time) {
            // The detector mistook something else for the person, who may still come back.
            state.selector = before
        } else if case .at? = state.selector?.rule {
            // No one was at the clicked place.
            state.selector = settings.person.map { PersonSelector($0) }
            state.leavesToLandmarker = true
        } else if replaced != nil {
            // The detector mistook something else for a person, and would do so again.
            state.selector = nil
        } else {
            state.selector?.reset()
            state.leavesToLandmarker = true
        }
    }

    /// Chooses the person at a place in the stored image, from the next frame on.
    package func choosePerson(at place: SIMD2<Float>) {
        guard choosesPerson else { return }
        state.withLock { $0.place = place }
    }

    /// Forgets the frames so far.
    func reset() { state.withLock { $0 = Self.first(settings, choosesPerson) } }

    /// A guess of where someone is, around a place at which the detector has found no one: of small and large
    /// people next to each other, it often finds only the large ones, but the landmark model finds both.
    private func region(
        around place: SIMD2<Float>, _ imageSize: PixelSize, _ state: State
    ) -> NormalizedRect {
        let up: SIMD2<Float> =
            switch state.orientation {
            case .up: SIMD2(0, -1)
            case .down: SIMD2(0, 1)
            case .right: SIMD2(-1, 0)
            case .left: SIMD2(1, 0)
            }
        let size = SIMD2(Float(imageSize.width), Float(imageSize.height))
        let isSideways = state.orientation == .left || state.orientation == .right
        let height = Float(state.tracked?.box.height ?? 0.4) * (isSideways ? size.x : size.y)
        return PoseROI.roi(
            center: place, scalePoint: place + up * (height / 2) / size, in: imageSize)
    }

    private func box(
        of region: NormalizedRect, _ imageSize: PixelSize, _ state: State
    ) -> PersonBox {
        PersonBox(
            region: region, imageSize: imageSize, orientation: state.orientation,
            isMirrored: settings.isMirrored)
    }

    private static func first(_ settings: DetectionSettings, _ choosesPerson: Bool) -> State {
        State(
            orientation: settings.orientation,
            finder: settings.findsOrientation
                ? PoseOrientationFinder(stated: settings.orientation) : nil,
            selector: choosesPerson ? settings.person.map { PersonSelector($0) } : nil)
    }
}
