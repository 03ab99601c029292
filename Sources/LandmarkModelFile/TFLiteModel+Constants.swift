extension TFLiteModel {
    /// The elements of a constant, row by row, in the tensor's own element type.
    ///
    /// A dense constant is not copied; a sparse one is written out anew by every call.
    /// - Parameter tensor: a position in ``tensors``.
    /// - Returns: the elements' bytes; nil when the tensor is no constant or does not exist.
    /// - Throws: ``ModelFileError/model(file:fault:)`` when the stored size is not what the shape
    ///   and type ask for, or a sparse constant's description is broken.
    public func constantBytes(of tensor: Int) throws(ModelFileError) -> FileBytes? {
        guard storage.indices.contains(tensor), let range = storage[tensor],
            let stored = bytes.slice(offset: range.lowerBound, count: range.count)
        else { return nil }
        let description = tensors[tensor]
        guard let sparsity = description.sparsity else {
            try checkSize(of: description, stored: range.count)
            return stored
        }
        do {
            return try SparseExpansion(description, sparsity).expand(stored, in: bytes)
        } catch {
            throw .model(
                file: name,
                fault: .sparsity(tensor: tensor, name: description.name, fault: error))
        }
    }

    private func checkSize(of tensor: Tensor, stored: Int) throws(ModelFileError) {
        let expected: Int
        if let size = tensor.type.size {
            expected = tensor.elementCount * size
        } else if tensor.type == .int4 {
            expected = (tensor.elementCount + 1) / 2
        } else {
            return
        }
        guard stored == expected else {
            throw .model(
                file: name,
                fault: .constantSize(
                    tensor: tensor.index, name: tensor.name, expected: expected, found: stored))
        }
    }
}
