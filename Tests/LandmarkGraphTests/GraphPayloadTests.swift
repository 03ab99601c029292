import LandmarkGraph
import Testing

@Suite("Payload type validation")
struct GraphPayloadTests {
    private let make = "node { calculator: 'MakeInt' output_stream: 'a' }\n"

    private func errors(_ text: String) throws -> [String] {
        try DeclaredCalculators.errors(text)
    }

    @Test("compatible types are accepted")
    func compatible() throws {
        for text in [
            make + "node { calculator: 'TakeInt' input_stream: 'a' }",
            make + "node { calculator: 'TakeIntOrString' input_stream: 'a' }",
            make + "node { calculator: 'Any' input_stream: 'a' output_stream: 'b' } "
                + "node { calculator: 'TakeString' input_stream: 'b' }",
            "input_stream: 'a' node { calculator: 'TakeIntOrString' input_stream: 'a' } "
                + "node { calculator: 'TakeString' input_stream: 'a' }",
        ] {
            #expect(try errors(text).isEmpty, "\(text)")
        }
    }

    @Test("a type mismatch is an error that names both nodes")
    func direct() throws {
        #expect(
            try errors(make + "node { calculator: 'TakeString' input_stream: 'a' }") == [
                "node TakeString (line 2): input stream \"a\" has type String, but node MakeInt "
                    + "(line 1) declares Int"
            ])
    }

    @Test("types propagate through pass-through nodes in both directions")
    func through() throws {
        let same =
            "node { calculator: 'Same' input_stream: ['a', 'x'] output_stream: ['b', 'y'] }\n"
        let other = "node { calculator: 'Same' input_stream: 'b' output_stream: 'c' }\n"
        let take = "node { calculator: 'TakeString' input_stream: 'c' }"
        #expect(
            try errors("input_stream: 'x'\n" + other + make + take + same) == [
                "node TakeString (line 4): input stream \"c\" has type String, but node MakeInt "
                    + "(line 3) declares Int"
            ])
        #expect(
            try errors(
                "input_stream: 'x'\n" + make + same
                    + "node { calculator: 'TakeString' input_stream: 'y' }"
            ).isEmpty)
    }

    @Test("consumers of a graph input must agree on its type")
    func graphInputs() throws {
        let text = """
            input_stream: "a"
            node { calculator: "TakeInt" input_stream: "a" }
            node { calculator: "TakeString" input_stream: "a" }
            """
        #expect(
            try errors(text) == [
                "node TakeString (line 3): input stream \"a\" has type String, but node TakeInt "
                    + "(line 2) declares Int"
            ])
    }

    @Test("side packets are type-checked, in a namespace separate from streams")
    func sidePackets() throws {
        let text = """
            input_stream: "made"
            node { calculator: "MakeSide" output_side_packet: "made" }
            node { calculator: "TakeInt" input_stream: "made" }
            node { calculator: "Model" input_stream: "IN:made" output_stream: "OUT:o"
              input_side_packet: "MODEL:made" input_side_packet: "LEVEL:made" }
            """
        #expect(
            try errors(text) == [
                "node Model (line 4), line 5: input side packet \"made\" has type Int, but node "
                    + "MakeSide (line 2) declares String"
            ])
    }
}
