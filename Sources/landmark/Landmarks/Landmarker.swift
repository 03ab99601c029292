import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// What the three landmarkers have in common.
protocol Landmarker: Sendable {
    associatedtype Output: Sendable

    func detect(_ image: PixelBuffer, orientation: Orientation) throws(TaskError) -> Output
    func detect(_ frame: Frame) throws(TaskError) -> Output
    func reset()
    func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy
    ) -> FrameResults<Frames, Output> where Frames.Element == Frame
}

extension LandmarkTasks.Landmarker: Landmarker {}
