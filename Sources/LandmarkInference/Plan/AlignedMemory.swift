/// Floats at a cache line's boundary, all zero at first, freed with their owner.
final class AlignedMemory {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    /// Floats that a cache line holds.
    static let line = 16

    init(count: Int) {
        self.count = count
        base = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64
        ).bindMemory(to: Float.self, capacity: max(count, 1))
        base.initialize(repeating: 0, count: count)
    }

    deinit {
        UnsafeMutableRawPointer(base).deallocate()
    }
}
