/// Pixels in memory that another object owns, such as a camera's locked pixel buffer.
final class ExternalPixels: Sendable {
    // SAFETY: no one writes to the memory while the owner lives; the initializer that passes it in
    // requires that.
    nonisolated(unsafe) let memory: UnsafeRawBufferPointer
    // SAFETY: any thread may retain and release the owner. Code that uses it for more casts it to a
    // type that other threads may also use.
    nonisolated(unsafe) let owner: AnyObject

    init(memory: UnsafeRawBufferPointer, owner: AnyObject) {
        self.memory = memory
        self.owner = owner
    }
}
