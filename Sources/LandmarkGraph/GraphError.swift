public import LandmarkCore

/// What can go wrong with a graph, from its file to the end of its run.
public enum GraphError: LandmarkError {
    /// The text of a graph, or an option in it, cannot be used.
    case text(TextFormatError)
    /// The graph is not one that can run; there is at least one fault.
    case invalid([GraphFault])

    /// One sentence that names line, node and stream.
    public var description: String {
        switch self {
        case .text(let error): error.description
        case .invalid(let faults):
            (faults.first?.description ?? "the graph cannot run")
                + (faults.count > 1 ? " (and \(faults.count - 1) more)" : "")
        }
    }
}
