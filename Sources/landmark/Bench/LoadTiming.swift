import LandmarkInference
import LandmarkModelFile

/// From a bundle's path to all its networks, ready to run.
struct LoadTiming: Timed {
    let path: String
    let threads: Int

    func run() throws -> Duration {
        let start = ContinuousClock.now
        let bundle = try ModelBundle(path: path)
        let pool = try WorkerPool(threads: threads)
        var networks: [Network] = []
        for entry in bundle.entries where entry.name.hasSuffix(".tflite") {
            networks.append(try Network(bundle.model(named: entry.name), pool: pool))
        }
        return ContinuousClock.now - start
    }
}
