/// Something that does work, all of which is done when `run` returns.
package protocol WorkRunner {
    func run(_ work: SplitWork)
}

/// Does work on the caller's thread.
package struct OneThread: WorkRunner {
    package init() {}

    package func run(_ work: SplitWork) {
        work.kernel(work.arguments, 0, Int32(clamping: work.units))
    }
}
