/// Work in pieces, which a C function does in any split and order.
package struct SplitWork {
    /// Does the units from the first number up to the second one.
    package typealias Kernel = @convention(c) (UnsafeRawPointer?, Int32, Int32) -> Void

    package let kernel: Kernel
    /// What the kernel works on; valid only while the work is run.
    package let arguments: UnsafeRawPointer
    package let units: Int
    /// The fewest units worth a thread.
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
