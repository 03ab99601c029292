import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkGraph
import LandmarkSystem

/// From a graph file's text to a graph that has been checked and could run.
struct GraphTiming: Timed {
    let facts: BenchFacts
    private let text: [UInt8]

    init(_ path: String) throws {
        do { text = try FileSystem.read(path) } catch {
            throw CommandError.unreadable(file: path, reason: "\(error)")
        }
        let nodes: Int
        do { nodes = try GraphConfig(parsing: text).nodes.count } catch {
            throw CommandError.unreadable(file: path, reason: "\(error)")
        }
        var facts = BenchFacts()
        facts.add("graph", path)
        facts.add("nodes", nodes)
        facts.add("textBytes", bytes: text.count)
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = ContinuousClock.now
        _ = try ValidatedGraph(GraphConfig(parsing: text), registry: .vision())
        return BenchRun(duration: ContinuousClock.now - start)
    }
}
