/// Work in units that a C function can do in any division and order.
package struct SplitWork {
    /// Does the units from the first number up to, but not including, the second.
    package typealias Kernel = @convention(c) (UnsafeRawPointer?, Int32, Int32) -> Void

    package let kernel: Kernel
    /// The arguments of the kernel; valid only while the work runs.
    package let arguments: UnsafeRawPointer
    package let units: Int
    /// The fewest units worth handing to another thread.
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
