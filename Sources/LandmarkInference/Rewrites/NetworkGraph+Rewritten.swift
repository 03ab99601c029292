internal import LandmarkModelFile

extension NetworkGraph {
    /// Translates `model` and applies every rewrite that `traits` allow: drops what the outputs do
    /// not need, and fuses neighboring operations where possible.
    ///
    /// - Throws: The errors of `GraphBuilder.graph(of:outputs:budget:)`; `InferenceError.noOutput` for a
    ///   lazy output that the model does not have; `.tooComplex` for more operations than the options allow.
    static func rewritten(
        _ model: TFLiteModel, _ options: NetworkOptions, _ constants: ConstantReader,
        for traits: BackendTraits
    ) throws(InferenceError) -> NetworkGraph {
        if let outside = options.lazyOutputs.filter({ !model.outputs.indices.contains($0) }).min() {
            throw .noOutput(model: model.name, position: outside, count: model.outputs.count)
        }
        var graph = try GraphBuilder.graph(
            of: model, outputs: options.outputs, budget: constants.budget)
        graph.prune()
        try graph.checkOperations(options.limits.operations, model: model.name)
        graph.foldPads()
        graph.fuseLayerNorms(for: traits)
        graph.swapResizes()
        graph.fuseEpilogues()
        try graph.dropDeadChannels(constants, atLeast: traits.fewestDeadChannels)
        if traits.evaluatesLazily { graph.deferLazyOutputs(at: options.lazyOutputs) }
        return graph
    }

    /// Drops nodes whose output is not read.
    mutating func prune() {
        var needed = Set(outputs.map(\.value))
        var kept: [Node] = []
        for node in nodes.reversed() where needed.contains(node.output) {
            needed.formUnion(node.reads)
            kept.append(node)
        }
        nodes = kept.reversed()
    }
}
