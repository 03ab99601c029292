/// Collects the fields of a face geometry message and checks them against each other.
struct FaceGeometryParser {
    private(set) var vertices: [FaceGeometryMetadata.Vertex] = []
    private(set) var triangleIndices: [Int] = []
    private(set) var basis: [FaceGeometryMetadata.WeightedLandmark] = []
    private var numbers: [Float] = []
    private var vertexType = 0
    private var primitiveType = 0

    /// Fields of the file: 1 the mesh, 2 a weighted landmark; any other is left alone.
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

    /// Fields of the mesh: 1 and 2 its layout, 3 the vertices' numbers, 4 the triangles' corners.
    /// Lists may be packed into one field or have a field for each element.
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

    /// Fields of a weighted landmark: 1 its index, 2 its weight.
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
    /// The wire format's number for this form of value.
    fileprivate var type: Int {
        switch self {
        case .number: 0
        case .fixed64: 1
        case .bytes: 2
        case .fixed32: 5
        }
    }
}
