/// The division of a grid of threads, one for each output pixel, into groups of equal size. The last groups
/// of a row and column may reach beyond the output; the shader ignores those threads.
struct ThreadGroups: Equatable {
    /// The size of a group in threads.
    let width: Int
    let height: Int
    /// The number of groups.
    let columns: Int
    let rows: Int

    /// Divides an output of `width`×`height` pixels.
    ///
    /// - Parameters:
    ///   - simdWidth: The threads that the hardware runs in step: the width of a group.
    ///   - limit: The maximum number of threads in a group.
    init(width: Int, height: Int, simdWidth: Int, limit: Int) {
        self.width = max(1, min(simdWidth, limit))
        // Neighboring rows read the same pixels; more than eight do not help.
        self.height = max(1, min(8, limit / self.width))
        columns = (width + self.width - 1) / self.width
        rows = (height + self.height - 1) / self.height
    }
}
