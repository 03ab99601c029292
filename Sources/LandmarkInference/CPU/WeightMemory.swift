/// Memory for weights, in few large pieces: the system takes longer to provide small pages than it
/// takes to fill them.
final class WeightMemory {
    /// The unused rest of a piece costs nothing but its last page.
    private static let pieceCount = 4 * AlignedMemory.largePage

    private var piece: AlignedMemory?
    private var used = 0

    /// Returns memory for `count` floats, for the caller to initialize.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    func take(_ count: Int) throws(InferenceError) -> AlignedMemory {
        guard count < AlignedMemory.largePage else {
            return try AlignedMemory(uninitialized: count)
        }
        if let piece, piece.count - used >= count { return part(of: piece, count) }
        let new = try AlignedMemory(uninitialized: max(Self.pieceCount, count))
        piece = new
        used = 0
        return part(of: new, count)
    }

    private func part(of piece: AlignedMemory, _ count: Int) -> AlignedMemory {
        defer { used += (count + AlignedMemory.line - 1) / AlignedMemory.line * AlignedMemory.line }
        return AlignedMemory(piece, from: used, count: count)
    }
}
