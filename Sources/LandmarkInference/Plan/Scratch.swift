/// Memory that is taken again and again: the system hands out its pages once.
final class Scratch {
    private var memory: AlignedMemory?

    /// Floats that it holds.
    var count: Int { memory?.count ?? 0 }

    /// At least `count` floats of any values, which hold until the next call.
    func take(_ count: Int) -> UnsafeMutablePointer<Float> {
        if let memory, memory.count >= count { return memory.base }
        // What is too small goes first, so that the new one can lie in its place.
        memory = nil
        let new = AlignedMemory(uninitialized: count)
        memory = new
        return new.base
    }
}
