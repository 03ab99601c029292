import LandmarkGraph
import Testing

/// Follows mediapipe/framework/tool/options_util.cc.
@Suite("Option values")
struct OptionValueTests {
    /// The first options message of the first node after resolving option values.
    private func options(
        _ own: String, _ value: String, graph: String = "", parent: String = ""
    ) throws -> TextMessage? {
        var registry = DeclaredCalculators.registry
        let inner =
            "graph_options { [x.com/p.G] { \(graph) } } node { calculator: 'Any' \(own) "
            + "option_value: '\(value)' }"
        registry.register("Sub", subgraph: try GraphConfig(parsing: inner))
        let outer = "node { calculator: 'Sub' node_options { \(parent) } }"
        let config = try GraphConfig(parsing: outer)
        return try ValidatedGraph(config, registry: registry).config.nodes[0].options.entries
            .first?.message
    }

    private let own = "node_options { [x.com/p.N] { a: 1 m { b: 2 c: 3 } r: 4 r: 5 } }"

    @Test("fields, nested fields and whole messages are copied")
    func fields() throws {
        func expect(_ value: String, _ graph: String, _ expected: String) throws {
            #expect(
                try options(own, value, graph: graph) == TextMessage(parsing: expected), "\(value)")
        }
        try expect("a:options/x", "x: 7", "a: 7 m { b: 2 c: 3 } r: 4 r: 5")
        try expect("a:x", "x: 7", "a: 7 m { b: 2 c: 3 } r: 4 r: 5")
        try expect("OPTIONS/a:options/x/y", "x { y: 8 }", "a: 8 m { b: 2 c: 3 } r: 4 r: 5")
        try expect("m/b:x", "x: 7", "a: 1 m { b: 7 c: 3 } r: 4 r: 5")
        try expect("m:x", "x { c: 9 d: 1 }", "a: 1 m { b: 2 c: 9 d: 1 } r: 4 r: 5")
        try expect("r:x", "x: 7 x: [8, 9]", "a: 1 m { b: 2 c: 3 } r: 7 r: 8 r: 9")
        try expect("r/1:x", "x: 7", "a: 1 m { b: 2 c: 3 } r: 4 r: 7")
        try expect("r/2:x", "x: 7", "a: 1 m { b: 2 c: 3 } r: 4 r: 5 r: 7")
        try expect("a:x/1", "x: 7 x: 8", "a: 8 m { b: 2 c: 3 } r: 4 r: 5")
        try expect("new/b:x", "x: 7", "a: 1 m { b: 2 c: 3 } r: 4 r: 5 new { b: 7 }")
        try expect("a:missing", "x: 7", "m { b: 2 c: 3 } r: 4 r: 5")
        try expect(
            "OPTIONS:options", "a: 2 m { b: 9 } r: 6 z: 1",
            "a: 2 m { b: 9 c: 3 } r: 4 r: 5 r: 6 z: 1")
    }

    @Test("options of the subgraph node override the graph's defaults")
    func parents() throws {
        let parent = "[x.com/p.G] { x: 8 }"
        #expect(try options(own, "a:x", graph: "x: 7", parent: parent)?.int("a") == 8)
        #expect(try options(own, "a:y", graph: "y: 7", parent: parent)?.int("a") == 7)
        let typed = "a:Ext::p.G/x"
        #expect(try options(own, typed, graph: "x: 7", parent: parent)?.int("a") == 8)
        #expect(try options(own, "Ext::p.N/a:x", graph: "x: 7")?.int("a") == 7)
    }

    @Test(
        "unresolvable option values are errors",
        arguments: [
            ("a", "expected \"field:options/field\""),
            ("a:b:c", "expected \"field:options/field\""),
            ("1:x", "expected \"field:options/field\""),
            (
                Array(repeating: "a", count: 40).joined(separator: "/") + ":x",
                "expected \"field:options/field\""
            ),
            ("a:x/y", "the graph's options have no such field"),
            ("a:x/3", "the graph's options have no such field"),
            ("a/b:x", "the node's options have no such field"),
            ("r/7:x", "the node's options have no such field"),
            ("options:x", "a field cannot replace the options message"),
            ("Ext::p.Other/a:x", "the node has no options message of its own to copy into"),
        ])
    func errors(value: String, reason: String) throws {
        let error = #expect(throws: GraphError.self) {
            try options(own, value, graph: "x: 7")
        }
        #expect(error?.description.hasSuffix("option_value \"\(value)\": \(reason)") == true)
    }

    @Test("mismatched option types are errors; without options nothing is copied")
    func types() throws {
        let error = #expect(throws: GraphError.self) {
            try options(own, "a:x", graph: "x: 7", parent: "[x.com/p.H] { x: 8 }")
        }
        #expect(
            error?.description.contains("options of type p.H, but the graph expects p.G") == true)
        let text = "node { calculator: 'Any' \(own) option_value: 'a:x' }"
        let graph = try ValidatedGraph(
            try GraphConfig(parsing: text), registry: DeclaredCalculators.registry)
        #expect(try graph.config.nodes[0].options.message("N")?.int("a") == 1)
        #expect(graph.config.nodes[0].optionValues.isEmpty)
    }
}
