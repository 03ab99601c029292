internal import CLandmarkKernels
internal import LandmarkCore

/// The kernel calls of a plan, with the memory on which they work.
final class CPUExecutable: Executable {
    private let plan: CPUPlan
    private let steps: [lk_step]
    private let memory: PlanMemory

    /// The source of an output's values.
    enum OutputSource {
        /// A row-major buffer that the steps fill.
        case buffer(Int)
        case lazy(LazyOutput)

        /// The buffer that must keep its contents after a run.
        var buffer: Int {
            switch self {
            case .buffer(let buffer): buffer
            case .lazy(let output): output.buffer
            }
        }
    }

    /// Allocates the memory for `plan`.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    init(_ plan: CPUPlan) throws(InferenceError) {
        self.plan = plan
        let parts = plan.parts
        let memory = try PlanMemory(
            arena: AlignedMemory(count: parts.arena.count), offsets: parts.arena.offsets)
        for (buffer, floats) in parts.initialValues {
            memory[buffer].update(from: floats, count: floats.count)
        }
        self.memory = memory
        steps = parts.steps.map { $0.make(memory) }
        macs = parts.steps.reduce(0) { $0 + $1.macs }
    }

    let macs: Int

    var shared: (any AnyObject & Sendable)? { plan }

    func input(_ index: Int) -> TensorView {
        let image = plan.parts.inputs[index]
        return TensorView(
            base: memory[image.buffer] + image.offset, height: image.height, width: image.width,
            channels: image.channels, rowStride: image.rowStride)
    }

    func output(_ position: Int) -> UnsafePointer<Float>? {
        guard case .buffer(let buffer) = plan.parts.outputs[position] else { return nil }
        return UnsafePointer(memory[buffer])
    }

    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) {
        guard case .lazy(let output) = plan.parts.outputs[position] else { return }
        output.evaluate(window, from: memory, to: target, step: step)
    }

    func run(on pool: WorkerPool) {
        steps.withUnsafeBufferPointer { pool.run($0) }
    }

    func profile(runs: Int, on pool: WorkerPool) -> [StepTiming] {
        var fastest = [Double?](repeating: nil, count: steps.count)
        for _ in 0..<runs {
            steps.withUnsafeBufferPointer { steps in
                for index in steps.indices {
                    let start = MonotonicTime.now
                    pool.run(UnsafeBufferPointer(rebasing: steps[index...index]))
                    let duration = start.elapsedSeconds
                    fastest[index] = min(fastest[index] ?? duration, duration)
                }
            }
        }
        return zip(plan.parts.steps, fastest).map { step, duration in
            StepTiming(name: step.name, duration: duration ?? 0, macs: step.macs)
        }
    }
}

/// The memory of a plan's buffers and arguments.
struct PlanMemory {
    private let arena: AlignedMemory
    private let offsets: [Int]
    private let arguments = ArgumentStore()

    init(arena: AlignedMemory, offsets: [Int]) {
        self.arena = arena
        self.offsets = offsets
    }

    /// The first float of a buffer.
    subscript(buffer: Int) -> UnsafeMutablePointer<Float> { arena.base + offsets[buffer] }

    /// Returns a step that runs `kernel` with a copy of `arguments`.
    func step<T: BitwiseCopyable>(
        _ kernel: @escaping lk_kernel, _ arguments: T, units: Int, least: Int
    ) -> lk_step {
        lk_step(
            run: kernel, args: UnsafeRawPointer(self.arguments.store(arguments)),
            units: Int32(units), least: Int32(clamping: max(least, 1)))
    }
}

/// An image input in row-major memory, with zero borders if the first convolution needs them.
struct InputImage {
    let buffer: Int
    let height: Int
    let width: Int
    let channels: Int
    /// Rows above the image and columns left of it.
    let top: Int
    let left: Int
    /// Floats between rows.
    let rowStride: Int

    /// Floats before the first pixel.
    var offset: Int { top * rowStride + left * channels }
}
