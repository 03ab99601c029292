/// Pixels in memory that something else owns, such as a locked pixel buffer of a camera.
final class ExternalPixels: Sendable {
    // SAFETY: no one writes to the memory while the owner lives; the initializer that passes it in
    // demands that.
    nonisolated(unsafe) let memory: UnsafeRawBufferPointer
    // SAFETY: any thread may keep and release the owner. Who uses it for more casts it to a type that
    // other threads may use too.
    nonisolated(unsafe) let owner: AnyObject

    init(memory: UnsafeRawBufferPointer, owner: AnyObject) {
        self.memory = memory
        self.owner = owner
    }
}
