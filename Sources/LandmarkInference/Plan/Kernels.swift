internal import CLandmarkKernels

/// The kernels of one instruction set, all there.
struct Kernels {
    let level: lk_level
    /// Channels in a block.
    let block: Int
    let conv: lk_kernel
    let half: lk_kernel
    let sparse: lk_kernel
    let single: lk_kernel
    let points: lk_kernel
    let dwconv: lk_kernel
    let pool: lk_kernel
    let resize: lk_kernel
    let add: lk_kernel
    let mean: lk_kernel
    let normalize: lk_kernel
    let pack: lk_kernel
    let unpack: lk_kernel
    let pad: lk_kernel
    let depthToSpace: lk_kernel
    let peak: lk_kernel

    /// The kernels of `level`, or nil when they do not run here.
    init?(_ level: lk_level) {
        guard let table = lk_kernels(level)?.pointee, let conv = table.conv,
            let half = table.half, let sparse = table.sparse, let single = table.single,
            let normalize = table.normalize, let points = table.points,
            let dwconv = table.dwconv, let pool = table.pool, let resize = table.resize,
            let add = table.add, let mean = table.mean, let pack = table.pack,
            let unpack = table.unpack, let pad = table.pad,
            let depthToSpace = table.depth_to_space, let peak = table.peak
        else { return nil }
        self.level = level
        block = Int(table.block)
        self.conv = conv
        self.half = half
        self.sparse = sparse
        self.single = single
        self.points = points
        self.dwconv = dwconv
        self.pool = pool
        self.resize = resize
        self.add = add
        self.mean = mean
        self.normalize = normalize
        self.pack = pack
        self.unpack = unpack
        self.pad = pad
        self.depthToSpace = depthToSpace
        self.peak = peak
    }
}
