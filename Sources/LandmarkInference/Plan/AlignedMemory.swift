/// Floats at a cache line's boundary, freed with their owner.
final class AlignedMemory {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    /// Floats that a cache line holds.
    static let line = 16

    /// Memory that is all zero.
    convenience init(count: Int) {
        self.init(uninitialized: count)
        base.initialize(repeating: 0, count: count)
    }

    /// Memory that its maker fills.
    init(uninitialized count: Int) {
        self.count = count
        base = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64
        ).bindMemory(to: Float.self, capacity: max(count, 1))
    }

    deinit {
        UnsafeMutableRawPointer(base).deallocate()
    }
}
