/// Memory that is taken again and again: the system hands out its pages once.
final class Scratch {
    private var memory = AlignedMemory(uninitialized: 0)

    /// At least `count` floats of any values, which hold until the next call.
    func take(_ count: Int) -> UnsafeMutablePointer<Float> {
        if memory.count < count { memory = AlignedMemory(uninitialized: count) }
        return memory.base
    }
}
