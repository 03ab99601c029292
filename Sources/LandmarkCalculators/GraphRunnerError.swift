public import LandmarkCore
public import LandmarkGraph
public import LandmarkImaging

/// An error of a `GraphRunner`.
public enum GraphRunnerError: LandmarkError {
    /// The graph file could not be read.
    case file(ImagingError)
    /// The graph file is malformed, or its graph is not valid.
    case graph(GraphError)
    /// The graph could not be started, rejected an input, or its run has ended with this error.
    case run(GraphRunError)
    /// `process` requires a graph with exactly one input stream; these are the graph's.
    case singleInputRequired([String])
    /// The graph has no output stream.
    case noOutput
    /// The graph has no output stream with this name.
    case unknownOutput(String, outputs: [String])
    /// The payload of the output stream is of another type.
    case output(stream: String, PacketError)
    /// The output stream sends packets at timestamps other than the images': `pending` packets are
    /// queued, from timestamp `first` to `last`.
    case timestampMismatch(
        stream: String, pending: Int, first: GraphTimestamp, last: GraphTimestamp)
    /// The runner is closed.
    case closed

    /// One sentence.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .graph(let error): error.description
        case .run(let error): error.description
        case .singleInputRequired(let names):
            names.isEmpty
                ? "the graph has no input stream"
                : "the graph has more than one input stream: \(names.joined(separator: ", "))"
        case .noOutput: "the graph has no output stream"
        case .unknownOutput(let name, let outputs):
            "the graph has no output stream \"\(name)\"; it has "
                + (outputs.isEmpty ? "none" : outputs.joined(separator: ", "))
        case .output(let stream, let error): "output stream \"\(stream)\": \(error)"
        case .timestampMismatch(let stream, let pending, let first, let last):
            "output stream \"\(stream)\" sends packets at timestamps other than the images': "
                + "\(pending) are queued, from \(first) to \(last); use step or close to get them"
        case .closed: "the graph runner is closed"
        }
    }
}
