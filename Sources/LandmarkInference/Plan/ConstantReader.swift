internal import CLandmarkKernels
internal import LandmarkModelFile

/// A model's constants as floats.
struct ConstantReader {
    let model: TFLiteModel
    let level: lk_level
    /// What the plan that is being made may take.
    let budget: MemoryBudget
    private let expansions = Expansions()

    /// Sparse constants that have been written out, for whoever reads them again.
    private final class Expansions {
        var bytes: [Int: FileBytes] = [:]
    }

    init(model: TFLiteModel, level: lk_level, budget: MemoryBudget) {
        self.model = model
        self.level = level
        self.budget = budget
    }

    private func bytes(of tensor: Int) throws(InferenceError) -> FileBytes {
        let description = model.tensors[tensor]
        guard description.sparsity != nil else {
            return try model.bytes(ofConstant: tensor)
        }
        if let known = expansions.bytes[tensor] { return known }
        try budget.take(bytes: description.elementCount * (description.type.size ?? 0))
        let bytes = try model.bytes(ofConstant: tensor)
        expansions.bytes[tensor] = bytes
        return bytes
    }

    /// The values of a constant tensor, row-major.
    func floats(of tensor: Int) throws(InferenceError) -> [Float] {
        let description = model.tensors[tensor]
        let bytes = try bytes(of: tensor)
        let count = description.elementCount
        try budget.check(bytes: count * MemoryLayout<Float>.stride)
        switch description.type {
        case .float32:
            return values(bytes, count) { raw, i in
                raw.loadUnaligned(fromByteOffset: i * 4, as: Float.self)
            }
        case .float16:
            return halves(bytes, count)
        case .int8:
            let scale = try scale(description)
            return values(bytes, count) { raw, i in
                scale(i, Int(raw.loadUnaligned(fromByteOffset: i, as: Int8.self)))
            }
        case .uint8:
            let scale = try scale(description)
            return values(bytes, count) { raw, i in scale(i, Int(raw[i])) }
        case .int32:
            // Biases of 8-bit weights have a scale; plain integers stand for themselves.
            let isPlain = description.quantization?.scales.isEmpty ?? true
            let scale = isPlain ? { Float($1) } : try scale(description)
            return values(bytes, count) { raw, i in
                scale(i, Int(raw.loadUnaligned(fromByteOffset: i * 4, as: Int32.self)))
            }
        default:
            throw fault(description, "is \(description.type), which cannot be used as floats")
        }
    }

    /// Hands out a constant's floats, halves as they are stored in the file.
    func withWeights(
        of tensor: Int, _ body: (_ bytes: UnsafeRawPointer, _ half: Bool) -> Void
    ) throws(InferenceError) {
        let type = model.tensors[tensor].type
        if type == .float16 || type == .float32 {
            try bytes(of: tensor).withUnsafeBytes { raw in
                if let base = raw.baseAddress { body(base, type == .float16) }
            }
            return
        }
        try floats(of: tensor).withUnsafeBytes { raw in
            if let base = raw.baseAddress { body(base, false) }
        }
    }

    /// `count` floats, stored as such or as halves from `bytes` on.
    func floats(at bytes: UnsafeRawPointer, half: Bool, _ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { buffer, used in
            if half, let to = buffer.baseAddress {
                lk_f16_to_f32(level, bytes, to, Int64(count))
            } else {
                UnsafeMutableRawBufferPointer(buffer).copyMemory(
                    from: UnsafeRawBufferPointer(
                        start: bytes, count: count * MemoryLayout<Float>.stride))
            }
            used = count
        }
    }

    private func values(
        _ bytes: FileBytes, _ count: Int, _ value: (UnsafeRawBufferPointer, Int) -> Float
    ) -> [Float] {
        bytes.withUnsafeBytes { raw in
            [Float](unsafeUninitializedCapacity: count) { buffer, used in
                for i in 0..<count { buffer.initializeElement(at: i, to: value(raw, i)) }
                used = count
            }
        }
    }

    private func halves(_ bytes: FileBytes, _ count: Int) -> [Float] {
        bytes.withUnsafeBytes { raw in
            raw.baseAddress.map { floats(at: $0, half: true, count) } ?? []
        }
    }

    /// How an integer at a place becomes a float: scale·(integer − zero point), per channel or not.
    private func scale(_ tensor: Tensor) throws(InferenceError) -> (Int, Int) -> Float {
        guard let quantization = tensor.quantization, !quantization.scales.isEmpty,
            quantization.zeroPoints.count == quantization.scales.count
                || quantization.zeroPoints.isEmpty
        else { throw fault(tensor, "has no quantization") }
        // Within this range no difference of integers overflows.
        let allowed = -(1 << 32)...1 << 32
        if let outside = quantization.zeroPoints.first(where: { !allowed.contains($0) }) {
            throw fault(tensor, "has the zero point \(outside)")
        }
        let scales = quantization.scales
        let zeros =
            quantization.zeroPoints.isEmpty
            ? Array(repeating: 0, count: scales.count) : quantization.zeroPoints
        guard scales.count > 1 else { return { _, q in scales[0] * Float(q - zeros[0]) } }
        let axis = quantization.dimension
        guard tensor.shape.indices.contains(axis), tensor.shape[axis] == scales.count else {
            throw fault(tensor, "has \(scales.count) scales along axis \(axis)")
        }
        let step = tensor.shape[(axis + 1)...].reduce(1, *)
        return { place, q in
            let channel = place / step % scales.count
            return scales[channel] * Float(q - zeros[channel])
        }
    }

    private func fault(_ tensor: Tensor, _ reason: String) -> InferenceError {
        .mismatch(
            model: model.name, name: tensor.name, index: tensor.index,
            reason: "the tensor \(reason)")
    }
}
