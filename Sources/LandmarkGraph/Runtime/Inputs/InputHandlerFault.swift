/// Why a node's input streams cannot be joined as was asked for.
public enum InputHandlerFault: Error, Sendable, Hashable {
    /// No handler has this name.
    case unknown(String)
    /// An option names an input stream that the node does not have.
    case noSuchStream(String)
    /// An input stream stands in two synchronization sets.
    case inTwoSets(String)
    /// An option's value is of no use.
    case option(TextFormatError)
    /// The handler needs more input streams.
    case tooFewStreams(String)
}

extension InputHandlerFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .unknown(let name): "no input stream handler is named \"\(name)\""
        case .noSuchStream(let name): "the handler names input stream \"\(name)\", which is missing"
        case .inTwoSets(let name): "input stream \"\(name)\" is in two synchronization sets"
        case .option(let error): error.description
        case .tooFewStreams(let name): "\(name) needs a data stream and a control stream"
        }
    }
}
