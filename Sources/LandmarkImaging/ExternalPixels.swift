/// Pixels in memory that something else owns, such as a locked pixel buffer of a camera.
final class ExternalPixels: Sendable {
    // SAFETY: nobody writes to the memory while the owner lives; the initializer that passes it in
    // demands that.
    nonisolated(unsafe) let memory: UnsafeRawBufferPointer
    // SAFETY: the owner is kept and released only, which any thread may do; nobody can reach it.
    nonisolated(unsafe) private let owner: AnyObject

    init(memory: UnsafeRawBufferPointer, owner: AnyObject) {
        self.memory = memory
        self.owner = owner
    }
}
