package import LandmarkCore
internal import LandmarkModelFile

/// Prepares networks to run on one kind of hardware.
///
/// Everything above this protocol is independent of the hardware: translating a model to a
/// `NetworkGraph`, rewriting it, and the public `Network`. Everything about layouts, memory, packed
/// weights and kernels is below it. `prepare` may be called from several threads at once.
package protocol Backend: Sendable {
    /// The device for results to report, with the instruction set in use.
    var device: ComputeDevice { get }

    /// The limits on what rewrites may produce for this backend.
    var traits: BackendTraits { get }

    /// How far results may be from those of the processor in single precision, as a share of an output's
    /// largest magnitude. Zero promises the same bytes.
    var tolerance: Float { get }

    /// Prepares a network to run: allocates its memory and arranges the weights in the order of use,
    /// or shares the weights with an executable of the same model and options. Work that takes seconds is
    /// done in the background.
    ///
    /// - Throws: The errors of `NetworkSource.rewritten(for:)`; `InferenceError.tooLarge`,
    ///   `.outOfMemory` or `.deviceUnavailable`.
    func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation

    /// Writes `count` half-precision numbers, at any alignment, as floats.
    func widen(
        _ halves: UnsafeRawPointer, to floats: UnsafeMutablePointer<Float>, count: Int)
}

/// A model with the options for its preparation.
package struct NetworkSource {
    let model: TFLiteModel
    let options: NetworkOptions

    /// Returns the graph of the model after all rewrites, and the reader of its constants.
    ///
    /// - Throws: `InferenceError.unsupportedOperator`, `.unsupportedForm`, `.mismatch`, `.elementType`,
    ///   `.noOutput`, `.tooLarge`, `.tooComplex` or `.modelFile`.
    package func rewritten(
        for backend: some Backend
    ) throws(InferenceError) -> (NetworkGraph, ConstantReader) {
        let constants = ConstantReader(model, limits: options.limits) {
            backend.widen($0, to: $1, count: $2)
        }
        let graph = try NetworkGraph.rewritten(model, options, constants, for: backend.traits)
        return (graph, constants)
    }
}

extension Backend {
    package var traits: BackendTraits { BackendTraits() }

    package var tolerance: Float { 0 }

    package func widen(
        _ halves: UnsafeRawPointer, to floats: UnsafeMutablePointer<Float>, count: Int
    ) {
        HalfPrecision.widen(halves, to: floats, count: count)
    }
}

/// The limits on what rewrites may produce for a backend.
package struct BackendTraits: Sendable {
    /// The minimum number of dead channels whose removal saves work: the number computed together.
    package var fewestDeadChannels: Int
    /// Layer normalizations are fused when their channels are a multiple of this…
    package var layerNormStep: Int
    /// …and at most this many.
    package var layerNormLimit: Int
    /// Whether pointwise convolutions can be left to `Executable.evaluate(_:of:to:step:)`.
    package var evaluatesLazily: Bool

    /// Traits of a backend without restrictions.
    package init(
        fewestDeadChannels: Int = 1, layerNormStep: Int = 1, layerNormLimit: Int = .max,
        evaluatesLazily: Bool = true
    ) {
        self.fewestDeadChannels = fewestDeadChannels
        self.layerNormStep = layerNormStep
        self.layerNormLimit = layerNormLimit
        self.evaluatesLazily = evaluatesLazily
    }

    /// Returns whether a layer normalization with this many channels is fused.
    func fusesLayerNorm(channels: Int) -> Bool {
        channels % layerNormStep == 0 && channels <= layerNormLimit
    }
}

/// A graph that a backend has made ready to run, with its memory.
///
/// On the processor, with kernels of this package, `run` allocates nothing. Callers pass only indices that
/// the graph has.
package protocol Executable: AnyObject {
    /// The multiply-accumulates (MACs) of all convolutions per run.
    var macs: Int { get }

    /// The object that it shares with executables of the same model and options; nil if none.
    var shared: (any AnyObject & Sendable)? { get }

    /// Returns the memory of an input, by its index in `NetworkGraph.inputs`. A run leaves it intact.
    func input(_ index: Int) -> TensorView

    /// Returns the row-major values of the output at a position in the model as the last run left
    /// them, valid until the next run; nil when the output is evaluated lazily.
    func output(_ position: Int) -> UnsafePointer<Float>?

    /// Writes the values of a window of a lazy output to `target`, row by row, `step` floats apart.
    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    )

    /// Runs the graph on the values of its inputs. A backend with kernels of this package divides the
    /// work among the threads of `pool`; any other has its own.
    ///
    /// - Throws: `InferenceError.deviceFailed`, after which the inputs still have their values.
    func run(on pool: WorkerPool) throws(InferenceError)

    /// Runs the graph `runs` times, step by step, and returns the fastest time of each step. A backend
    /// that does not distinguish its steps has one.
    ///
    /// - Throws: `InferenceError.deviceFailed`.
    func profile(runs: Int, on pool: WorkerPool) throws(InferenceError) -> [StepTiming]
}

extension Executable {
    package var shared: (any AnyObject & Sendable)? { nil }

    package func profile(
        runs: Int, on pool: WorkerPool
    ) throws(InferenceError) -> [StepTiming] {
        let seconds = try fastestRun(of: runs, on: pool)
        return [StepTiming(name: "network", duration: seconds, macs: macs)]
    }

    /// Returns the seconds of the fastest run, which other work on the machine disturbs least.
    func fastestRun(of runs: Int, on pool: WorkerPool) throws(InferenceError) -> Double {
        var fastest = Double.infinity
        for _ in 0..<runs {
            let start = MonotonicTime.now
            try run(on: pool)
            fastest = min(fastest, start.elapsedSeconds)
        }
        return fastest
    }
}

/// The duration of one step of a network.
public struct StepTiming: Sendable, Hashable {
    /// The operation, its window, and the shape of its result.
    public let name: String
    /// Seconds of the fastest measured run, which other work on the machine disturbs least.
    public let duration: Double
    /// The multiply-accumulates (MACs) of the step's convolution, without bias and activation; zero
    /// for steps that only move or compare values.
    public let macs: Int

    /// Creates a timing.
    package init(name: String, duration: Double, macs: Int) {
        self.name = name
        self.duration = duration
        self.macs = macs
    }
}
