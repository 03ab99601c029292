import LandmarkGraph
import Testing

/// Texts of a megabyte that ask for more than that. Without a limit each would take from seconds to
/// hours; where nothing else runs, none takes more than a second.
@Suite("Graphs that ask for much more than they say")
struct GraphLimitTests {
    private static func faults(
        _ text: String, _ registry: CalculatorRegistry = DeclaredCalculators.registry
    ) throws -> [GraphFault] {
        let start = ContinuousClock.now
        defer {
            let time = ContinuousClock.now - start
            #expect(time < .seconds(60), "took \(time)")
        }
        do {
            let config = try GraphConfig(parsing: text)
            _ = try Graph(config, registry: registry, threads: .caller)
        } catch let error as GraphError {
            guard case .invalid(let faults) = error else { throw error }
            return faults
        }
        return []
    }

    @Test(
        "option values copy no more than a million fields, whatever they copy",
        arguments: GreedyOptionValues.allCases)
    func optionValues(values: GreedyOptionValues) throws {
        let text = values.text
        let found = try Self.faults(text)
        let fault = try #require(found.last)
        guard case .tooManyOptionValues(let value, let limit) = fault.kind else {
            Issue.record("\(fault)")
            return
        }
        // Not within the expectation, which would print the text.
        let isInText = text.contains("option_value: '\(value)'")
        #expect(limit == 1_000_000 && isInText, "\(value)")
        #expect(fault.node?.calculator == "Any" && (fault.position?.line ?? 0) > 1)
        #expect(
            fault.description.contains("option_value \"\(value)\"")
                && fault.description.contains("more than 1000000 fields"))
        #expect(found.count == 1, "nothing is followed beyond the limit")
    }

    @Test("the limit counts what all subgraphs of a graph copy")
    func subgraphs() throws {
        let inner =
            "graph_options { [x.com/p.G] { x: [\(String.many("1,", 40_000))1] } } "
            + "\(GreedyOptionValues.node) option_value: 'a:x' }"
        var registry = DeclaredCalculators.registry
        registry.register("Sub", subgraph: try GraphConfig(parsing: inner))
        let few = String(repeating: "node { calculator: 'Sub' } ", count: 10)
        #expect(try Self.faults(few, registry).isEmpty)
        let many = String(repeating: "node { calculator: 'Sub' } ", count: 40)
        let found = try Self.faults(many, registry)
        guard case .tooManyOptionValues("a:x", _)? = found.first?.kind else {
            Issue.record("\(found.prefix(3))")
            return
        }
        #expect(found.first?.node?.enclosing.first?.calculator == "Sub")
    }

    @Test("a namespace of many parts is looked through once")
    func package() throws {
        let nodes = String.many("node { calculator: 'Any' } ")
        #expect(try Self.faults("package: '\(String.many("a."))' " + nodes).isEmpty)
        var registry = DeclaredCalculators.registry
        registry.register("mediapipe.a.b.In", AnythingCalculator.self)
        for package in ["mediapipe.a.b", "a.b", "a.b.c.d", "a.b.\(String.many("c."))"] {
            let text = "package: '\(package)' node { calculator: 'In' }"
            #expect(try Self.faults(text, registry).isEmpty, "\(package.prefix(20))")
        }
        #expect(try Self.faults("package: 'a.bc' node { calculator: 'In' }", registry).count == 1)
    }

    @Test("thousands of nodes, each driven by one more input than the one before")
    func drivers() throws {
        let text =
            "input_stream: 'c0' "
            + (0..<8000).map { index in
                "input_stream: 's\(index)' node { calculator: 'Any' input_stream: 'c\(index)' "
                    + "input_stream: 's\(index)' output_stream: 'c\(index + 1)' } "
            }.joined()
        #expect(try Self.faults(text).isEmpty)
    }

    @Test("executors, and the streams that subgraphs make, are limited")
    func limits() throws {
        let executors = (0...1000).map { "executor { name: 'e\($0)' }\n" }
        let found = try Self.faults(executors.joined())
        #expect(found.map(\.kind) == [.tooManyExecutors(limit: 1000)])
        #expect(found.first?.position?.line == 1001)
        #expect(try Self.faults(executors.dropLast().joined()).isEmpty)
        let wide = GraphConfig(
            nodes: [
                NodeConfig(
                    calculator: "Any",
                    outputStreams: (0..<1000).map { StreamReference(name: "s\($0)") })
            ])
        var registry = DeclaredCalculators.registry
        registry.register("Wide", subgraph: wide)
        let nodes = String(repeating: "node { calculator: 'Wide' }\n", count: 1001)
        let streams = try Self.faults(nodes, registry)
        #expect(streams.map(\.kind) == [.tooManyStreams(limit: 1_000_000)])
        #expect(streams.first?.node?.position?.line == 1001)
    }

    @Test("names are suggested for the first unknown ones only")
    func suggestions() throws {
        let long = String(repeating: "a", count: 90)
        let found = try Self.faults(
            String.many("input_stream: '\(long)#' ")
                + String.many("node { calculator: 'Any' input_stream: '\(long)x#y' } "))
        let suggested = found.count { $0.description.contains("did you mean") }
        #expect(found.count > 3000 && 1...20 ~= suggested, "\(suggested) of \(found.count)")
    }

    @Test("labels deep within subgraphs take no longer to compare than others")
    func labels() throws {
        var registry = DeclaredCalculators.registry
        for level in 0..<60 {
            let inner = level == 59 ? "Nothing" : "S\(level + 1)"
            registry.register(
                "S\(level)",
                subgraph: try GraphConfig(parsing: "node { calculator: '\(inner)' }"))
        }
        let text = "node { calculator: 'S0' }"
        let (one, other) = (try Self.faults(text, registry), try Self.faults(text, registry))
        #expect(Set(one + other).count == 1)
        #expect(one.first?.node?.enclosing.count == 60)
    }
}
