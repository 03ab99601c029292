import LandmarkCore
import LandmarkInference

/// A network of a task's bundle, whose errors are the task's.
struct TaskNetwork {
    private let network: Network

    init(_ network: Network) {
        self.network = network
    }

    /// Runs the network on what its input holds.
    func run() { network.run() }

    /// Hands out the input's memory to write to.
    func input<Value>(_ body: (TensorView) -> Value) throws(TaskError) -> Value {
        do {
            return try network.withInput(0, body)
        } catch {
            throw .inference(error)
        }
    }

    /// Hands the values of the output at `position` to `body`; they hold until the next run.
    func output<Value>(
        _ position: Int, _ body: (UnsafeBufferPointer<Float>) -> Value
    ) throws(TaskError) -> Value {
        do {
            return try network.withOutput(position, body)
        } catch {
            throw .inference(error)
        }
    }

    /// Hands the values of a part of the output at `position` to `body`, row by row.
    func output<Value>(
        _ position: Int, in window: ChannelWindow, _ body: (UnsafeBufferPointer<Float>) -> Value
    ) throws(TaskError) -> Value {
        do {
            return try network.withOutput(position, in: window, body)
        } catch {
            throw .inference(error)
        }
    }

    /// The only value of the output at `position`.
    func value(_ position: Int) throws(TaskError) -> Float { try output(position) { $0[0] } }
}
