/// What one plan may take of memory, and has taken: buffers, weights, and what is only needed while
/// it is made. A small file may ask for much.
final class MemoryBudget {
    /// The largest plan that is made, in bytes: far above any landmark model, far below an address
    /// space.
    static let limit = 1 << 31

    private let model: String
    private var taken = 0

    init(model: String) { self.model = model }

    /// Counts memory that is about to be taken and kept.
    func take(bytes: Int) throws(InferenceError) {
        try check(bytes: bytes)
        taken += bytes
    }

    /// Counts so many floats that are about to be taken and kept.
    func take(floats: Int) throws(InferenceError) {
        try take(bytes: floats * MemoryLayout<Float>.stride)
    }

    /// Throws where so much more would be too much.
    func check(bytes: Int) throws(InferenceError) {
        guard taken + bytes <= Self.limit else {
            throw .tooLarge(model: model, bytes: taken + bytes, limit: Self.limit)
        }
    }
}
