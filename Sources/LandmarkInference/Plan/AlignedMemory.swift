internal import CLandmarkKernels

/// Floats at a cache line's boundary, freed with their owner.
final class AlignedMemory {
    let base: UnsafeMutablePointer<Float>
    let count: Int
    /// What the memory is a part of, and is freed with.
    private let whole: AlignedMemory?

    /// Floats that a cache line holds.
    static let line = 16
    /// Floats that a large page holds.
    static let largePage = LK_LARGE_PAGE / MemoryLayout<Float>.stride

    /// Memory that is all zero.
    convenience init(count: Int) {
        self.init(uninitialized: count)
        base.initialize(repeating: 0, count: count)
    }

    /// Memory that its maker fills; from a large page's size on it is of large pages, if the system
    /// has some.
    init(uninitialized count: Int) {
        let bytes = max(count, 1) * MemoryLayout<Float>.stride
        let large = count < Self.largePage ? nil : lk_large_memory(bytes)
        let raw = large ?? UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        self.count = count
        base = raw.bindMemory(to: Float.self, capacity: max(count, 1))
        whole = nil
    }

    /// The part of `whole` that begins `offset` floats into it, at a cache line's boundary.
    init(_ whole: AlignedMemory, from offset: Int, count: Int) {
        self.whole = whole
        self.count = count
        base = whole.base + offset
    }

    deinit {
        // Both ways of taking memory end in the C library's.
        if whole == nil { UnsafeMutableRawPointer(base).deallocate() }
    }
}
