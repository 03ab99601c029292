internal import CLandmarkKernels

/// An output that no step makes: the pointwise convolution that would have been the last step is
/// done for what is read of it, where it is read.
struct DeferredOutput {
    /// The convolution's input, in blocks.
    let buffer: Int
    let kernel: lk_kernel
    /// What all channels have in common; its pointers are still null.
    let arguments: lk_f32_points
    /// A row of weights for each channel, a bias and perhaps a slope: the plan keeps them alive.
    let weights: UnsafePointer<Float>
    let weightStep: Int
    let bias: UnsafePointer<Float>
    let slopes: UnsafePointer<Float>?

    /// Writes the values of a window that the output has, row by row, `step` floats from one to the
    /// next.
    func write(
        _ window: ChannelWindow, from memory: PlanMemory, to target: UnsafeMutablePointer<Float>,
        step: Int = 1
    ) {
        var arguments = arguments
        arguments.input = UnsafePointer(memory[buffer])
        arguments.weights = weights + window.channel * weightStep
        arguments.bias = bias[window.channel]
        arguments.slope = slopes.map { $0[window.channel] } ?? 0
        arguments.output = target
        arguments.output_step = Int64(step)
        arguments.top = Int32(window.rows.lowerBound)
        arguments.left = Int32(window.columns.lowerBound)
        arguments.width = Int32(window.columns.count)
        kernel(&arguments, 0, Int32(window.rows.count))
    }
}
