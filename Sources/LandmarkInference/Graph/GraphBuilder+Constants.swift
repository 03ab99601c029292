internal import LandmarkModelFile

extension GraphBuilder {
    /// The integers of a constant, such as axes or paddings.
    func integers(_ op: Operator, _ value: Int) throws(InferenceError) -> [Int] {
        guard let tensor = graph.values[value].constant?.tensor else {
            throw form(op, "\(describe(value)) is not a constant")
        }
        // A pair for each dimension is the most that any operator takes.
        guard model.tensors[tensor].elementCount <= 2 * Tensor.maximumRank else {
            throw form(op, "\(describe(value)) holds more than \(2 * Tensor.maximumRank) integers")
        }
        let bytes = try model.bytes(ofConstant: tensor)
        let type = model.tensors[tensor].type
        guard type == .int32 || type == .int64 else {
            throw form(op, "\(describe(value)) is \(type), not int32 or int64")
        }
        let values = bytes.withUnsafeBytes { raw in
            if type == .int32 {
                return (0..<raw.count / 4).map {
                    Int(raw.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self).littleEndian)
                }
            }
            return (0..<raw.count / 8).map {
                Int(raw.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self).littleEndian)
            }
        }
        // Within this range no arithmetic on shapes overflows.
        let allowed = -(1 << 31)..<1 << 31
        if let outside = values.first(where: { !allowed.contains($0) }) {
            throw form(op, "\(describe(value)) holds \(outside)")
        }
        return values
    }
}
