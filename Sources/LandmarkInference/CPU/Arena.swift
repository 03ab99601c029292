/// Places buffers in one allocation; those with disjoint lifetimes share memory.
struct Arena {
    /// A number of floats, and the steps that first write and last read them.
    struct Buffer {
        var count: Int
        var firstStep: Int
        var lastStep: Int

        func overlaps(_ other: Buffer) -> Bool {
            firstStep <= other.lastStep && other.firstStep <= lastStep
        }
    }

    /// The offset of each buffer in floats.
    let offsets: [Int]
    /// The size of the allocation in floats.
    let count: Int

    /// Places buffers from large to small, each at the lowest offset that is free while it lives.
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
