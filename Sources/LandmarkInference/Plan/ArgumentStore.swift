/// Keeps kernels' arguments at addresses that do not move.
final class ArgumentStore {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Copies `value` to a place of its own.
    func store<T: BitwiseCopyable>(_ value: T) -> UnsafeMutablePointer<T> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
        blocks.append(block)
        return block.initializeMemory(as: T.self, to: value)
    }

    /// Room for `count` values that its maker fills.
    func room<T: BitwiseCopyable>(for type: T.Type, count: Int) -> UnsafeMutablePointer<T> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * MemoryLayout<T>.stride,
            alignment: MemoryLayout<T>.alignment)
        blocks.append(block)
        return block.bindMemory(to: T.self, capacity: count)
    }

    /// Copies `values` to adjacent places of their own.
    func store<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutablePointer<T> {
        let typed = room(for: T.self, count: values.count)
        for (index, value) in values.enumerated() { (typed + index).initialize(to: value) }
        return typed
    }
}
