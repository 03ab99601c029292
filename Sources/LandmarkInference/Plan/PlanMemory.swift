internal import CLandmarkKernels

/// The memory of a plan: where its buffers, weights and arguments lie.
struct PlanMemory {
    let arena: AlignedMemory
    let offsets: [Int]
    let arguments: ArgumentStore

    /// The first float of a buffer.
    subscript(buffer: Int) -> UnsafeMutablePointer<Float> { arena.base + offsets[buffer] }

    /// A step that runs `kernel` with a copy of `arguments`.
    func step<T: BitwiseCopyable>(
        _ kernel: @escaping lk_kernel, _ arguments: T, units: Int, least: Int
    ) -> lk_step {
        lk_step(
            run: kernel, args: UnsafeRawPointer(self.arguments.store(arguments)),
            units: Int32(units), least: Int32(clamping: max(least, 1)))
    }
}
