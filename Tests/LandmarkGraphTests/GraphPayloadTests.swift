import LandmarkGraph
import Testing

@Suite("What streams carry")
struct GraphPayloadTests {
    private let make = "node { calculator: 'MakeInt' output_stream: 'a' }\n"

    private func faults(_ text: String) throws -> [String] {
        try DeclaredCalculators.faults(text)
    }

    @Test("types that fit")
    func fit() throws {
        for text in [
            make + "node { calculator: 'TakeInt' input_stream: 'a' }",
            make + "node { calculator: 'TakeIntOrString' input_stream: 'a' }",
            make + "node { calculator: 'Any' input_stream: 'a' output_stream: 'b' } "
                + "node { calculator: 'TakeString' input_stream: 'b' }",
            "input_stream: 'a' node { calculator: 'TakeIntOrString' input_stream: 'a' } "
                + "node { calculator: 'TakeString' input_stream: 'a' }",
        ] {
            #expect(try faults(text).isEmpty, "\(text)")
        }
    }

    @Test("another type than the producer's is an error that names both nodes")
    func direct() throws {
        #expect(
            try faults(make + "node { calculator: 'TakeString' input_stream: 'a' }") == [
                "node TakeString (line 2): input stream \"a\" is String but for node MakeInt "
                    + "(line 1) it is Int"
            ])
    }

    @Test("types pass through calculators that hand on what they get, in either direction")
    func through() throws {
        let same =
            "node { calculator: 'Same' input_stream: ['a', 'x'] output_stream: ['b', 'y'] }\n"
        let other = "node { calculator: 'Same' input_stream: 'b' output_stream: 'c' }\n"
        let take = "node { calculator: 'TakeString' input_stream: 'c' }"
        #expect(
            try faults("input_stream: 'x'\n" + other + make + take + same) == [
                "node TakeString (line 4): input stream \"c\" is String but for node MakeInt "
                    + "(line 3) it is Int"
            ])
        #expect(
            try faults(
                "input_stream: 'x'\n" + make + same
                    + "node { calculator: 'TakeString' input_stream: 'y' }"
            ).isEmpty)
    }

    @Test("nodes must agree on what comes from outside")
    func graphInputs() throws {
        let text = """
            input_stream: "a"
            node { calculator: "TakeInt" input_stream: "a" }
            node { calculator: "TakeString" input_stream: "a" }
            """
        #expect(
            try faults(text) == [
                "node TakeString (line 3): input stream \"a\" is String but for node TakeInt "
                    + "(line 2) it is Int"
            ])
    }

    @Test("side packets have types, and names of their own")
    func sidePackets() throws {
        let text = """
            input_stream: "made"
            node { calculator: "MakeSide" output_side_packet: "made" }
            node { calculator: "TakeInt" input_stream: "made" }
            node { calculator: "Model" input_stream: "IN:made" output_stream: "OUT:o"
              input_side_packet: "MODEL:made" input_side_packet: "LEVEL:made" }
            """
        #expect(
            try faults(text) == [
                "node Model (line 4), line 5: input side packet \"made\" is Int but for node "
                    + "MakeSide (line 2) it is String"
            ])
    }
}
