/// Lays buffers that live at different times over each other.
struct Arena {
    /// Floats, and the steps at which they are first written and last read.
    struct Buffer {
        var count: Int
        var firstStep: Int
        var lastStep: Int

        func overlaps(_ other: Buffer) -> Bool {
            firstStep <= other.lastStep && other.firstStep <= lastStep
        }
    }

    /// Where each buffer begins, in floats.
    let offsets: [Int]
    /// Floats in all.
    let count: Int

    /// Places the largest buffers first, each at the lowest place where nothing alive is.
    init(_ buffers: [Buffer]) {
        var offsets = Array(repeating: 0, count: buffers.count)
        var placed: [Int] = []
        var count = 0
        for index in buffers.indices.sorted(by: { buffers[$0].count > buffers[$1].count }) {
            let neighbors =
                placed
                .filter { buffers[$0].overlaps(buffers[index]) }
                .sorted { offsets[$0] < offsets[$1] }
            var offset = 0
            for neighbor in neighbors {
                if offsets[neighbor] - offset >= buffers[index].count { break }
                offset = max(offset, offsets[neighbor] + buffers[neighbor].count)
            }
            offsets[index] = offset
            placed.append(index)
            count = max(count, offset + buffers[index].count)
        }
        self.offsets = offsets
        self.count = count
    }
}
