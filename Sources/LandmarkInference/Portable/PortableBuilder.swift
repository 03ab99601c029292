/// Translates a `NetworkGraph` to a `PortableGraph`.
///
/// Images are planar where an operation on images reads or computes them, and row-major as in the model
/// elsewhere; each is transposed at most once in either direction.
struct PortableBuilder {
    typealias Value = NetworkGraph.Value
    typealias Window = NetworkGraph.Window

    let source: NetworkGraph
    let constants: ConstantReader
    var graph = PortableGraph()
    /// The tensors with the model's values, by value: row-major with the batch first…
    private var rowMajor: [Int: Int] = [:]
    /// …and planar, for images.
    private var planar: [Int: Int] = [:]
    private var outputNames: [String] = []

    /// How an image's numbers are arranged.
    enum Layout {
        case rowMajor, planar
    }

    /// Translates `source`.
    ///
    /// - Throws: `InferenceError.unsupportedForm` for operations without a counterpart; `.modelFile`,
    ///   `.mismatch` or `.tooLarge` for a constant.
    static func graph(
        of source: NetworkGraph, _ constants: ConstantReader
    ) throws(InferenceError) -> PortableGraph {
        var builder = PortableBuilder(source: source, constants: constants)
        builder.addInputs()
        for node in source.nodes { try builder.translate(node) }
        for (output, name) in zip(source.outputs, builder.outputNames) {
            try builder.addOutput(output.value, named: name)
        }
        return builder.graph
    }

    private init(source: NetworkGraph, constants: ConstantReader) {
        self.source = source
        self.constants = constants
    }

    /// Takes the names of outputs, too, before other tensors can have them.
    private mutating func addInputs() {
        for value in source.inputs {
            let name = graph.names.take(source.values[value].name)
            graph.tensors.append(PortableGraph.Tensor(name: name, shape: shape(of: value)))
            graph.inputs.append(graph.tensors.count - 1)
            rowMajor[value] = graph.tensors.count - 1
        }
        outputNames = source.outputs.map { [source] output in
            graph.names.take(source.values[output.value].name)
        }
    }

    private mutating func addOutput(_ value: Int, named name: String) throws(InferenceError) {
        let tensor = try self.rowMajor(value)
        let output = graph.append(.identity, [tensor], shape: graph.tensors[tensor].shape)
        graph.tensors[output].name = name
        graph.outputs.append(output)
    }

    private mutating func translate(_ node: NetworkGraph.Node) throws(InferenceError) {
        if try translateImage(node) { return }
        guard try translateArray(node) else {
            throw unsupported(node, "exchange formats have no counterpart")
        }
    }

    // MARK: Values

    /// The shape of a value with the batch first: the model's own where that begins with 1.
    func shape(of value: Int) -> [Int] {
        let shape = source.values[value].shape
        return shape.first == 1 ? shape : [1] + shape
    }

    /// The shape of a value in a layout.
    func shape(of value: Int, _ layout: Layout) -> [Int] {
        let shape = shape(of: value)
        return layout == .planar ? [1, shape[3], shape[1], shape[2]] : shape
    }

    /// Whether a value has been computed in planar layout only.
    func isOnlyPlanar(_ value: Int) -> Bool { planar[value] != nil && rowMajor[value] == nil }

    /// Returns the tensor with a value in a layout.
    ///
    /// - Throws: `InferenceError.unsupportedForm` for a constant.
    mutating func tensor(_ value: Int, _ layout: Layout) throws(InferenceError) -> Int {
        switch layout {
        case .rowMajor: try rowMajor(value)
        case .planar: try planar(value)
        }
    }

    /// Returns the row-major tensor with a value.
    ///
    /// - Throws: `InferenceError.unsupportedForm` for a constant.
    mutating func rowMajor(_ value: Int) throws(InferenceError) -> Int {
        if let known = rowMajor[value] { return known }
        guard let image = planar[value] else {
            throw .unsupportedForm(
                model: constants.modelName, name: source.values[value].name, index: value,
                reason: "a constant is used as a tensor that depends on the input")
        }
        let tensor = graph.append(.transpose([0, 2, 3, 1]), [image], shape: shape(of: value))
        rowMajor[value] = tensor
        return tensor
    }

    /// Returns the planar tensor with an image.
    ///
    /// - Throws: `InferenceError.unsupportedForm` for a constant.
    mutating func planar(_ value: Int) throws(InferenceError) -> Int {
        if let known = planar[value] { return known }
        let tensor = graph.append(
            .transpose([0, 3, 1, 2]), [try rowMajor(value)], shape: shape(of: value, .planar))
        planar[value] = tensor
        return tensor
    }

    /// Makes `tensor` the one that holds a value in a layout.
    mutating func define(_ value: Int, _ layout: Layout, as tensor: Int) {
        switch layout {
        case .rowMajor: rowMajor[value] = tensor
        case .planar: planar[value] = tensor
        }
    }

    // MARK: Constants

    /// Returns the numbers of a constant value.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch` or `.tooLarge`.
    func floats(_ value: Int) throws(InferenceError) -> [Float] {
        guard let constant = source.values[value].constant else {
            throw .unsupportedForm(
                model: constants.modelName, name: source.values[value].name, index: value,
                reason: "weights are not constant")
        }
        try constants.budget.take(floats: source.values[value].count)
        return try constants.floats(of: constant)
    }

    func isConstant(_ value: Int) -> Bool { source.values[value].constant != nil }

    /// Adds a constant with one number.
    mutating func scalar(_ number: Float) -> Int { graph.constant([number], shape: [1]) }

    // MARK: Shapes

    /// Returns `tensor` in another shape with the same number of elements.
    mutating func reshaped(_ tensor: Int, _ shape: [Int]) -> Int {
        guard graph.tensors[tensor].shape != shape else { return tensor }
        return graph.append(.reshape, [tensor], shape: shape)
    }

    /// Returns `tensor` with at least two dimensions: the first is the batch, which is not a row.
    mutating func rows(_ tensor: Int) -> Int {
        let shape = graph.tensors[tensor].shape
        return shape.count > 1 ? tensor : reshaped(tensor, shape + [1])
    }

    func unsupported(_ node: NetworkGraph.Node, _ reason: String) -> InferenceError {
        .unsupportedForm(
            model: constants.modelName, name: node.operation.name, index: node.output,
            reason: reason)
    }
}
