extension Network {
    /// Makes several networks, as many at a time as the pool has threads. What takes longest comes
    /// first.
    package static func make(
        _ orders: [NetworkOrder], pool: WorkerPool
    ) -> [Result<Network, InferenceError>] {
        let work = PlanWork(orders, threads: pool.threads)
        work.run(on: pool)
        return zip(orders, work.plans).map { order, plan in
            plan.map { Network($0, of: order.model, pool: pool) }
        }
    }
}
