/// Temporary memory that is reused, so that the system provides its pages only once.
final class Scratch {
    private var memory: AlignedMemory?

    /// Floats allocated.
    var count: Int { memory?.count ?? 0 }

    /// Returns at least `count` floats with any values, valid until the next call.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    func take(_ count: Int) throws(InferenceError) -> UnsafeMutablePointer<Float> {
        if let memory, memory.count >= count { return memory.base }
        // Frees what is too small first, so that the new allocation can take its place.
        memory = nil
        let new = try AlignedMemory(uninitialized: count)
        memory = new
        return new.base
    }
}
