import LandmarkGraph
import Testing

@Suite("Text format")
struct TextFormatTests {
    /// The contents of field `a`.
    private func value(_ text: String) throws -> TextValue.Content? {
        try TextMessage(parsing: "a: " + text).values(of: "a").first?.content
    }

    @Test(
        "integers in three bases",
        arguments: [
            ("0", 0), ("7", 7), ("-7", -7), ("- 7", -7), ("0x1F", 31), ("0Xff", 255), ("017", 15),
            ("-0x10", -16), ("18446744073709551615", TextInteger(UInt64.max)),
            ("-9223372036854775808", TextInteger(Int64.min)),
            ("0xFFFFFFFFFFFFFFFF", TextInteger(UInt64.max)),
        ] as [(String, TextInteger)])
    func integers(text: String, expected: TextInteger) throws {
        #expect(try value(text) == .integer(expected))
    }

    @Test(
        "numbers with fraction, exponent or suffix",
        arguments: [
            ("1.5", 1.5), (".5", 0.5), ("1.", 1), ("1e3", 1000), ("1E+3", 1000), ("25e-2", 0.25),
            ("1f", 1), ("1.5F", 1.5), ("-2.5f", -2.5), ("1.e2", 100), ("1e-400", 0),
            ("18446744073709551616", 0x1p64), ("-9223372036854775809", -0x1p63),
        ])
    func doubles(text: String, expected: Double) throws {
        #expect(try value(text) == .double(expected))
    }

    @Test("infinity and NaN, also by overflow")
    func unlimited() throws {
        let message = try TextMessage(
            parsing: "a: inf b: -inf c: nan d: -nan e: Infinity f: -INFINITY g: 1e999 h: -1e999")
        #expect(try message.double("a") == .infinity)
        #expect(try message.double("b") == -.infinity)
        #expect(try message.double("c")?.isNaN == true)
        #expect(try message.double("d")?.isNaN == true)
        #expect(try message.double("e") == .infinity)
        #expect(try message.double("f") == -.infinity)
        #expect(try message.double("g") == .infinity)
        #expect(try message.double("h") == -.infinity)
    }

    @Test(
        "strings and their escapes",
        arguments: [
            (#""plain""#, "plain"), ("'single \"quotes\"'", "single \"quotes\""),
            (#""\a\b\f\n\r\t\v\?\\\'\"""#, "\u{7}\u{8}\u{c}\n\r\t\u{b}?\\'\""),
            (#""\0\60\1012""#, "\0" + "0A2"), (#""\x41\x4a4\X42""#, "AJ4B"),
            (#""\u00e9\U0001F600""#, "é😀"), (#""\ud83d\ude00""#, "😀"),
            ("\"a\" 'b'\n  \"c\" # comment\n 'd'", "abcd"), ("\"# no comment\"", "# no comment"),
            ("\"é€😀\"", "é€😀"), ("''", ""),
        ])
    func strings(text: String, expected: String) throws {
        #expect(try value(text) == .string(Array(expected.utf8)))
    }

    @Test("escapes may produce bytes that are not UTF-8")
    func byteStrings() throws {
        #expect(try value(#""\377\xfe\0""#) == .string([0xff, 0xfe, 0]))
        let message = try TextMessage(parsing: #"a: "\377""#)
        #expect(try message.bytes("a") == [0xff])
        #expect(throws: TextFormatError.self) { try message.string("a") }
    }

    @Test("messages in braces and angle brackets, with or without a colon")
    func messages() throws {
        let inner = TextValue.message(TextField("b", .integer(1)))
        for text in ["a { b: 1 }", "a: { b: 1 }", "a < b: 1 >", "a: <b:1>", "a{b:1},", "a{b:1;};"] {
            #expect(try TextMessage(parsing: text) == TextMessage([TextField("a", inner)]))
        }
    }

    @Test("lists of scalars and of messages")
    func lists() throws {
        let message = try TextMessage(
            parsing: "a: [1, 2] a: 3 a: [] b [{c: 1}, <c: 2>] b: [{c: 3}] d: ['x' 'y', 'z']")
        #expect(try message.ints("a") == [1, 2, 3])
        #expect(try message.messages("b").map { try $0.int("c") } == [1, 2, 3])
        #expect(try message.strings("d") == ["xy", "z"])
        #expect(message.fields.map(\.isList) == [true, false, true, true, true, true])
    }

    @Test("bracketed names are extensions or type URLs")
    func brackets() throws {
        let message = try TextMessage(
            parsing: """
                [mediapipe.X.ext] { a: 1 }
                [ type.googleapis.com / pkg.Type ]: { a: 2 }
                [pkg.number]: 3
                [my-host.com/pkg.Type] < a: 4 >
                """)
        #expect(
            message.fields.map(\.name) == [
                "mediapipe.X.ext", "type.googleapis.com/pkg.Type", "pkg.number",
                "my-host.com/pkg.Type",
            ])
        #expect(
            message.fields.map(\.kind) == [.extensionName, .typeURL, .extensionName, .typeURL])
    }

    @Test("comments, separators and whitespace are ignored")
    func blanks() throws {
        let expected = try TextMessage(parsing: "a: 1 b: 2 c { d: 3 }")
        for text in [
            "a:1,b:2;c{d:3}", "# first\na:1 # one\n\n\tb\r\n:\u{b}2\u{c}c{d:3}#last",
            "\u{feff}a: 1 b: 2 c: { d: 3; }",
        ] {
            #expect(try TextMessage(parsing: text) == expected)
        }
        #expect(try TextMessage(parsing: "").fields.isEmpty)
        #expect(try TextMessage(parsing: " # nothing").fields.isEmpty)
    }

    @Test("values have positions")
    func positions() throws {
        let message = try TextMessage(parsing: "a: 1\n\tb {\n  c: 'x'\n}")
        #expect(message.fields[1].position == TextPosition(line: 2, column: 2))
        let inner = try #require(try message.message("b"))
        #expect(inner.position == TextPosition(line: 2, column: 4))
        #expect(inner.fields[0].values[0].position == TextPosition(line: 3, column: 6))
    }
}
