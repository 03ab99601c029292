import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkModelFile

/// From a bundle's path to all its networks, ready to run.
struct LoadTiming: Timed {
    let facts: BenchFacts
    private let path: String
    private let threads: Int

    init(_ path: String, _ arguments: Arguments) {
        self.path = path
        threads = arguments.integer("--threads") ?? ProcessorCount.usual
        var facts = BenchFacts()
        facts.add("bundle", path)
        facts.add("threads", threads)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = ContinuousClock.now
        let bundle = try ModelBundle(path: path)
        let pool = try WorkerPool(threads: threads)
        var orders: [NetworkOrder] = []
        for entry in bundle.entries where entry.name.hasSuffix(".tflite") {
            orders.append(NetworkOrder(try bundle.model(named: entry.name)))
        }
        for network in Network.make(orders, pool: pool) { _ = try network.get() }
        return BenchRun(duration: ContinuousClock.now - start)
    }
}
