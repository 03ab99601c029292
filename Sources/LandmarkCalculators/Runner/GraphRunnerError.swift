public import LandmarkCore
public import LandmarkGraph
public import LandmarkImaging

/// What can go wrong with a `GraphRunner`.
public enum GraphRunnerError: LandmarkError {
    /// The graph file could not be read.
    case file(ImagingError)
    /// The graph file, or the graph in it, is not one that can run.
    case graph(GraphError)
    /// The graph could not begin to run, or its run has ended: each call says why.
    case run(GraphRunError)
    /// The graph has another number of input streams than the one that `process` feeds.
    case notOneInput([String])
    /// The graph has no output stream.
    case noOutput
    /// The stream is not one of the graph's outputs.
    case unknownOutput(String, outputs: [String])
    /// The output stream carries something else than was asked for.
    case output(stream: String, PacketError)
    /// An image gives no packet of its time, and so many of other times wait that `step` or
    /// `close` gives: the moments of the first and the last.
    case late(stream: String, waiting: Int, first: GraphTimestamp, last: GraphTimestamp)
    /// The runner was closed.
    case closed

    /// One sentence.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .graph(let error): error.description
        case .run(let error): error.description
        case .notOneInput(let names):
            names.isEmpty
                ? "the graph has no input stream"
                : "the graph has several input streams: \(names.joined(separator: ", "))"
        case .noOutput: "the graph has no output stream"
        case .unknownOutput(let name, let outputs):
            "the graph has no output stream \"\(name)\"; it has "
                + (outputs.isEmpty ? "none" : outputs.joined(separator: ", "))
        case .output(let stream, let error): "output stream \"\(stream)\": \(error)"
        case .late(let stream, let waiting, let first, let last):
            "output stream \"\(stream)\" gives packets at other times than the images': "
                + "\(waiting) wait, from \(first) to \(last); step and close give them"
        case .closed: "the graph was closed"
        }
    }
}
