public import LandmarkCore

/// A fault in what is sent on or read from a stream or side packet, with its name.
public struct StreamError: LandmarkError, Hashable {
    /// The name of the stream or side packet.
    public let stream: String
    /// What is wrong.
    public let fault: StreamFault

    /// Makes an error.
    public init(stream: String, _ fault: StreamFault) {
        self.stream = stream
        self.fault = fault
    }

    /// One sentence that names the stream.
    public var description: String { "stream \"\(stream)\": \(fault)" }
}
