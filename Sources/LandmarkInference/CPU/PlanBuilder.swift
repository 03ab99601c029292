internal import CLandmarkKernels
import LandmarkCore

/// Plans a graph as a list of kernel calls over buffers.
///
/// Every value has up to four buffers: blocked ones, in planes of channels, of floats in single and in half
/// precision and of integers, and a row-major one. Each operation requests the form it needs; a conversion is planned
/// when only another exists.
struct PlanBuilder {
    typealias Node = NetworkGraph.Node
    typealias Window = NetworkGraph.Window
    typealias StridedCopy = NetworkGraph.StridedCopy

    let graph: NetworkGraph
    let constants: ConstantReader
    let kernels: UnsafePointer<lk_kernel_table>
    /// The precision of operations that have kernels for it.
    let precision: Precision
    /// The precision of operations that have none for integers.
    var floatPrecision: Precision { precision == .half ? .half : .single }
    /// The number of threads that will run the plan.
    let threads: Int
    /// Arguments that all executables share.
    let arguments = ArgumentStore()
    let weightMemory: WeightMemory
    /// Temporary memory for packing: some rows of weights, and all weights in the order of use.
    let weightRows = Scratch()
    let orderedWeights = Scratch()
    var weights: [AlignedMemory] = []
    var steps: [PlannedStep] = []
    var bufferCounts: [Int] = []
    /// Buffers that do not share memory.
    var lasting: Set<Int> = []
    var blockedBuffers: [Blocked: Int] = [:]
    var rowMajorBuffers: [Int: Int] = [:]
    /// How often each value will still be read, by the node being planned and those after it.
    private var readersLeft: [Int]
    /// The node that computes each value.
    let producers: [Int?]
    var images: [Int: InputImage] = [:]
    /// Constants that row-major operations read.
    var initialValues: [(buffer: Int, floats: [Float])] = []

    /// A blocked form of a value: of floats, or of integers in the precisions that multiply integers.
    struct Blocked: Hashable {
        let value: Int
        let precision: Precision
    }

    /// The number of multiply-adds worth handing to another thread: about a microsecond's worth.
    static let macsWorthAThread = 1 << 17
    /// The number of floats to move or compare that is worth handing to another thread.
    static let floatsWorthAThread = 16384

    /// Channels in a block.
    var block: Int { Int(kernels.pointee.block) }
    var budget: MemoryBudget { constants.budget }

    init(
        _ graph: NetworkGraph, _ constants: ConstantReader,
        _ kernels: UnsafePointer<lk_kernel_table>, precision: Precision, threads: Int
    ) {
        self.graph = graph
        self.constants = constants
        self.kernels = kernels
        self.precision = precision
        self.threads = threads
        readersLeft = graph.readerCounts()
        producers = graph.producers()
        weightMemory = WeightMemory(
            expected: graph.packedCounts(block: Int(kernels.pointee.block)))
    }

    /// Plans all nodes and lays out the memory.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch`, `.tooLarge`, `.tooManyDimensions` or `.outOfMemory`.
    mutating func build() throws(InferenceError) -> CPUPlan {
        try planInputs()
        for node in graph.nodes {
            try plan(node)
            for value in node.reads { readersLeft[value] -= 1 }
        }
        var outputs: [Int: CPUExecutable.OutputSource] = [:]
        for output in graph.outputs {
            outputs[output.position] =
                if let node = output.lazyConvolution {
                    .lazy(try planLazyOutput(node))
                } else {
                    .buffer(try rowMajor(output.value))
                }
        }
        lasting.formUnion(images.values.map(\.buffer))
        return try place(outputs: outputs)
    }

    private mutating func plan(_ node: Node) throws(InferenceError) {
        switch node.operation {
        case .convolution(let window, let weights, let bias):
            try planConvolution(node, window, weights: weights, bias: bias)
        case .depthwise(let window, let weights, let bias):
            try planDepthwise(node, window, weights: weights, bias: bias)
        case .pool(let window, let average):
            try planPool(node, window, average: average)
        case .resize(let alignCorners, let halfPixelCenters):
            try planResize(node, alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
        case .identity, .padChannels:
            try planIdentity(node)
        case .depthToSpace(let square):
            try planDepthToSpace(node, square: square)
        case .spatialMean:
            try planSpatialMean(node)
        case .layerNorm(let factors, let epsilon, let transposed):
            try planLayerNorm(node, factors: factors, epsilon: epsilon, transposed: transposed)
        case .padImage(let top, let left):
            try planPadImage(node, top: top, left: left)
        case .binary(let function, let activation):
            try planBinary(node, function, activation)
        case .unary(let function):
            try planUnary(node, function)
        case .copies(let copies, let fill):
            try planCopies(node, copies, fill: fill)
        case .reduce(let axes, let mean):
            try planReduce(node, axes: axes, mean: mean)
        case .softmax(let beta):
            try planSoftmax(node, beta: beta)
        case .reshape:
            try planReshape(node)
        case .landmarkTransform(let transform):
            try planLandmarkTransform(node, transform)
        case .warp:
            try planWarp(node)
        case .transformPoints:
            try planTransformPoints(node)
        }
    }

    private func place(
        outputs: [Int: CPUExecutable.OutputSource]
    ) throws(InferenceError) -> CPUPlan {
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
        for source in outputs.values { lives[source.buffer].lastStep = .max }
        let arena = Arena(lives)
        try budget.take(floats: arena.count)
        return CPUPlan(
            CPUPlan.Parts(
                steps: steps, arena: arena, initialValues: initialValues,
                inputs: graph.inputs.compactMap { images[$0] }, outputs: outputs, weights: weights,
                constants: arguments))
    }

    // MARK: Buffers

    /// Adds a buffer of at least `count` floats. The budget ensures that every distance within it
    /// fits the kernels' 32-bit integers.
    ///
    /// - Throws: `InferenceError.tooLarge`.
    mutating func buffer(_ count: Int) throws(InferenceError) -> Int {
        // Buffers may share memory: they are accounted for once they are placed.
        try budget.check(bytes: count * MemoryLayout<Float>.stride)
        let line = AlignedMemory.line
        bufferCounts.append((count + line - 1) / line * line)
        return bufferCounts.count - 1
    }

    /// Returns the floats from one plane to the next: an odd number of cache lines, so that the planes
    /// of a pixel spread over all sets of the caches. The blocks of a single pixel are adjacent, which
    /// makes them row-major too.
    func plane(pixels: Int) -> Int {
        guard pixels > 1 else { return block }
        let line = AlignedMemory.line
        return ((pixels * block + line - 1) / line | 1) * line
    }

    /// Returns the number of blocks that hold this many channels.
    func blocks(_ channels: Int) -> Int { (channels + block - 1) / block }

    /// Adds a buffer for a blocked tensor with planes of `plane` numbers.
    mutating func blockedBuffer(
        plane: Int, blocks: Int, _ precision: Precision
    ) throws(InferenceError) -> Int {
        let numbers = plane * blocks
        return try buffer(precision == .half ? (numbers + 1) / 2 : numbers)
    }

    /// Adds the blocked buffer to which a node writes its value.
    mutating func newBlocked(
        _ node: Node, _ precision: Precision = .single
    ) throws(InferenceError) -> Int {
        let form = Blocked(value: node.output, precision: precision)
        if let residual = usedUpResidual(node, precision) {
            blockedBuffers[form] = residual
            return residual
        }
        let value = graph.values[node.output]
        let buffer = try blockedBuffer(
            plane: plane(pixels: value.pixels), blocks: blocks(value.channels), precision)
        blockedBuffers[form] = buffer
        if value.pixels == 1, precision == .single { rowMajorBuffers[node.output] = buffer }
        return buffer
    }

    /// Returns the buffer of a node's residual, if nothing else will read it and the value fits.
    ///
    /// Kernels read a residual just before they write the result to the same place, so the two can
    /// share a buffer. The result then needs no additional cache lines, which for a large feature
    /// map would be fetched from the outer caches only to be overwritten.
    private func usedUpResidual(_ node: Node, _ precision: Precision) -> Int? {
        // A row-major form may be an alias that other values read.
        guard let residual = node.epilogue.residual, readersLeft[residual] == 1,
            rowMajorBuffers[residual] == nil,
            blocks(graph.values[residual].channels) == blocks(graph.values[node.output].channels)
        else { return nil }
        return blockedBuffers[Blocked(value: residual, precision: precision)]
    }

    /// Adds the row-major buffer to which a node writes its value.
    mutating func newRowMajor(_ value: Int) throws(InferenceError) -> Int {
        let buffer = try buffer(graph.values[value].count)
        rowMajorBuffers[value] = buffer
        return buffer
    }
}
