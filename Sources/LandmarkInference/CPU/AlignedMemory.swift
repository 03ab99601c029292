internal import CLandmarkKernels

/// Floats aligned to a cache line, freed with their owner.
final class AlignedMemory {
    let base: UnsafeMutablePointer<Float>
    let count: Int
    /// The memory that this is a part of, if any, which frees it.
    private let whole: AlignedMemory?

    /// Floats in a cache line.
    static let line = 16
    /// Floats in a large page.
    static let largePage = LK_LARGE_PAGE / MemoryLayout<Float>.stride

    /// Allocates zeros.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    convenience init(count: Int) throws(InferenceError) {
        try self.init(uninitialized: count)
        base.initialize(repeating: 0, count: count)
    }

    /// Allocates memory for the caller to initialize. From the size of a large page on it consists of
    /// large pages, if the system has any.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    init(uninitialized count: Int) throws(InferenceError) {
        let bytes = max(count, 1) * MemoryLayout<Float>.stride
        let large = count < Self.largePage ? nil : lk_large_memory(bytes)
        // Swift's own allocation would end the process where there is no memory.
        guard let raw = large ?? lk_line_memory(bytes) else { throw .outOfMemory(bytes: bytes) }
        self.count = count
        base = raw.bindMemory(to: Float.self, capacity: max(count, 1))
        whole = nil
    }

    /// Makes the part of `whole` that begins `offset` floats into it, at a cache line.
    init(_ whole: AlignedMemory, from offset: Int, count: Int) {
        self.whole = whole
        self.count = count
        base = whole.base + offset
    }

    deinit {
        if whole == nil { lk_memory_free(base) }
    }
}
