internal import CLandmarkKernels
internal import LandmarkCore
internal import LandmarkModelFile

/// Turns a graph into steps over buffers.
///
/// Every value has up to two buffers: a blocked one, in planes of channels, and a row-major one.
/// Operators ask for the form they need, and a change of layout is planned where only the other
/// form is there.
struct PlanBuilder {
    let model: TFLiteModel
    let graph: Graph
    let level: InstructionSet
    let kernels: Kernels
    /// How many threads the plan will be run by.
    let threads: Int
    let constants: ConstantReader
    let arguments = ArgumentStore()
    let weightMemory = WeightMemory()
    /// Weights on their way into `weightMemory`: some rows of them, and all in their order.
    let weightRows = Scratch()
    let orderedWeights = Scratch()
    var weights: [AlignedMemory] = []
    var steps: [PlannedStep] = []
    var bufferCounts: [Int] = []
    /// Buffers that share memory with no other.
    var lasting: Set<Int> = []
    var blockedBuffers: [Int: Int] = [:]
    var plainBuffers: [Int: Int] = [:]
    /// How often each value is still read, by the node that is being planned and those after it.
    private var readersLeft: [Int]
    var images: [Int: InputImage] = [:]
    /// Constants that row-major operators read.
    var initialValues: [(buffer: Int, floats: [Float])] = []

    /// Multiplications that are worth handing to another thread: about a microsecond of them.
    static let productsWorthAThread = 1 << 17

    var block: Int { kernels.block }
    /// What the plan may take of memory.
    var budget: MemoryBudget { constants.budget }

    init(
        _ model: TFLiteModel, _ graph: Graph, _ constants: ConstantReader, _ level: InstructionSet,
        threads: Int
    ) throws(InferenceError) {
        guard let kernels = Kernels(level.code) else {
            throw .instructionSetUnavailable(level, available: InstructionSet.available)
        }
        self.model = model
        self.graph = graph
        self.level = level
        self.kernels = kernels
        self.threads = threads
        self.constants = constants
        readersLeft = graph.readerCounts()
    }

    /// Plans all nodes and lays out the memory.
    mutating func build() throws(InferenceError) -> Plan {
        try planInputs()
        for node in graph.nodes {
            try plan(node)
            for value in node.reads { readersLeft[value] -= 1 }
        }
        var outputs: [Int: Plan.OutputPlace] = [:]
        for output in graph.outputs {
            outputs[output.position] =
                if let node = output.deferred {
                    .deferred(try planDeferred(node))
                } else {
                    .buffer(try plain(output.value))
                }
        }
        lasting.formUnion(images.values.map(\.buffer))
        return try place(outputs: outputs)
    }

    private func place(outputs: [Int: Plan.OutputPlace]) throws(InferenceError) -> Plan {
        var lives = bufferCounts.map { Arena.Buffer(count: $0, firstStep: .max, lastStep: -1) }
        for (index, step) in steps.enumerated() {
            for buffer in step.reads + step.writes {
                lives[buffer].firstStep = min(lives[buffer].firstStep, index)
                lives[buffer].lastStep = max(lives[buffer].lastStep, index)
            }
        }
        for buffer in lasting {
            lives[buffer].firstStep = -1
            lives[buffer].lastStep = .max
        }
        for place in outputs.values { lives[place.buffer].lastStep = .max }
        let arena = Arena(lives)
        try budget.take(floats: arena.count)
        let memory = PlanMemory(
            arena: AlignedMemory(count: arena.count), offsets: arena.offsets, arguments: arguments)
        for (buffer, floats) in initialValues {
            memory[buffer].update(from: floats, count: floats.count)
        }
        return Plan(
            device: .cpu(level), steps: steps.map { $0.make(memory) }, names: steps.map(\.name),
            multiplyAdds: steps.map(\.multiplyAdds), memory: memory, weights: weights,
            inputs: graph.inputs.map { images[$0] }, outputs: outputs)
    }

    // MARK: Buffers

    /// A buffer of `count` floats, at least. Few enough are allowed that every distance in it is
    /// a 32-bit integer, as kernels have it.
    mutating func buffer(_ count: Int) throws(InferenceError) -> Int {
        // Buffers may lie over each other: they are counted once they have been placed.
        try budget.check(bytes: count * MemoryLayout<Float>.stride)
        let line = AlignedMemory.line
        bufferCounts.append((count + line - 1) / line * line)
        return bufferCounts.count - 1
    }

    /// Floats from one plane to the next: an odd number of cache lines, so that a pixel's planes
    /// spread over all sets of the caches. A single pixel's blocks lie together, row-major.
    func plane(pixels: Int) -> Int {
        guard pixels > 1 else { return block }
        let line = AlignedMemory.line
        return ((pixels * block + line - 1) / line | 1) * line
    }

    /// A node for profiles: its window, and the shape that it makes.
    func describe(_ node: Node) -> String {
        "\(node.operation.windowDescription)\(graph.values[node.output].shape)"
    }

    func blocks(_ channels: Int) -> Int { (channels + block - 1) / block }

    /// The blocked buffer that a node writes its value to.
    mutating func newBlocked(_ node: Node) throws(InferenceError) -> Int {
        if let residual = usedUpResidual(node) {
            blockedBuffers[node.output] = residual
            return residual
        }
        let value = graph.values[node.output]
        let buffer = try buffer(plane(pixels: value.pixels) * blocks(value.channels))
        blockedBuffers[node.output] = buffer
        if value.pixels == 1 { plainBuffers[node.output] = buffer }
        return buffer
    }

    /// The buffer of a node's residual, if nothing else will read it and the node's value fits.
    ///
    /// Kernels read a residual where they write their result, and just before. A result in the
    /// residual's place needs no lines of its own, which for a large map would come from the outer
    /// caches only to be overwritten.
    private func usedUpResidual(_ node: Node) -> Int? {
        // What also has a row-major form may be read in that under other values' names.
        guard let residual = node.epilogue.residual, readersLeft[residual] == 1,
            plainBuffers[residual] == nil,
            blocks(graph.values[residual].channels) == blocks(graph.values[node.output].channels)
        else { return nil }
        return blockedBuffers[residual]
    }

    /// The row-major buffer that a node writes its value to.
    mutating func newPlain(_ value: Int) throws(InferenceError) -> Int {
        let buffer = try buffer(graph.values[value].count)
        plainBuffers[value] = buffer
        return buffer
    }
}
