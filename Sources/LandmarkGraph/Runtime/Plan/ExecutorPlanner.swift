import LandmarkCore

/// Finds the threads of a graph's executors.
enum ExecutorPlanner {
    /// The default executor stands first.
    static func plan(
        _ config: GraphConfig, threads: GraphThreads
    ) throws(GraphRunError) -> [ExecutorPlan] {
        var executors = [try plan(config.executors.first { $0.name.isEmpty }, config)]
        for executor in config.executors where !executor.name.isEmpty {
            executors.append(try plan(executor, config))
        }
        switch threads {
        case .asConfigured: return executors
        case .caller: return executors.map { ExecutorPlan(name: $0.name, threads: nil) }
        case .pool(let count):
            let threads = min(max(1, count), 1024)
            return executors.map { ExecutorPlan(name: $0.name, threads: threads) }
        }
    }

    private static func plan(
        _ executor: ExecutorConfig?, _ config: GraphConfig
    ) throws(GraphRunError) -> ExecutorPlan {
        let name = executor?.name ?? ""
        switch executor?.type ?? "" {
        case "ApplicationThreadExecutor", "ApplicationThread":
            return ExecutorPlan(name: name, threads: nil)
        case "", "ThreadPoolExecutor":
            let asked: Int
            do {
                asked =
                    try executor?.options.message("ThreadPoolExecutorOptions")?
                    .int("num_threads", in: -1...1024) ?? (name.isEmpty ? config.numThreads : 0)
            } catch { throw .executor(name: name, reason: error.description) }
            // No more threads than can have something to do.
            let usual = min(ProcessorCount.online, max(1, config.nodes.count))
            return ExecutorPlan(name: name, threads: asked > 0 ? asked : usual)
        case let type:
            throw .executor(name: name, reason: "no executor is of type \"\(type)\"")
        }
    }
}
