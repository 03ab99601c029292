package import LandmarkCore
package import LandmarkImaging
import Synchronization

/// A pipeline behind a lock, in one running mode, whose frames must come in order.
package final class TaskRunner<Pipeline: TaskPipeline>: Sendable {
    package let mode: RunningMode
    private let state: Mutex<State>

    private struct State {
        let pipeline: Pipeline
        var last: Timestamp?
    }

    package init(_ pipeline: sending Pipeline, mode: RunningMode) {
        self.mode = mode
        state = Mutex(State(pipeline: pipeline))
    }

    /// What is found in an image of its own.
    package func detect(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> Pipeline.Output {
        try require(.image, for: "detect(_ image:)")
        return try state.withLock { (state) throws(TaskError) in
            try state.pipeline.detect(image, orientation: orientation, at: nil)
        }
    }

    /// What is found in the next frame of a stream.
    ///
    /// A frame that does not come after the one before it changes nothing.
    package func detect(_ frame: Frame) throws(TaskError) -> Pipeline.Output {
        try state.withLock { (state) throws(TaskError) in
            if let last = state.last, frame.timestamp <= last {
                throw .timestampNotIncreasing(previous: last, got: frame.timestamp)
            }
            state.last = frame.timestamp
            return try state.pipeline.detect(
                frame.image, orientation: frame.orientation, at: frame.timestamp)
        }
    }

    /// Lets `body` change what the pipeline goes on with.
    func prepare(_ body: (Pipeline) -> Void) {
        state.withLock { body($0.pipeline) }
    }

    /// Makes the next frame the first one.
    package func reset() {
        state.withLock { state in
            state.last = nil
            state.pipeline.reset()
        }
    }

    /// Refuses a call that belongs to another mode.
    package func require(_ needed: RunningMode, for call: String) throws(TaskError) {
        guard mode == needed else { throw .wrongMode(call: call, needed: needed, mode: mode) }
    }
}
