import LandmarkCommandSupport
import LandmarkInference
import LandmarkModelFile
import LandmarkSystem

/// One network on noise.
struct NetworkTiming: Timed {
    let network: Network
    let threads: Int
    private let place: String

    /// Makes the network of `place`: a `.tflite` file, or `BUNDLE:ENTRY`.
    init(_ place: String, _ arguments: Arguments) throws {
        try self.init(
            Self.model(place), called: place,
            options: NetworkOptions(
                outputs: arguments.list("--outputs"),
                lazyOutputs: Set(arguments.list("--lazy-outputs") ?? [])),
            threads: arguments.integer("--threads") ?? 1)
    }

    /// Makes the network of `model`.
    init(
        _ model: TFLiteModel, called place: String, options: NetworkOptions, threads: Int
    ) throws {
        self.place = place
        self.threads = threads
        let pool = try WorkerPool(threads: threads)
        network = try Network(model, options: options, pool: pool)
        for (index, input) in network.inputs.enumerated() {
            try network.setInput(Self.noise(input.count), at: index)
        }
        // The first run touches memory that later ones find warm.
        network.run()
    }

    var facts: BenchFacts {
        var facts = BenchFacts()
        facts.add("network", place)
        facts.add("threads", threads)
        facts.add("multiplyAdds", network.macs)
        return facts
    }

    func run() -> BenchRun {
        let start = ContinuousClock.now
        network.run()
        return BenchRun(duration: ContinuousClock.now - start)
    }

    private static func model(_ place: String) throws -> TFLiteModel {
        let parts = place.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, !FileSystem.isFile(place) else {
            return try TFLiteModel(path: place)
        }
        return try ModelBundle(path: parts[0]).model(named: parts[1])
    }

    /// The same numbers from 0 to 1 each time (a linear congruential generator).
    private static func noise(_ count: Int) -> [Float] {
        var state: UInt32 = 1
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 24)
        }
    }
}
