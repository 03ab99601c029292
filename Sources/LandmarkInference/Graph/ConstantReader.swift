internal import LandmarkModelFile

/// Reads the constants of a graph as numbers, and accounts for the memory of the preparation.
///
/// Constants stay in the model file: sparse ones are expanded once, half-precision ones are passed
/// on as stored. A reader serves one preparation on one thread.
package struct ConstantReader {
    let model: TFLiteModel
    /// The memory that the preparation may use.
    package let budget: MemoryBudget
    /// Widens half-precision numbers with the backend's fastest function.
    private let widen: HalfPrecision.Widening
    private let expansions = Expansions()

    /// Expanded sparse constants, kept for further readers.
    private final class Expansions {
        var bytes: [Int: FileBytes] = [:]
    }

    init(
        _ model: TFLiteModel, limits: NetworkLimits, widen: @escaping HalfPrecision.Widening
    ) {
        self.model = model
        self.widen = widen
        budget = MemoryBudget(model: model.name, limits)
    }

    /// The name of the model, for errors.
    package var modelName: String { model.name }

    /// Returns whether the model stores a constant in half precision.
    package func isHalfPrecision(_ constant: NetworkGraph.Constant) -> Bool {
        model.tensors[constant.tensor].type == .float16
    }

    /// Returns the values of a constant, row-major.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch` or `.tooLarge`.
    package func floats(of constant: NetworkGraph.Constant) throws(InferenceError) -> [Float] {
        guard let part = constant.part else { return try floats(ofTensor: constant.tensor) }
        let count = part.rows.count * part.columns.count
        try budget.check(bytes: count * MemoryLayout<Float>.stride)
        var floats: [Float] = []
        try withNumbers(of: constant) { bytes, isHalf in
            floats = self.floats(at: bytes, isHalf: isHalf, count)
        }
        return floats
    }

    /// Calls `body` with the numbers of a constant, row-major: half-precision numbers as the file
    /// stores them, floats otherwise. They are valid only inside `body`, and may be unaligned.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch` or `.tooLarge`.
    package func withNumbers(
        of constant: NetworkGraph.Constant,
        _ body: (_ bytes: UnsafeRawPointer, _ isHalf: Bool) -> Void
    ) throws(InferenceError) {
        try withNumbers(ofTensor: constant.tensor) { bytes, isHalf in
            guard let part = constant.part else { return body(bytes, isHalf) }
            if isHalf {
                Self.withPart(part, of: bytes, as: UInt16.self) { body($0, true) }
            } else {
                Self.withPart(part, of: bytes, as: UInt32.self) { body($0, false) }
            }
        }
    }

    // MARK: Whole tensors

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

    private func withNumbers(
        ofTensor tensor: Int, _ body: (_ bytes: UnsafeRawPointer, _ isHalf: Bool) -> Void
    ) throws(InferenceError) {
        let type = model.tensors[tensor].type
        if type == .float16 || type == .float32 {
            try bytes(of: tensor).withUnsafeBytes { raw in
                if let base = raw.baseAddress { body(base, type == .float16) }
            }
            return
        }
        try floats(ofTensor: tensor).withUnsafeBytes { raw in
            if let base = raw.baseAddress { body(base, false) }
        }
    }

    private func floats(ofTensor tensor: Int) throws(InferenceError) -> [Float] {
        let description = model.tensors[tensor]
        let bytes = try bytes(of: tensor)
        let count = description.elementCount
        try budget.check(bytes: count * MemoryLayout<Float>.stride)
        switch description.type {
        case .float32, .float16:
            return bytes.withUnsafeBytes { raw in
                raw.baseAddress.map {
                    floats(at: $0, isHalf: description.type == .float16, count)
                } ?? []
            }
        case .int8:
            let scale = try scale(description)
            return values(bytes, count) { raw, i in
                scale(i, Int(raw.loadUnaligned(fromByteOffset: i, as: Int8.self)))
            }
        case .uint8:
            let scale = try scale(description)
            return values(bytes, count) { raw, i in scale(i, Int(raw[i])) }
        case .int32:
            // Biases of 8-bit weights have a scale; plain integers are used as they are.
            let isPlain = description.quantization?.scales.isEmpty ?? true
            let scale = isPlain ? { Float($1) } : try scale(description)
            return values(bytes, count) { raw, i in
                scale(i, Int(raw.loadUnaligned(fromByteOffset: i * 4, as: Int32.self)))
            }
        default:
            throw fault(description, "is \(description.type), which cannot be used as floats")
        }
    }

    private func floats(at bytes: UnsafeRawPointer, isHalf: Bool, _ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { buffer, used in
            if isHalf, let target = buffer.baseAddress {
                widen(bytes, target, count)
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

    /// Returns the function from an index and its integer to a float: scale·(integer − zero point),
    /// per tensor or per channel.
    private func scale(_ tensor: Tensor) throws(InferenceError) -> (Int, Int) -> Float {
        guard let quantization = tensor.quantization, !quantization.scales.isEmpty,
            quantization.zeroPoints.count == quantization.scales.count
                || quantization.zeroPoints.isEmpty
        else { throw fault(tensor, "has no quantization") }
        // In this range no difference of integers overflows.
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
        return { index, q in
            let channel = index / step % scales.count
            return scales[channel] * Float(q - zeros[channel])
        }
    }

    private func fault(_ tensor: Tensor, _ reason: String) -> InferenceError {
        .mismatch(
            model: model.name, name: tensor.name, index: tensor.index,
            reason: "the tensor \(reason)")
    }

    // MARK: Parts of tensors

    /// Calls `body` with a copy of the kept part of a tensor.
    private static func withPart<Number: FixedWidthInteger>(
        _ part: NetworkGraph.Constant.Part, of bytes: UnsafeRawPointer, as type: Number.Type,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        let count = part.rows.count * part.columns.count
        let isWhole = part.columns.count == part.wholeColumns
        withUnsafeTemporaryAllocation(of: Number.self, capacity: count) { copy in
            guard var target = copy.baseAddress, count > 0 else { return }
            for row in part.rows {
                let numbers = bytes + row * part.wholeColumns * MemoryLayout<Number>.stride
                if isWhole {
                    UnsafeMutableRawPointer(target).copyMemory(
                        from: numbers, byteCount: part.wholeColumns * MemoryLayout<Number>.stride)
                } else {
                    pick(part.columns, of: numbers, to: target)
                }
                target += part.columns.count
            }
            if let base = copy.baseAddress { body(UnsafeRawPointer(base)) }
        }
    }

    private static func pick<Number: FixedWidthInteger>(
        _ columns: [Int], of row: UnsafeRawPointer, to target: UnsafeMutablePointer<Number>
    ) {
        columns.withUnsafeBufferPointer { columns in
            for index in columns.indices {
                (target + index).initialize(
                    to: row.loadUnaligned(
                        fromByteOffset: columns[index] * MemoryLayout<Number>.stride,
                        as: Number.self))
            }
        }
    }
}

/// Conversion of half-precision numbers in portable Swift: `Float16` is missing on Intel Macs.
package enum HalfPrecision {
    /// Writes `count` half-precision numbers, at any alignment, as floats.
    package typealias Widening = (
        _ halves: UnsafeRawPointer, _ floats: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Void

    package static func widen(
        _ halves: UnsafeRawPointer, to floats: UnsafeMutablePointer<Float>, count: Int
    ) {
        for index in 0..<count {
            let half = halves.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
            (floats + index).initialize(to: float(half))
        }
    }

    private static func float(_ half: UInt16) -> Float {
        let sign = UInt32(half & 0x8000) << 16
        let exponent = UInt32(half >> 10 & 31), fraction = UInt32(half & 1023)
        switch exponent {
        case 31: return Float(bitPattern: sign | 0x7f80_0000 | fraction << 13)
        case 0: return Float(bitPattern: (Float(fraction) * 0x1p-24).bitPattern | sign)
        default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}

/// The memory that one preparation may use and has used: buffers, weights, and temporary memory.
/// Even a small file can require a lot.
package final class MemoryBudget {
    /// The maximum size of the network in bytes.
    let limit: Int

    private let model: String
    private var taken = 0

    init(model: String, _ limits: NetworkLimits) {
        self.model = model
        limit = min(limits.memory, NetworkLimits.mostMemory)
    }

    /// Accounts for memory that is about to be allocated and kept.
    ///
    /// - Throws: `InferenceError.tooLarge`.
    package func take(bytes: Int) throws(InferenceError) {
        try check(bytes: bytes)
        taken += bytes
    }

    /// Accounts for floats that are about to be allocated and kept.
    ///
    /// - Throws: `InferenceError.tooLarge`.
    package func take(floats: Int) throws(InferenceError) {
        try take(bytes: floats * MemoryLayout<Float>.stride)
    }

    /// Checks whether this many more bytes fit.
    ///
    /// - Throws: `InferenceError.tooLarge` when they do not.
    package func check(bytes: Int) throws(InferenceError) {
        guard taken + bytes <= limit else {
            throw .tooLarge(model: model, bytes: taken + bytes, limit: limit)
        }
    }
}
