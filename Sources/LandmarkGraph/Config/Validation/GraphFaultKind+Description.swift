extension GraphFaultKind: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .noCalculator: "the node names no calculator"
        case .unknownCalculator(let name, let nearest):
            "no calculator is named \"\(name)\"" + meant(nearest)
        case .reference(let kind, let text):
            "\"\(text)\" names no \(kind); expected \"name\", \"TAG:name\" or \"TAG:2:name\" with"
                + " names in lower case and tags in upper case"
        case .tagIndex(let text):
            "tag_index \"\(text)\" names no input stream; expected \"TAG\", \"TAG:2\" or \":2\""
        case .repeatedPort(let kind, let tag, let index):
            "two are \(kind) \(port(tag, index))"
        case .missingIndex(let kind, let tag, let index):
            "\(kind) \(port(tag, index)) is missing, though there are greater indices"
        case .producedTwice(let kind, let name, let first):
            "\(kind) \"\(name)\" is already made by " + (first?.description ?? "the graph's inputs")
        case .noProducer(let kind, let name, let nearest):
            "nothing makes \(kind) \"\(name)\"" + meant(nearest)
        case .cycle(let nodes, let names): Self.cycle(nodes, names)
        case .unknownInputStream(let tag, let index):
            "input_stream_info is about input stream \(port(tag, index)), which the node does not"
                + " have"
        case .repeatedInfo(let tag, let index):
            "input_stream_info speaks of input stream \(port(tag, index)) twice"
        case .unusedBackEdge(let name):
            "input stream \"\(name)\" is marked as a back edge but closes no cycle"
        case .missingSidePacket(let name): "side packet \"\(name)\" is needed but not given"
        case .contract(let fault): fault.description
        case .refused(let reason): reason
        case .types(let kind, let name, let takes, let carries, let other):
            "\(kind) \"\(name)\" is \(list(takes)) but "
                + (other.map { "for \($0) it is " } ?? "is given as ") + list(carries)
        case .unknownExecutor, .reservedExecutor, .repeatedExecutor, .defaultExecutorTwice,
            .tooManyExecutors:
            executorDescription
        case .number(let field, let value, let range):
            "\(field) is \(value), expected \(range.lowerBound) to \(range.upperBound)"
        case .unsupported(let field, let value): "\(field) \(value) is not supported"
        case .onlyForCalculators, .unknownSubgraphPort, .recursion, .tooDeep, .tooManyNodes,
            .tooManyStreams, .subgraph, .optionValue, .tooManyOptionValues:
            subgraphDescription
        case .unreadable(let reason): reason
        }
    }

    private var executorDescription: String {
        switch self {
        case .unknownExecutor(let name, let nearest):
            "no executor is named \"\(name)\"" + meant(nearest)
        case .reservedExecutor(let name): "the executor's name \"\(name)\" is reserved"
        case .repeatedExecutor(let name):
            name.isEmpty ? "two executors have no name" : "two executors are named \"\(name)\""
        case .tooManyExecutors(let limit): "there are more than \(limit) executors"
        default: "both num_threads and an executor without a name describe the default executor"
        }
    }

    private var subgraphDescription: String {
        switch self {
        case .onlyForCalculators(let field): "\(field) is for calculators, not for subgraphs"
        case .unknownSubgraphPort(let kind, let tag, let index):
            "the subgraph has no \(kind) \(port(tag, index))"
        case .recursion(let names):
            "a subgraph contains itself: " + names.joined(separator: " in ")
        case .tooDeep(let limit): "subgraphs are nested deeper than \(limit)"
        case .tooManyNodes(let limit): "subgraphs make more than \(limit) nodes"
        case .tooManyStreams(let limit):
            "subgraphs make nodes with more than \(limit) streams and side packets"
        case .subgraph(let reason): "the subgraph cannot be made: \(reason)"
        case .optionValue(let text, let reason): "option_value \"\(text)\": \(reason)"
        case .tooManyOptionValues(let text, let limit):
            "option_value \"\(text)\": the graph's option values read and copy more than \(limit)"
                + " fields"
        default: ""
        }
    }

    private static func cycle(_ nodes: [NodeLabel], _ names: [String]) -> String {
        var text = "nodes feed each other and no back edge is declared: "
        for (node, name) in zip(nodes, names).prefix(8) { text += "\(node) by \"\(name)\", " }
        if nodes.count > 8 { text += "\(nodes.count - 8) more, " }
        return text + "and again the first"
    }

    private func meant(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"" } ?? ""
    }

    private func port(_ tag: String, _ index: Int) -> String {
        if tag.isEmpty { return "\(index) without a tag" }
        return index == 0 ? tag : "\(tag):\(index)"
    }

    private func list(_ types: [PayloadType]) -> String {
        types.map(\.description).joined(separator: " or ")
    }
}
