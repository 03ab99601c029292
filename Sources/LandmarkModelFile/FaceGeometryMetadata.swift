/// The canonical face model that facial transformation matrices refer to.
///
/// The face bundle contains it as `geometry_pipeline_metadata_landmarks.binarypb`.
public struct FaceGeometryMetadata: Sendable, Hashable {
    /// A vertex of the canonical face.
    public struct Vertex: Sendable, Hashable {
        /// Centimeters to the right.
        public let x: Float
        /// Centimeters up.
        public let y: Float
        /// Centimeters toward the camera.
        public let z: Float
        /// Horizontal texture coordinate, 0…1.
        public let u: Float
        /// Vertical texture coordinate, 0…1.
        public let v: Float
    }

    /// The weight of a landmark when a face is aligned with the canonical one.
    public struct WeightedLandmark: Sendable, Hashable {
        /// The index of the landmark and of its vertex.
        public let index: Int
        /// The weight, at least 0.
        public let weight: Float
    }

    /// The vertices of the canonical face, in the order of the first face landmarks.
    public let vertices: [Vertex]
    /// Vertex indices, three per triangle.
    public let triangleIndices: [Int]
    /// The landmarks used for the alignment; all others have weight 0.
    public let procrustesBasis: [WeightedLandmark]

    /// Parses the metadata.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, a protocol buffer message.
    ///   - name: The name for error messages.
    /// - Throws: ``ModelFileError/geometry(file:offset:fault:)``.
    public init(bytes: FileBytes, name: String) throws(ModelFileError) {
        var parser = FaceGeometryParser()
        try bytes.withUnsafeBytes { (raw) throws(ModelFileError) in
            try parser.parse(WireReader(raw, range: 0..<raw.count, file: name))
        }
        vertices = parser.vertices
        triangleIndices = parser.triangleIndices
        procrustesBasis = parser.basis
    }
}

/// Collects the fields of a face geometry message and validates them.
struct FaceGeometryParser {
    private(set) var vertices: [FaceGeometryMetadata.Vertex] = []
    private(set) var triangleIndices: [Int] = []
    private(set) var basis: [FaceGeometryMetadata.WeightedLandmark] = []
    private var numbers: [Float] = []
    private var vertexType = 0
    private var primitiveType = 0

    /// Parses the file: field 1 is the mesh, field 2 a weighted landmark; others are ignored.
    mutating func parse(_ message: WireReader) throws(ModelFileError) {
        var fields = message
        while let (number, value, offset) = try fields.field() {
            guard number == 1 || number == 2 else { continue }
            guard case .bytes(let range) = value else {
                throw fields.error(.wireType(field: number, type: value.type), at: offset)
            }
            if number == 1 {
                try parseMesh(fields.message(range))
            } else {
                try parseLandmark(fields.message(range))
            }
        }
        try finish(fields)
    }

    /// Parses the mesh: fields 1 and 2 are its layout, 3 the vertex numbers, 4 the triangle
    /// corners. Lists may be packed into one field or repeat the field for each element.
    private mutating func parseMesh(_ message: WireReader) throws(ModelFileError) {
        var fields = message
        while let (number, value, offset) = try fields.field() {
            switch (number, value) {
            case (1, .number(let type)): vertexType = Int(truncatingIfNeeded: type)
            case (2, .number(let type)): primitiveType = Int(truncatingIfNeeded: type)
            case (3, .fixed32(let bits)): numbers.append(Float(bitPattern: bits))
            case (3, .bytes(let range)):
                guard range.count % 4 == 0 else {
                    throw fields.error(.packedSize(field: 3, size: range.count), at: offset)
                }
                var list = fields.message(range)
                while !list.isAtEnd { numbers.append(Float(bitPattern: try list.fixed32())) }
            case (4, .number(let corner)):
                triangleIndices.append(Int(truncatingIfNeeded: corner))
            case (4, .bytes(let range)):
                var list = fields.message(range)
                while !list.isAtEnd {
                    triangleIndices.append(Int(truncatingIfNeeded: try list.number()))
                }
            case (1...4, _):
                throw fields.error(.wireType(field: number, type: value.type), at: offset)
            default: break
            }
        }
    }

    /// Parses a weighted landmark: field 1 is its index, field 2 its weight.
    private mutating func parseLandmark(_ message: WireReader) throws(ModelFileError) {
        var fields = message
        var index = 0
        var weight: Float = 0
        while let (number, value, offset) = try fields.field() {
            switch (number, value) {
            case (1, .number(let id)): index = Int(truncatingIfNeeded: id)
            case (2, .fixed32(let bits)): weight = Float(bitPattern: bits)
            case (1...2, _):
                throw fields.error(.wireType(field: number, type: value.type), at: offset)
            default: break
            }
        }
        basis.append(FaceGeometryMetadata.WeightedLandmark(index: index, weight: weight))
    }

    private mutating func finish(_ message: WireReader) throws(ModelFileError) {
        let end = message.position
        guard vertexType == 0, primitiveType == 0 else {
            let fault = GeometryFault.meshLayout(
                vertexType: vertexType, primitiveType: primitiveType)
            throw message.error(fault, at: end)
        }
        guard !numbers.isEmpty, numbers.count % 5 == 0 else {
            throw message.error(.vertexCount(numbers.count), at: end)
        }
        guard !triangleIndices.isEmpty, triangleIndices.count % 3 == 0 else {
            throw message.error(.cornerCount(triangleIndices.count), at: end)
        }
        let count = numbers.count / 5
        for index in triangleIndices + basis.map(\.index) where index < 0 || index >= count {
            throw message.error(.vertexIndex(index, vertices: count), at: end)
        }
        for number in numbers where !number.isFinite {
            throw message.error(.value(number), at: end)
        }
        for landmark in basis where !landmark.weight.isFinite || landmark.weight < 0 {
            throw message.error(.value(landmark.weight), at: end)
        }
        guard basis.contains(where: { $0.weight > 0 }) else {
            throw message.error(.noWeights, at: end)
        }
        vertices = stride(from: 0, to: numbers.count, by: 5).map { at in
            FaceGeometryMetadata.Vertex(
                x: numbers[at], y: numbers[at + 1], z: numbers[at + 2], u: numbers[at + 3],
                v: numbers[at + 4])
        }
    }
}

extension WireReader.Value {
    /// The wire type, as numbered by protocol buffers.
    fileprivate var type: Int {
        switch self {
        case .number: 0
        case .fixed64: 1
        case .bytes: 2
        case .fixed32: 5
        }
    }
}

/// A fault in a face geometry file.
public enum GeometryFault: Sendable, Hashable {
    /// A number or field extends past the end of its message.
    case cutOff
    /// A variable-length number has more than ten bytes.
    case numberTooLong
    /// A field has an unexpected wire type.
    case wireType(field: Int, type: Int)
    /// A field's number is 0.
    case fieldNumber
    /// A packed list's size is not a multiple of its element size.
    case packedSize(field: Int, size: Int)
    /// The mesh layout is not triangles of five-number vertices.
    case meshLayout(vertexType: Int, primitiveType: Int)
    /// The number of vertex numbers is zero or not a multiple of five.
    case vertexCount(Int)
    /// The number of triangle corners is zero or not a multiple of three.
    case cornerCount(Int)
    /// A triangle or weight refers to a missing vertex.
    case vertexIndex(Int, vertices: Int)
    /// A vertex coordinate or weight is not a finite number, or a weight is negative.
    case value(Float)
    /// No landmark has a weight.
    case noWeights
}

extension GeometryFault: CustomStringConvertible {
    /// The fault as a noun phrase.
    public var description: String {
        switch self {
        case .cutOff: "a truncated field"
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
