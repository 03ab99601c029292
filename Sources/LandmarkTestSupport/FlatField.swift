/// A field of a table to be written.
package enum FlatField {
    /// A number, given as its bytes.
    case number([UInt8])
    /// An offset to something behind the table.
    case node(FlatNode)

    package static func byte(_ value: Int) -> FlatField {
        .number([UInt8(truncatingIfNeeded: value)])
    }
    package static func int(_ value: Int32) -> FlatField { .number(littleEndian(value)) }
    package static func long(_ value: UInt64) -> FlatField { .number(littleEndian(value)) }
    package static func float(_ value: Float) -> FlatField {
        .number(littleEndian(value.bitPattern))
    }
    package static func text(_ value: String) -> FlatField { .node(.text(value)) }
    package static func table(_ fields: [Int: FlatField]) -> FlatField { .node(.table(fields)) }
    package static func tables(_ list: [[Int: FlatField]]) -> FlatField {
        .node(.tables(list.map { .table($0) }))
    }
    package static func integers(_ values: [Int]) -> FlatField {
        .node(.integers(values.map { Int32($0) }))
    }
    package static func floats(_ values: [Float]) -> FlatField { .node(.floats(values)) }
    package static func bytes(_ values: [UInt8]) -> FlatField {
        .node(.numbers(values, size: 1))
    }

    var width: Int {
        switch self {
        case .number(let bytes): bytes.count
        case .node: 4
        }
    }

    var placeholder: [UInt8] {
        switch self {
        case .number(let bytes): bytes
        case .node: [0, 0, 0, 0]
        }
    }
}
