import LandmarkGraph
import Testing

@Suite("Text message getters")
struct TextGetterTests {
    private let message: TextMessage

    init() throws {
        message = try TextMessage(
            parsing: """
                i: 3 d: 1.5 b: true s: "text" e: RED m { i: 4 } list: [1, 2] list: 3 empty: []
                bools: [true, false, t, f, True, False, 1, 0] whole: 2
                """)
    }

    @Test("values of each kind, and nil for missing fields")
    func values() throws {
        #expect(try message.int("i") == 3)
        #expect(try message.double("d") == 1.5)
        #expect(try message.double("whole") == 2)
        #expect(try message.double("d", in: 0...1.5) == 1.5)
        #expect(try message.double("missing", in: 0...1) == nil)
        #expect(try message.float("d") == 1.5)
        #expect(try message.bool("b") == true)
        #expect(try message.string("s") == "text")
        #expect(try message.string("s", of: ["words", "text"]) == "text")
        #expect(try message.string("missing", of: ["words"]) == nil)
        #expect(try message.bytes("s") == Array("text".utf8))
        #expect(try message.enumeration("e", of: ["GREEN": 0, "RED": 7]) == "RED")
        #expect(try message.enumeration("i", of: ["GREEN": 0, "RED": 3, "R": 3]) == "RED")
        #expect(try message.enumeration("missing", of: ["GREEN": 0]) == nil)
        #expect(try message.message("m")?.int("i") == 4)
        #expect(try message.ints("list") == [1, 2, 3])
        #expect(try message.doubles("list") == [1, 2, 3])
        #expect(
            try message.bools("bools") == [true, false, true, false, true, false, true, false])
        #expect(try message.int("missing") == nil)
        #expect(try message.strings("missing").isEmpty)
        #expect(message.has("i") && !message.has("missing"))
    }

    @Test("a wrong kind, an empty list or a second value is an error with a position")
    func errors() {
        func expect(
            _ expected: String, _ body: () throws -> Void,
            at location: SourceLocation = #_sourceLocation
        ) {
            let error = #expect(
                throws: TextFormatError.self, sourceLocation: location, performing: body)
            #expect(error?.description == expected, sourceLocation: location)
        }
        expect("line 1, column 24: field \"s\" is a string, expected an integer") {
            _ = try message.int("s")
        }
        expect("line 1, column 24: field \"s\" is \"text\", expected word, words") {
            _ = try message.string("s", of: ["word", "words"])
        }
        expect("line 1, column 4: field \"i\" is the integer 3, expected an integer from 4 to 5") {
            _ = try message.int("i", in: 4...5)
        }
        expect("line 1, column 4: field \"i\" is the integer 3, expected an integer of at least 4")
        {
            _ = try message.int("i", in: 4 ... .max)
        }
        expect("line 1, column 9: field \"d\" is the number 1.5, expected an integer") {
            _ = try message.int("d")
        }
        expect("line 1, column 9: field \"d\" is the number 1.5, expected a number from 2.0 to 3.0")
        {
            _ = try message.double("d", in: 2...3)
        }
        #expect(throws: TextFormatError.self) {
            try TextMessage(parsing: "d: nan").double("d", in: 0...1)
        }
        expect("line 1, column 34: field \"e\" is \"RED\", expected GREEN (0), BLUE (-2)") {
            _ = try message.enumeration("e", of: ["GREEN": 0, "BLUE": -2])
        }
        expect("line 1, column 4: field \"i\" is the integer 3, expected GREEN (0), BLUE (-2)") {
            _ = try message.enumeration("i", of: ["GREEN": 0, "BLUE": -2])
        }
        expect("line 1, column 62: field \"list\" has more than one value") {
            _ = try message.int("list")
        }
        expect("line 1, column 70: field \"empty\" is a list, expected one value") {
            _ = try message.int("empty")
        }
        expect("line 1, column 4: field \"i\" is the integer 3, expected a message") {
            _ = try message.messages("i")
        }
        expect("line 1, column 1: unknown field \"i\"; did you mean \"j\"?") {
            try message.requireFields(in: ["j", "d"])
        }
    }

    @Test("options are found by message type, with or without its package")
    func options() throws {
        let options = try GraphConfig(
            parsing: """
                node {
                  options { [mediapipe.a.GateOptions.ext] { allow: true } [odd] { x: 1 } }
                  node_options: { [type.googleapis.com/mediapipe.GateOptions2] { y: 2 } }
                }
                """
        ).nodes[0].options
        #expect(try options.message("GateOptions")?.bool("allow") == true)
        #expect(try options.message("mediapipe.a.GateOptions")?.bool("allow") == true)
        #expect(try options.message("GateOptions2")?.int("y") == 2)
        #expect(try options.message("odd")?.int("x") == 1)
        #expect(options.message("Options") == nil)
        #expect(options.message("ext") == nil)
    }
}
