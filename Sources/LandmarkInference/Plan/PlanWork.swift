internal import CLandmarkKernels

/// Plans that are made at the same time, each by one thread.
final class PlanWork {
    private let orders: [NetworkOrder]
    /// How many threads the plans will be run by.
    private let threads: Int
    /// A place for each order, which only the thread that makes its plan writes to.
    private let places: UnsafeMutableBufferPointer<Result<Plan, InferenceError>?>

    init(_ orders: [NetworkOrder], threads: Int) {
        self.orders = orders
        self.threads = threads
        places = .allocate(capacity: orders.count)
        places.initialize(repeating: nil)
    }

    deinit {
        places.deinitialize()
        places.deallocate()
    }

    /// The plans in the order in which they were asked for, once they have been made.
    var plans: [Result<Plan, InferenceError>] { places.compactMap { $0 } }

    /// Makes all plans.
    func run(on pool: WorkerPool) {
        var step = lk_step(
            run: { work, from, to in
                guard let work else { return }
                let this = Unmanaged<PlanWork>.fromOpaque(work).takeUnretainedValue()
                for place in Int(from)..<Int(to) { this.make(place) }
            }, args: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
            units: Int32(clamping: orders.count), least: 1)
        withExtendedLifetime(self) { lk_pool_run_long(pool.pool, &step) }
    }

    private func make(_ place: Int) {
        let order = orders[place]
        places[place] = Result { () throws(InferenceError) in
            try Plan.make(order.model, order.options, threads: threads)
        }
    }
}
