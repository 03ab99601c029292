// The types with which imaging, tasks and the inference engine run kernels on one or more threads.

/// Work divided into units that a C function can process in any grouping and order.
package struct SplitWork {
    /// Processes the units from the first number up to, but not including, the second.
    package typealias Kernel = @convention(c) (UnsafeRawPointer?, Int32, Int32) -> Void

    package let kernel: Kernel
    /// The arguments of the kernel; valid only while the work runs.
    package let arguments: UnsafeRawPointer
    package let units: Int
    /// The smallest number of units worth handing to another thread.
    package let least: Int

    package init(
        _ kernel: @escaping Kernel, _ arguments: UnsafeRawPointer, units: Int, least: Int
    ) {
        self.kernel = kernel
        self.arguments = arguments
        self.units = units
        self.least = least
    }
}

/// Something that runs work, such as a pool of threads.
package protocol WorkRunner {
    /// Runs all units of `work` and returns when they are done.
    func run(_ work: SplitWork)
}

/// Runs work on the calling thread.
package struct OneThread: WorkRunner {
    package init() {}

    package func run(_ work: SplitWork) {
        work.kernel(work.arguments, 0, Int32(clamping: work.units))
    }
}

/// The memory of a network's image input: rows of `width × channels` floats.
///
/// Rows need not be adjacent: a network may keep a border around them. Valid only inside the
/// closure that receives it.
package struct TensorView {
    package let base: UnsafeMutablePointer<Float>
    package let height: Int
    package let width: Int
    package let channels: Int
    /// Floats from the start of one row to the start of the next.
    package let rowStride: Int

    package init(
        base: UnsafeMutablePointer<Float>, height: Int, width: Int, channels: Int, rowStride: Int
    ) {
        self.base = base
        self.height = height
        self.width = width
        self.channels = channels
        self.rowStride = rowStride
    }

    /// Copies the values of a tensor of the same shape.
    package func copy(from other: TensorView) {
        for y in 0..<height {
            (base + y * rowStride).update(
                from: other.base + y * other.rowStride, count: width * channels)
        }
    }

    /// Copies the values to memory, row-major.
    package func copy(to memory: UnsafeMutablePointer<Float>) {
        packed(in: memory).copy(from: self)
    }

    /// Copies as many values as the tensor has, row-major.
    package func copy(from values: UnsafeBufferPointer<Float>) {
        guard let memory = values.baseAddress else { return }
        copy(from: packed(in: UnsafeMutablePointer(mutating: memory)))
    }

    /// A tensor of the same shape whose rows follow each other in memory.
    private func packed(in memory: UnsafeMutablePointer<Float>) -> TensorView {
        TensorView(
            base: memory, height: height, width: width, channels: channels,
            rowStride: width * channels)
    }
}

/// The number of processors available for parallel work.
public enum ProcessorCount {
    /// The number of online processors, at least 1.
    public static let online = Host.processorCount

    /// The number of the fastest processors, such as 2 on an iPhone, if the machine has processors
    /// of different speeds and its system reports which are which; otherwise the number of all
    /// processors.
    public static let fastest = min(Host.performanceCores ?? online, online)

    /// The default number of threads: one for each of the fastest processors, at most 4. A thread
    /// on a slower one would make the others wait.
    public static let usual = min(fastest, 4)
}
