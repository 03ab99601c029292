import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Looks for faces, and for hands where they are wanted, in the same frames.
struct DriverSearch: Landmarker {
    /// What was found in a frame.
    struct Output: Sendable {
        let faces: [Face]
        /// nil when nobody looked for hands.
        let hands: [Hand]?
    }

    /// The driver's.
    private static let mostHands = 2

    private let face: FaceLandmarker
    private let hand: HandLandmarker?

    /// Reads the models; that of hands only for `--hands`.
    init(_ arguments: Arguments) throws {
        let setup = try LandmarkSetup(arguments, model: .face)
        let handModel = arguments.has("--hands") ? try ModelStore.path(of: .hand) : nil
        var options = FaceLandmarkerOptions(setup)
        options.runningMode = .video
        options.blendshapes = true
        options.transformationMatrices = true
        face = try FaceLandmarker(options: options)
        hand = try handModel.map { path in
            var options = HandLandmarkerOptions(model: .file(path))
            options.numHands = Self.mostHands
            options.runningMode = .video
            if let threads = setup.threads { options.threads = threads }
            return try HandLandmarker(options: options)
        }
    }

    func detect(_ frame: Frame) throws(TaskError) -> Output {
        let faces = try face.detect(frame).faces
        return Output(faces: faces, hands: try hand?.detect(frame).hands)
    }

    func detect(_ image: PixelBuffer, orientation: Orientation) throws(TaskError) -> Output {
        let faces = try face.detect(image, orientation: orientation).faces
        return Output(
            faces: faces, hands: try hand?.detect(image, orientation: orientation).hands)
    }

    func reset() {
        face.reset()
        hand?.reset()
    }

    func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy
    ) -> FrameResults<Frames, Output> where Frames.Element == Frame {
        FrameResults(frames: frames, overflow: overflow) { frame in
            Result { () throws(TaskError) in try detect(frame) }
        }
    }
}
