import CLandmarkKernels

extension lk_epilogue {
    /// An epilogue that points into the memory of `slopes` and of `residual`, which the caller keeps
    /// alive.
    init(
        _ activation: lk_activation, slopes: GuardedFloats? = nil, residual: BlockedTensor? = nil,
        residualLast: Bool = false
    ) {
        self.init()
        self.activation = activation
        if let slopes { self.slopes = UnsafePointer(slopes.base) }
        residual_last = residualLast
        guard let residual else { return }
        self.residual = UnsafePointer(residual.memory.base)
        residual_plane = Int64(residual.plane)
        residual_blocks = Int32(residual.blocks)
    }
}
