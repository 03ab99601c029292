/// What is wrong with a face geometry file.
public enum GeometryFault: Sendable, Hashable {
    /// A number or a field reaches beyond the end of the message that holds it.
    case cutOff
    /// A variable-length number has more than ten bytes.
    case numberTooLong
    /// A field has a wire type that its kind cannot have.
    case wireType(field: Int, type: Int)
    /// A field's number is 0.
    case fieldNumber
    /// A packed list's size is no multiple of its element's.
    case packedSize(field: Int, size: Int)
    /// The mesh has another layout than triangles of vertices with five numbers.
    case meshLayout(vertexType: Int, primitiveType: Int)
    /// The number of vertex numbers is no multiple of five or is zero.
    case vertexCount(Int)
    /// The number of triangle corners is no multiple of three or is zero.
    case cornerCount(Int)
    /// A triangle or a weight names a vertex that does not exist.
    case vertexIndex(Int, vertices: Int)
    /// A vertex coordinate or weight is not a finite number, or a weight is negative.
    case value(Float)
    /// No landmark has a weight.
    case noWeights
}

extension GeometryFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .cutOff: "a field that is cut off"
        case .numberTooLong: "a number of more than ten bytes"
        case .wireType(let field, let type): "field \(field) with wire type \(type)"
        case .fieldNumber: "a field numbered 0"
        case .packedSize(let field, let size): "packed field \(field) of \(size) bytes"
        case .meshLayout(let vertex, let primitive):
            "a mesh with vertex type \(vertex) and primitive type \(primitive)"
        case .vertexCount(let count): "\(count) vertex numbers, not a multiple of 5 above 0,"
        case .cornerCount(let count): "\(count) triangle corners, not a multiple of 3 above 0,"
        case .vertexIndex(let index, let vertices):
            "vertex \(index) in a mesh of \(vertices) vertices"
        case .value(let value): "the number \(value)"
        case .noWeights: "no weighted landmark"
        }
    }
}
