import LandmarkCalculators
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkInference
import LandmarkModelFile

/// Loading a bundle: from its path to all its networks, ready to run.
struct LoadTiming: Workload {
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
        let start = MonotonicTime.now
        let bundle = try ModelBundle(path: path)
        let pool = try WorkerPool(threads: threads)
        var orders: [NetworkOrder] = []
        for entry in bundle.entries where entry.name.hasSuffix(".tflite") {
            orders.append(NetworkOrder(try bundle.model(named: entry.name)))
        }
        for network in Network.make(orders, pool: pool) { _ = try network.get() }
        return BenchRun(duration: start.elapsedSeconds)
    }
}

/// Parsing and validating a graph: from its text to a graph that could run.
struct GraphTiming: Workload {
    let facts: BenchFacts
    private let text: [UInt8]

    init(_ path: String) throws {
        do {
            text = try FileSystem.read(path)
        } catch {
            throw CommandError.unreadable(file: path, reason: "\(error)")
        }
        let nodes: Int
        do {
            nodes = try GraphConfig(parsing: text).nodes.count
        } catch {
            throw CommandError.unreadable(file: path, reason: "\(error)")
        }
        var facts = BenchFacts()
        facts.add("graph", path)
        facts.add("nodes", nodes)
        facts.add("textBytes", bytes: text.count)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = MonotonicTime.now
        _ = try ValidatedGraph(GraphConfig(parsing: text), registry: .vision())
        return BenchRun(duration: start.elapsedSeconds)
    }
}

/// Decoding a video frame by frame, in a loop.
final class DecodeTiming: Workload {
    let facts: BenchFacts
    private let path: String
    private var file: VideoFile

    init(_ path: String) throws {
        self.path = path
        file = try VideoFile(path: path)
        var facts = BenchFacts()
        facts.add("input", path)
        if let size = file.information.size { facts.add("size", size) }
        self.facts = facts
        // Opening the file decodes the first frame, so only later ones are timed.
        _ = try file.next()
        guard try file.next() != nil else {
            throw CommandError.unreadable(file: path, reason: "it contains only one frame")
        }
    }

    func run() throws -> BenchRun {
        let start = MonotonicTime.now
        if try file.next() != nil { return BenchRun(duration: start.elapsedSeconds) }
        file = try VideoFile(path: path)
        _ = try file.next()
        return try run()
    }
}

/// Encoding a video's frames one by one, in a loop, into a temporary file.
final class EncodeTiming: Workload {
    /// Milliseconds between frames.
    private static let step = 33

    let facts: BenchFacts
    private let images: [PixelBuffer]
    private let writer: VideoWriter
    private var next = 0

    init(_ path: String) throws {
        let file = try VideoFile(path: path)
        var images: [PixelBuffer] = []
        while let frame = try file.next() { images.append(frame.image) }
        guard let first = images.first else { throw CaptureError.noVideoStream(file: path) }
        self.images = images
        let folder = CurrentProcess.environment("TMPDIR") ?? "/tmp"
        writer = try VideoWriter(
            path: Path.join(folder, "landmark-bench-\(CurrentProcess.id).mp4"), size: first.size)
        var facts = BenchFacts()
        facts.add("input", path)
        facts.add("size", first.size)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let image = images[next % images.count]
        let start = MonotonicTime.now
        try writer.write(image, at: .milliseconds(next * Self.step))
        next += 1
        return BenchRun(duration: start.elapsedSeconds)
    }
}
