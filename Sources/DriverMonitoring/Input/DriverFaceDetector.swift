package import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// A face landmarker for driver monitoring. It detects which way up the camera is mounted, ignores faces that
/// lean too far to be real, selects the driver's, and looks at the driver's seat while only other people are
/// found.
///
/// It may be used from any thread; concurrent calls run one after another.
package final class DriverFaceDetector: Sendable {
    /// The faces found in a frame.
    package struct Detections: Sendable {
        /// Everything the landmarker found.
        package let landmarks: FaceLandmarkerResult
        /// The faces that are upright in `orientation`.
        package let faces: [Face]
        /// The orientation that the frame was processed with.
        package let orientation: Orientation
        /// The driver among the faces.
        package let driver: DriverSighting
    }

    private struct State {
        var finder = OrientationFinder()
        var turns = false
        var selector: DriverFaceSelector
        /// When the driver's seat was last looked at without finding the driver.
        var lastLook: Timestamp?
    }

    /// The interval, in milliseconds, at which to look at the driver's seat while other people are found: a
    /// landmarker that tracks its maximum number of faces looks nowhere else.
    private static let lookInterval = 500

    private let landmarker: FaceLandmarker
    private let findsOrientation: Bool
    private let selector: DriverFaceSelector
    private let state: Mutex<State>

    /// Prepares the models.
    ///
    /// - Parameters:
    ///   - options: The landmarker's options. Running mode, blendshapes, matrices and the smoothing of
    ///     several faces are set as monitoring requires.
    ///   - findsOrientation: Whether frames are tried in orientations other than their own.
    ///   - selector: A selector of the driver's face that has seen no frames.
    /// - Throws: As `FaceLandmarker.init(options:)`.
    package init(
        _ options: FaceLandmarkerOptions, findsOrientation: Bool = true,
        selector: DriverFaceSelector = DriverFaceSelector()
    ) throws(TaskError) {
        var options = options
        options.runningMode = .video
        options.blendshapes = true
        options.transformationMatrices = true
        options.smoothsEveryDriver()
        landmarker = try FaceLandmarker(options: options)
        self.findsOrientation = findsOrientation
        self.selector = selector
        state = Mutex(State(selector: selector))
    }

    /// Detects faces in the next frame of a stream.
    ///
    /// - Throws: As `FaceLandmarker.detect(_:)` in video mode.
    package func detect(_ frame: Frame) throws(TaskError) -> Detections {
        try state.withLock { (state) throws(TaskError) in
            let orientation =
                findsOrientation
                ? state.finder.orientation(for: frame.orientation) : frame.orientation
            let landmarks = try landmarker.detect(
                Frame(image: frame.image, timestamp: frame.timestamp, orientation: orientation))
            let upright =
                findsOrientation
                ? landmarks.faces.filter {
                    OrientationFinder.isUpright($0, in: landmarks.imageSize, orientation)
                } : landmarks.faces
            let face = state.selector.select(
                from: upright, in: landmarks.imageSize, at: frame.timestamp)
            let detections = Detections(
                landmarks: landmarks, faces: upright, orientation: orientation,
                driver: DriverSighting(
                    face: face, change: state.selector.change, isTurned: state.turns))
            guard findsOrientation else {
                look(at: &state, detections, frame.timestamp)
                return detections
            }
            state.turns = state.finder.update(
                isUpright: !upright.isEmpty,
                scores: try scores(of: frame, orientation, state.finder),
                at: frame.timestamp.milliseconds)
            // In the next orientation, the tracked face is in a different place.
            if state.turns {
                landmarker.reset()
                state.selector.reset()
            } else {
                look(at: &state, detections, frame.timestamp)
            }
            return detections
        }
    }

    /// Makes the landmarker look at the driver's seat in the next frame if only other people are
    /// found.
    private func look(at state: inout State, _ found: Detections, _ timestamp: Timestamp) {
        guard found.driver.face == nil, !found.faces.isEmpty,
            let seat = state.selector.seatRegion
        else { return }
        let last = state.lastLook?.milliseconds
        guard last.map({ timestamp.milliseconds - $0 >= Self.lookInterval }) ?? true else { return }
        state.lastLook = timestamp
        landmarker.track(seat)
    }

    /// Scores a frame in the orientations that the finder compares.
    private func scores(
        of frame: Frame, _ orientation: Orientation, _ finder: OrientationFinder
    ) throws(TaskError) -> (current: Double, alternative: Double)? {
        guard let alternative = finder.alternative else { return nil }
        return (
            try score(of: frame.image, orientation), try score(of: frame.image, alternative)
        )
    }

    /// How certain the detector and the landmark model are of an upright face, 0…1.
    private func score(
        of image: PixelBuffer, _ orientation: Orientation
    ) throws(TaskError) -> Double {
        let (found, trace) = try landmarker.glance(at: image, orientation: orientation)
        let face = found.faces.first {
            OrientationFinder.isUpright($0, in: found.imageSize, orientation)
        }
        guard let face, let detection = trace.detections.first else { return 0 }
        return Double(detection.score * face.presence)
    }

    /// Forgets where the driver's seat is.
    package func forgetDriver() { state.withLock { $0.selector.reset() } }

    /// Discards all state: the next frame may have any timestamp.
    package func reset() {
        state.withLock { state in
            landmarker.reset()
            state = State(selector: selector)
        }
    }
}

/// The driver in a frame, among the faces that were found.
package struct DriverSighting: Sendable {
    /// The driver's face; nil when it is not among them.
    package let face: Face?
    /// The change in the driver's face; nil for none.
    package let change: DriverChange?
    /// Whether the previous frames were processed in the wrong orientation, so that everything learned about
    /// the driver from them is void.
    package let isTurned: Bool
}

extension FaceLandmarkerOptions {
    /// Smooths several faces with the parameters that MediaPipe uses for a single one.
    ///
    /// MediaPipe smooths only a single face. Without smoothing, an eye that is closed in a single
    /// frame is open again in the next, which is too short for a blink.
    fileprivate mutating func smoothsEveryDriver() {
        guard smoothing == .mediaPipe, numFaces > 1 else { return }
        smoothing = .oneEuro(minCutoff: 0.05, beta: 80)
    }
}

extension OrientationFinder {
    /// The cosine of the largest angle by which a head leans: 60°.
    private static let minCosine: Float = 0.5

    /// Whether a face found in an orientation is upright there. Landmarks on a face that leans too far are
    /// arbitrary.
    package static func isUpright(
        _ face: Face, in size: PixelSize, _ orientation: Orientation
    ) -> Bool {
        cosine(face, in: size, orientation) >= minCosine
    }

    /// The cosine of the angle between the face and the scene's vertical.
    private static func cosine(
        _ face: Face, in size: PixelSize, _ orientation: Orientation
    ) -> Float {
        // From the chin to the top of the forehead.
        let top = face.landmarks[10], chin = face.landmarks[152]
        let up = SIMD2(
            (top.x - chin.x) * Float(size.width), (top.y - chin.y) * Float(size.height))
        let length = (up * up).sum().squareRoot()
        guard length > 0, length.isFinite else { return -1 }
        let vertical: SIMD2<Float> =
            switch orientation {
            case .up: SIMD2(0, -1)
            case .down: SIMD2(0, 1)
            // Rotating such an image clockwise makes it upright: up is on its left.
            case .right: SIMD2(-1, 0)
            case .left: SIMD2(1, 0)
            }
        return (up * vertical).sum() / length
    }
}
