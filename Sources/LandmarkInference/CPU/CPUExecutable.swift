internal import CLandmarkKernels
internal import LandmarkCore

/// A list of kernel calls, and the memory on which they work.
final class CPUExecutable: Executable {
    private let steps: [lk_step]
    private let names: [String]
    private let stepMACs: [Int]
    private let memory: PlanMemory
    /// Kept alive for the steps, which point to them.
    private let weights: [AlignedMemory]
    private let inputs: [InputImage]
    private let outputs: [Int: OutputSource]

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

    init(
        _ steps: [PlannedStep], _ memory: PlanMemory, weights: [AlignedMemory],
        inputs: [InputImage], outputs: [Int: OutputSource]
    ) {
        self.steps = steps.map { $0.make(memory) }
        names = steps.map(\.name)
        stepMACs = steps.map(\.macs)
        macs = stepMACs.reduce(0, +)
        self.memory = memory
        self.weights = weights
        self.inputs = inputs
        self.outputs = outputs
    }

    let macs: Int

    func input(_ index: Int) -> TensorView {
        let image = inputs[index]
        return TensorView(
            base: memory[image.buffer] + image.offset, height: image.height, width: image.width,
            channels: image.channels, rowStride: image.rowStride)
    }

    func output(_ position: Int) -> UnsafePointer<Float>? {
        guard case .buffer(let buffer) = outputs[position] else { return nil }
        return UnsafePointer(memory[buffer])
    }

    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) {
        guard case .lazy(let output) = outputs[position] else { return }
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
        return steps.indices.map { index in
            StepTiming(
                name: names[index], duration: fastest[index] ?? 0, macs: stepMACs[index])
        }
    }
}

/// The memory of a plan's buffers and arguments.
struct PlanMemory {
    let arena: AlignedMemory
    let offsets: [Int]
    let arguments: ArgumentStore

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
