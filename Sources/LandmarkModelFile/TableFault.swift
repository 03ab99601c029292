/// What is wrong with FlatBuffers data.
public enum TableFault: Sendable, Hashable {
    /// The data does not carry the file identifier of its kind.
    case identifier(expected: String, found: String)
    /// A value reaches beyond the end of the data.
    case outside(size: Int, available: Int)
    /// A table's layout record is outside the data, too small or of odd size.
    case badLayout
    /// A table's field lies outside the table.
    case fieldOutside(slot: Int)
    /// An offset points at itself.
    case emptyOffset
    /// A vector's length reaches beyond the end of the data.
    case vectorOutside(count: Int, elementSize: Int)
    /// A text is not UTF-8.
    case badText
    /// The same data is referred to so often that reading it would take for ever.
    case tooMuchSharing
}

extension TableFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .identifier(let expected, let found):
            "file identifier \"\(found)\" where \"\(expected)\" belongs"
        case .outside(let size, let available):
            "a value of \(size) bytes that reaches beyond the \(available) there are"
        case .badLayout: "a table without a valid layout"
        case .fieldOutside(let slot): "field \(slot) outside its table"
        case .emptyOffset: "an offset that points at itself"
        case .vectorOutside(let count, let elementSize):
            "\(count) elements of \(elementSize) bytes that reach beyond the end"
        case .badText: "text that is not UTF-8"
        case .tooMuchSharing: "data referred to too often"
        }
    }
}
