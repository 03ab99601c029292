public import LandmarkCore

/// A text in protobuf's text format that cannot be used, or a field in it.
public struct TextFormatError: LandmarkError, Hashable {
    /// Where; nil when the message was made in code.
    public let position: TextPosition?
    /// What is wrong.
    public let fault: TextFault

    /// Makes an error.
    public init(_ fault: TextFault, at position: TextPosition?) {
        self.fault = fault
        self.position = position
    }

    /// One sentence with line, column and what was found and expected.
    public var description: String {
        (position.map { "\($0): " } ?? "") + fault.description
    }
}
