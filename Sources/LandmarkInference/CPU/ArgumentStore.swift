/// Stores arguments of kernels at stable addresses, freed with their owner.
final class ArgumentStore {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Stores a copy of `value`.
    func store<T: BitwiseCopyable>(_ value: T) -> UnsafeMutablePointer<T> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
        blocks.append(block)
        return block.initializeMemory(as: T.self, to: value)
    }

    /// Stores copies of `values` contiguously.
    func store<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutablePointer<T> {
        let typed = room(for: T.self, count: values.count)
        for (index, value) in values.enumerated() { (typed + index).initialize(to: value) }
        return typed
    }

    /// Returns room for `count` values, for the caller to initialize.
    func room<T: BitwiseCopyable>(for type: T.Type, count: Int) -> UnsafeMutablePointer<T> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * MemoryLayout<T>.stride,
            alignment: MemoryLayout<T>.alignment)
        blocks.append(block)
        return block.bindMemory(to: T.self, capacity: count)
    }
}
