public import LandmarkCore

/// An error in a graph file or in the graph it describes.
public enum GraphError: LandmarkError {
    /// The text, or an option in it, is malformed.
    case text(TextFormatError)
    /// The graph is not valid; there is at least one error.
    case invalid([GraphValidationError])

    /// One sentence with line, node and stream.
    public var description: String {
        switch self {
        case .text(let error): error.description
        case .invalid(let errors):
            (errors.first?.description ?? "the graph is not valid")
                + (errors.count > 1 ? " (and \(errors.count - 1) more)" : "")
        }
    }
}

/// One reason that a graph cannot run.
public struct GraphValidationError: Error, Sendable, Hashable {
    /// The kind of error.
    public let kind: Kind
    /// The node; nil for an error in the graph itself.
    public let node: NodeLabel?
    /// The position in the file of the node's graph or subgraph; nil for a graph created in code.
    public let position: TextPosition?

    /// Creates an error.
    public init(_ kind: Kind, node: NodeLabel? = nil, at position: TextPosition? = nil) {
        self.kind = kind
        self.node = node
        self.position = position ?? node?.position
    }
}

extension GraphValidationError: CustomStringConvertible {
    /// One sentence with line, node and stream.
    public var description: String {
        guard let node else { return (position.map { "\($0): " } ?? "") + kind.description }
        let isElsewhere = position.map { $0.line != node.position?.line } ?? false
        let place = isElsewhere ? position.map { ", line \($0.line)" } ?? "" : ""
        return "\(node)\(place): \(kind)"
    }
}

extension GraphValidationError {
    /// The reasons that a graph cannot run.
    public enum Kind: Sendable, Hashable {
        /// A node does not name a calculator.
        case missingCalculator
        /// No calculator or subgraph is registered under this name; `nearest` is the most similar
        /// one.
        case unknownCalculator(String, nearest: String?)
        /// The text is not a valid stream or side packet reference.
        case reference(PortKind, String)
        /// The text is not a valid tag and index of an input stream.
        case tagIndex(String)
        /// Two streams or side packets of a node have the same tag and index.
        case duplicatePort(PortKind, tag: String, index: Int)
        /// The indices of a tag have a gap at this index.
        case missingIndex(PortKind, tag: String, index: Int)
        /// A stream or side packet has two producers; `first` is nil when the other one is a graph
        /// input.
        case duplicateProducer(PortKind, String, first: NodeLabel?)
        /// A stream is consumed but not produced; `nearest` is the most similar name.
        case missingProducer(PortKind, String, nearest: String?)
        /// Nodes form a cycle without a back edge, through these streams and side packets in order.
        case cycle([NodeLabel], by: [String])
        /// `input_stream_info` refers to an input stream that the node does not have.
        case unknownInputStream(tag: String, index: Int)
        /// `input_stream_info` appears twice for an input stream.
        case duplicateInputStreamInfo(tag: String, index: Int)
        /// A back edge does not close a cycle.
        case unusedBackEdge(String)
        /// A required side packet is neither produced by a node nor provided.
        case missingSidePacket(String)
        /// A node violates its calculator's contract.
        case contract(ContractViolation)
        /// The calculator threw while declaring its contract, for example because of invalid
        /// options.
        case contractRejected(String)
        /// Producer and consumer disagree on the payload type of a stream or side packet. `from` is
        /// the node that declared `carries`.
        case typeMismatch(
            PortKind, String, takes: [PayloadType], carries: [PayloadType], from: NodeLabel?)
        /// A node refers to an executor that the graph does not declare.
        case unknownExecutor(String, nearest: String?)
        /// An executor has a reserved name: `default`, `gpu`, or one starting with `__`.
        case reservedExecutor(String)
        /// Two executors have the same name; empty for the default executor.
        case duplicateExecutor(String)
        /// `num_threads` and an unnamed executor both configure the default executor.
        case conflictingDefaultExecutor
        /// A number is out of range.
        case number(field: String, Int, ClosedRange<Int>)
        /// A field that affects results is not supported; the second string is its value.
        case unsupported(field: String, String)
        /// A field that is only allowed on calculator nodes is set on a subgraph node.
        case notAllowedOnSubgraph(field: String)
        /// The subgraph has no such stream or side packet.
        case unknownSubgraphPort(PortKind, tag: String, index: Int)
        /// A subgraph contains itself, through these subgraphs.
        case recursiveSubgraph([String])
        /// Subgraphs are nested more deeply than this.
        case tooDeep(limit: Int)
        /// Subgraphs expand to more than this many nodes.
        case tooManyNodes(limit: Int)
        /// The subgraph could not be created from the node.
        case subgraph(String)
        /// An `option_value` could not be resolved.
        case optionValue(String, reason: String)
        /// This `option_value` makes the graph's option values exceed the limit on fields read and
        /// copied.
        case tooManyOptionValues(String, limit: Int)
        /// The graph has more executors than this.
        case tooManyExecutors(limit: Int)
        /// Subgraphs expand to more than this many streams and side packets.
        case tooManyStreams(limit: Int)
        /// The graph could not be read for another reason.
        case unreadable(String)
    }
}

extension GraphValidationError.Kind: CustomStringConvertible {
    /// The error as part of a sentence.
    public var description: String {
        switch self {
        case .missingCalculator: "the node does not name a calculator"
        case .unknownCalculator(let name, let nearest):
            "no calculator is registered as \"\(name)\"" + suggestion(nearest)
        case .reference(let kind, let text):
            "\"\(text)\" is not a valid \(kind); expected \"name\", \"TAG:name\" or \"TAG:2:name\" with"
                + " names in lower case and tags in upper case"
        case .tagIndex(let text):
            "tag_index \"\(text)\" is not valid; expected \"TAG\", \"TAG:2\" or \":2\""
        case .duplicatePort(let kind, let tag, let index):
            "duplicate \(kind) \(port(tag, index))"
        case .missingIndex(let kind, let tag, let index):
            "\(kind) \(port(tag, index)) is missing, but higher indices are present"
        case .duplicateProducer(let kind, let name, let first):
            "\(kind) \"\(name)\" is already produced by "
                + (first?.description ?? "the graph's inputs")
        case .missingProducer(let kind, let name, let nearest):
            "\(kind) \"\(name)\" has no producer" + suggestion(nearest)
        case .cycle(let nodes, let names): Self.cycle(nodes, names)
        case .unknownInputStream(let tag, let index):
            "input_stream_info refers to input stream \(port(tag, index)), which the node does not"
                + " have"
        case .duplicateInputStreamInfo(let tag, let index):
            "duplicate input_stream_info for input stream \(port(tag, index))"
        case .unusedBackEdge(let name):
            "input stream \"\(name)\" is marked as a back edge but does not close a cycle"
        case .missingSidePacket(let name): "required side packet \"\(name)\" was not provided"
        case .contract(let violation): violation.description
        case .contractRejected(let reason): reason
        case .typeMismatch(let kind, let name, let takes, let carries, let other):
            "\(kind) \"\(name)\" has type \(list(takes)), but "
                + (other.map { "\($0) declares " } ?? "it carries ") + list(carries)
        case .unknownExecutor, .reservedExecutor, .duplicateExecutor, .conflictingDefaultExecutor,
            .tooManyExecutors:
            executorDescription
        case .number(let field, let value, let range):
            "\(field) is \(value), expected \(range.lowerBound) to \(range.upperBound)"
        case .unsupported(let field, let value): "\(field) \(value) is not supported"
        case .notAllowedOnSubgraph, .unknownSubgraphPort, .recursiveSubgraph, .tooDeep,
            .tooManyNodes,
            .tooManyStreams, .subgraph, .optionValue, .tooManyOptionValues:
            subgraphDescription
        case .unreadable(let reason): reason
        }
    }

    private var executorDescription: String {
        switch self {
        case .unknownExecutor(let name, let nearest):
            "no executor is named \"\(name)\"" + suggestion(nearest)
        case .reservedExecutor(let name): "executor name \"\(name)\" is reserved"
        case .duplicateExecutor(let name):
            name.isEmpty ? "more than one executor is unnamed" : "duplicate executor \"\(name)\""
        case .tooManyExecutors(let limit): "there are more than \(limit) executors"
        default: "num_threads and an unnamed executor both configure the default executor"
        }
    }

    private var subgraphDescription: String {
        switch self {
        case .notAllowedOnSubgraph(let field): "\(field) is not allowed on a subgraph node"
        case .unknownSubgraphPort(let kind, let tag, let index):
            "the subgraph has no \(kind) \(port(tag, index))"
        case .recursiveSubgraph(let names):
            "subgraph contains itself: " + names.joined(separator: " in ")
        case .tooDeep(let limit): "subgraphs are nested deeper than \(limit)"
        case .tooManyNodes(let limit): "subgraphs expand to more than \(limit) nodes"
        case .tooManyStreams(let limit):
            "subgraphs expand to more than \(limit) streams and side packets"
        case .subgraph(let reason): "the subgraph could not be created: \(reason)"
        case .optionValue(let text, let reason): "option_value \"\(text)\": \(reason)"
        case .tooManyOptionValues(let text, let limit):
            "option_value \"\(text)\": the graph's option values read and copy more than \(limit)"
                + " fields"
        default: ""
        }
    }

    private static func cycle(_ nodes: [NodeLabel], _ names: [String]) -> String {
        var text = "cycle without a declared back edge: "
        for (node, name) in zip(nodes, names).prefix(8) { text += "\(node) -> \"\(name)\" -> " }
        if nodes.count > 8 { text += "\(nodes.count - 8) more -> " }
        return text + "the first node"
    }

    private func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private func port(_ tag: String, _ index: Int) -> String {
        if tag.isEmpty { return "\(index) without a tag" }
        return index == 0 ? tag : "\(tag):\(index)"
    }

    private func list(_ types: [PayloadType]) -> String {
        types.map(\.description).joined(separator: " or ")
    }
}
