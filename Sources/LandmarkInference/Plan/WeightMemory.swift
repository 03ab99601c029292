/// Memory for weights, which lie in few large pieces instead of many small ones: the system takes
/// longer to hand out small pages than it takes to fill them.
final class WeightMemory {
    /// What is not used of a piece costs nothing, but for its last page.
    private static let pieceCount = 4 * AlignedMemory.largePage

    private var piece: AlignedMemory?
    private var used = 0

    /// Memory for `count` floats, which its maker fills.
    func take(_ count: Int) -> AlignedMemory {
        guard count < AlignedMemory.largePage else { return AlignedMemory(uninitialized: count) }
        if let piece, piece.count - used >= count { return part(of: piece, count) }
        let new = AlignedMemory(uninitialized: max(Self.pieceCount, count))
        piece = new
        used = 0
        return part(of: new, count)
    }

    private func part(of piece: AlignedMemory, _ count: Int) -> AlignedMemory {
        defer { used += (count + AlignedMemory.line - 1) / AlignedMemory.line * AlignedMemory.line }
        return AlignedMemory(piece, from: used, count: count)
    }
}
