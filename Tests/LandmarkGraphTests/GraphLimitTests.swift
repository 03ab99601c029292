import LandmarkGraph
import Testing

/// Graphs of about a megabyte that would expand to much more. Without limits each would take
/// seconds to hours; on an idle machine none takes more than a second.
@Suite("Resource limits of graphs")
struct GraphLimitTests {
    private static func errors(
        _ text: String, _ registry: CalculatorRegistry = DeclaredCalculators.registry
    ) throws -> [GraphValidationError] {
        let start = ContinuousClock.now
        defer {
            let time = ContinuousClock.now - start
            #expect(time < .seconds(60), "took \(time)")
        }
        do {
            let config = try GraphConfig(parsing: text)
            _ = try CalculatorGraph(config, registry: registry, threads: .caller)
        } catch let error as GraphError {
            guard case .invalid(let errors) = error else { throw error }
            return errors
        }
        return []
    }

    @Test(
        "option values copy at most a million fields",
        arguments: GreedyOptionValues.allCases)
    func optionValues(values: GreedyOptionValues) throws {
        let text = values.text
        let found = try Self.errors(text)
        let error = try #require(found.last)
        guard case .tooManyOptionValues(let value, let limit) = error.kind else {
            Issue.record("\(error)")
            return
        }
        // Evaluated outside of the expectation, which would print the whole text.
        let isInText = text.contains("option_value: '\(value)'")
        #expect(limit == 1_000_000 && isInText, "\(value)")
        #expect(error.node?.calculator == "Any" && (error.position?.line ?? 0) > 1)
        #expect(
            error.description.contains("option_value \"\(value)\"")
                && error.description.contains("more than 1000000 fields"))
        #expect(found.count == 1, "resolution stops at the limit")
    }

    @Test("the limit applies to all subgraphs of a graph together")
    func subgraphs() throws {
        let inner =
            "graph_options { [x.com/p.G] { x: [\(String.many("1,", 40_000))1] } } "
            + "\(GreedyOptionValues.node) option_value: 'a:x' }"
        var registry = DeclaredCalculators.registry
        registry.register("Sub", subgraph: try GraphConfig(parsing: inner))
        let few = String(repeating: "node { calculator: 'Sub' } ", count: 10)
        #expect(try Self.errors(few, registry).isEmpty)
        let many = String(repeating: "node { calculator: 'Sub' } ", count: 40)
        let found = try Self.errors(many, registry)
        guard case .tooManyOptionValues("a:x", _)? = found.first?.kind else {
            Issue.record("\(found.prefix(3))")
            return
        }
        #expect(found.first?.node?.enclosing.first?.calculator == "Sub")
    }

    @Test("a package with very many components is searched in linear time")
    func package() throws {
        let nodes = String.many("node { calculator: 'Any' } ")
        #expect(try Self.errors("package: '\(String.many("a."))' " + nodes).isEmpty)
        var registry = DeclaredCalculators.registry
        registry.register("mediapipe.a.b.In", AnythingCalculator.self)
        for package in ["mediapipe.a.b", "a.b", "a.b.c.d", "a.b.\(String.many("c."))"] {
            let text = "package: '\(package)' node { calculator: 'In' }"
            #expect(try Self.errors(text, registry).isEmpty, "\(package.prefix(20))")
        }
        #expect(try Self.errors("package: 'a.bc' node { calculator: 'In' }", registry).count == 1)
    }

    @Test(
        "thousands of nodes, each with one more upstream source than the previous one, are planned")
    func upstreamSources() throws {
        let text =
            "input_stream: 'c0' "
            + (0..<8000).map { index in
                "input_stream: 's\(index)' node { calculator: 'Any' input_stream: 'c\(index)' "
                    + "input_stream: 's\(index)' output_stream: 'c\(index + 1)' } "
            }.joined()
        #expect(try Self.errors(text).isEmpty)
    }

    @Test("the numbers of executors and of expanded streams are limited")
    func limits() throws {
        let executors = (0...1000).map { "executor { name: 'e\($0)' }\n" }
        let found = try Self.errors(executors.joined())
        #expect(found.map(\.kind) == [.tooManyExecutors(limit: 1000)])
        #expect(found.first?.position?.line == 1001)
        #expect(try Self.errors(executors.dropLast().joined()).isEmpty)
        let wide = GraphConfig(
            nodes: [
                NodeConfig(
                    calculator: "Any",
                    outputStreams: (0..<1000).map { StreamReference(name: "s\($0)") })
            ])
        var registry = DeclaredCalculators.registry
        registry.register("Wide", subgraph: wide)
        let nodes = String(repeating: "node { calculator: 'Wide' }\n", count: 1001)
        let streams = try Self.errors(nodes, registry)
        #expect(streams.map(\.kind) == [.tooManyStreams(limit: 1_000_000)])
        #expect(streams.first?.node?.position?.line == 1001)
    }

    @Test("only the first unknown names get suggestions")
    func suggestions() throws {
        let long = String(repeating: "a", count: 90)
        let found = try Self.errors(
            String.many("input_stream: '\(long)#' ")
                + String.many("node { calculator: 'Any' input_stream: '\(long)x#y' } "))
        let suggested = found.count { $0.description.contains("did you mean") }
        #expect(found.count > 3000 && 1...20 ~= suggested, "\(suggested) of \(found.count)")
    }

    @Test("labels of deeply nested nodes compare quickly")
    func labels() throws {
        var registry = DeclaredCalculators.registry
        for level in 0..<60 {
            let inner = level == 59 ? "Nothing" : "S\(level + 1)"
            registry.register(
                "S\(level)",
                subgraph: try GraphConfig(parsing: "node { calculator: '\(inner)' }"))
        }
        let text = "node { calculator: 'S0' }"
        let (one, other) = (try Self.errors(text, registry), try Self.errors(text, registry))
        #expect(Set(one + other).count == 1)
        #expect(one.first?.node?.enclosing.count == 60)
    }
}

/// Graphs whose option values would copy more than a million fields.
///
/// An enum, so that logs show a case name instead of a megabyte of text.
enum GreedyOptionValues: CaseIterable {
    case listToManyFields
    case listToOneFieldRepeatedly
    case listToManyNodes
    case manyFieldsSearchedLinearly
    case largeMessageMergedIntoLargeOne
    case manyMessagesSearchedLinearly

    /// A node that receives option values, without its closing brace.
    static let node = "node { calculator: 'Any' node_options { [x.com/p.N] { } }"

    /// The graph file; its option values start on the second line or later.
    var text: String {
        switch self {
        case .listToManyFields: graph(Self.list, "option_value: 'a#:x' \n")
        case .listToOneFieldRepeatedly: graph(Self.list, "option_value: 'a:x' \n")
        case .listToManyNodes:
            Self.list + "\n" + .many("\(Self.node) option_value: 'a:x' } \n")
        case .manyFieldsSearchedLinearly:
            graph(
                "graph_options { [x.com/p.G] { \(String.many("x#: 1 ")) } }",
                "option_value: 'a:x#' \n")
        case .largeMessageMergedIntoLargeOne:
            graph(
                "graph_options { [x.com/p.G] { b { \(String.many("x#: 1 ", 300_000)) } } }",
                "option_value: 'm:b' \n",
                of: "node { calculator: 'Any' node_options { [x.com/p.N] { m { "
                    + "\(String.many("y#: 1 ", 300_000)) } } }")
        case .manyMessagesSearchedLinearly:
            graph(.many("graph_options { [x.com/p.G#] { } } "), "option_value: 'a:Ext::p.X#/b' \n")
        }
    }

    private static var list: String {
        "graph_options { [x.com/p.G] { x: [\(String.many("1,"))1] } }"
    }

    /// A graph with one node that has many lines like `line`.
    private func graph(_ options: String, _ line: String, of node: String = Self.node) -> String {
        "\(options)\n\(node) \n\(String.many(line))}"
    }
}

extension String {
    /// Repeats `part` up to a length in bytes, replacing each `#` by a counter.
    static func many(_ part: String, _ bytes: Int = 500_000) -> String {
        var text = ""
        let pieces = part.split(separator: "#", omittingEmptySubsequences: false)
        for index in 0... where text.utf8.count < bytes {
            text += pieces.joined(separator: "\(index)")
            if text.utf8.count >= bytes { break }
        }
        return text
    }
}
