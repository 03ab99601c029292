import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("What is no text format")
struct TextFormatErrorTests {
    private func error(_ text: String) -> TextFormatError? {
        do {
            _ = try TextMessage(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "errors say line, column, what was found and what was expected",
        arguments: [
            ("a 1", "line 1, column 3: found \"1\", expected \":\" or \"{\""),
            ("a:\n  }", "line 2, column 3: found \"}\", expected a value"),
            ("}", "line 1, column 1: found \"}\", expected a field's name"),
            ("1: 2", "line 1, column 1: found \"1\", expected a field's name"),
            ("'a': 2", "line 1, column 1: found the string 'a', expected a field's name"),
            (
                "a {\n b: 1\n",
                "line 3, column 1: found the end of the text, expected a field's name or the "
                    + "\"}\" of line 1, column 3"
            ),
            (
                "a { b: 1 >",
                "line 1, column 10: found \">\", expected a field's name or the \"}\" of line 1, "
                    + "column 3"
            ),
            ("a: [1 2]", "line 1, column 7: found \"2\", expected \",\" or \"]\""),
            ("a: [1,]", "line 1, column 7: found \"]\", expected a value"),
            ("a: [[1]]", "line 1, column 5: found \"[\", expected a value"),
            ("a [1]", "line 1, column 4: found \"1\", expected \"{\""),
            ("a:", "line 1, column 3: found the end of the text, expected a value"),
            ("a:: 1", "line 1, column 3: found \":\", expected a value"),
            ("a: 1,, b: 2", "line 1, column 6: found \",\", expected a field's name"),
            ("a: - b", "line 1, column 6: found \"b\", expected a number"),
            ("a: --1", "line 1, column 5: found \"-\", expected a number"),
            ("a: +1", "line 1, column 4: found \"+\", expected a value"),
            ("[a.b { }", "line 1, column 6: found \"{\", expected \"]\""),
            ("[a..b]: 1", "line 1, column 4: found \".\", expected a part of the name in brackets"),
            ("[]: 1", "line 1, column 2: found \"]\", expected the name of an extension or type"),
            ("a: é", "line 1, column 4: found \"é\", expected a value"),
            ("a: 08", "line 1, column 4: 08 is no number that fits in 64 bits"),
            ("a: 0x1g", "line 1, column 4: 0x1g is no number that fits in 64 bits"),
            ("a: 12abc", "line 1, column 4: 12abc is no number that fits in 64 bits"),
            ("a: 1.2.3", "line 1, column 4: 1.2.3 is no number that fits in 64 bits"),
            (
                "a: 0x10000000000000000",
                "line 1, column 4: 0x10000000000000000 is no number that fits in 64 bits"
            ),
        ])
    func messages(text: String, expected: String) {
        #expect(error(text)?.description == expected)
    }

    @Test(
        "strings end on their line",
        arguments: ["a: 'x", "a: \"x\n\"", "a: 'x\\", "a: 'x\\'", "a: 'x\\\n'"])
    func unterminated(text: String) {
        #expect(
            error(text)
                == TextFormatError(.unterminatedString, at: TextPosition(line: 1, column: 4)))
    }

    @Test(
        "a backslash begins a known escape",
        arguments: [
            (#"\z"#, #"\z"#), (#"\x"#, #"\x"#), (#"\xg"#, #"\x"#), (#"\400"#, #"\400"#),
            (#"\u12"#, #"\u12"#), (#"\ud800"#, #"\ud800"#), (#"\ud800\u0041"#, #"\ud800\u0041"#),
            (#"\udc00"#, #"\udc00"#), (#"\U00110000"#, #"\U00110000"#), (#"\U0001"#, #"\U0001"#),
            (#"\9"#, #"\9"#),
        ])
    func escapes(text: String, shown: String) {
        let position = TextPosition(line: 1, column: 6)
        #expect(error("a: 'x\(text)'") == TextFormatError(.escape(shown), at: position))
    }

    @Test("bytes that are no UTF-8, and zeros")
    func bytes() {
        let bad: [[UInt8]] = [
            [0x80], [0xc0, 0x80], [0xc3], [0xe0, 0x9f, 0x80], [0xed, 0xa0, 0x80], [0xf5],
            [0xf4, 0x90, 0x80, 0x80], [0xf0, 0x8f, 0x80, 0x80], [0xe2, 0x82], [0xff],
            [0xe2, 0x82, 0x28],
        ]
        for bytes in bad {
            let expected = TextFormatError(
                .notUTF8(bytes[0]), at: TextPosition(line: 2, column: 3))
            for prefix in ["\n# ", "\na:"] {
                let text = Array(prefix.utf8) + bytes
                #expect(throws: expected) { try TextMessage(parsing: text) }
            }
        }
        #expect(error("a: 1 \0")?.fault == .nul)
        #expect(error("# \0")?.fault == .nul)
    }

    @Test("messages nest a hundred deep and no deeper")
    func depth() throws {
        let deepest = String(repeating: "a{", count: 100) + String(repeating: "}", count: 100)
        _ = try TextMessage(parsing: deepest)
        #expect(error("a{\(deepest)}")?.fault == .tooDeep(limit: 100))
        #expect(error("b [{\(deepest.dropFirst(2))]") == nil)
    }

    @Test("ten megabytes of anything give an answer in a time that grows with the length")
    func large() throws {
        for part in [
            "{", "a{", "a:<", "a:[", "[", "[a.", "\"", "a:'", "-", "a:-", "1", "a:1", "#", "a:1 ",
            "\n", "a", "a:'x'", "a:'\\n'", "é", "a{}", "a:[1,2]", ":", "a:\"\" \"\" ",
        ] {
            let bytes = Array(String(repeating: part, count: 10_000_000 / part.utf8.count).utf8)
            let start = ContinuousClock.now
            _ = try? TextMessage(parsing: bytes)
            let time = ContinuousClock.now - start
            #expect(time < .seconds(60), "\(part) took \(time)")
        }
        let digits = "a: 1" + String(repeating: "0", count: 10_000_000)
        #expect(try TextMessage(parsing: digits).double("a") == .infinity)
    }
}
