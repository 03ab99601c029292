import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("Text format errors")
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
        "errors have line, column, and what was found and expected",
        arguments: [
            ("a 1", "line 1, column 3: found \"1\", expected \":\" or \"{\""),
            ("a:\n  }", "line 2, column 3: found \"}\", expected a value"),
            ("}", "line 1, column 1: found \"}\", expected a field name"),
            ("1: 2", "line 1, column 1: found \"1\", expected a field name"),
            ("'a': 2", "line 1, column 1: found the string 'a', expected a field name"),
            (
                "a {\n b: 1\n",
                "line 3, column 1: found the end of the text, expected a field name or "
                    + "\"}\" for the message at line 1, column 3"
            ),
            (
                "a { b: 1 >",
                "line 1, column 10: found \">\", expected a field name or \"}\" for the "
                    + "message at line 1, column 3"
            ),
            ("a: [1 2]", "line 1, column 7: found \"2\", expected \",\" or \"]\""),
            ("a: [1,]", "line 1, column 7: found \"]\", expected a value"),
            ("a: [[1]]", "line 1, column 5: found \"[\", expected a value"),
            ("a [1]", "line 1, column 4: found \"1\", expected \"{\""),
            ("a:", "line 1, column 3: found the end of the text, expected a value"),
            ("a:: 1", "line 1, column 3: found \":\", expected a value"),
            ("a: 1,, b: 2", "line 1, column 6: found \",\", expected a field name"),
            ("a: - b", "line 1, column 6: found \"b\", expected a number"),
            ("a: --1", "line 1, column 5: found \"-\", expected a number"),
            ("a: +1", "line 1, column 4: found \"+\", expected a value"),
            ("[a.b { }", "line 1, column 6: found \"{\", expected \"]\""),
            ("[a..b]: 1", "line 1, column 4: found \".\", expected a part of the bracketed name"),
            ("[]: 1", "line 1, column 2: found \"]\", expected an extension or type name"),
            ("a: é", "line 1, column 4: found \"é\", expected a value"),
            ("a: 08", "line 1, column 4: 08 is not a number that fits in 64 bits"),
            ("a: 0x1g", "line 1, column 4: 0x1g is not a number that fits in 64 bits"),
            ("a: 12abc", "line 1, column 4: 12abc is not a number that fits in 64 bits"),
            ("a: 1.2.3", "line 1, column 4: 1.2.3 is not a number that fits in 64 bits"),
            (
                "a: 0x10000000000000000",
                "line 1, column 4: 0x10000000000000000 is not a number that fits in 64 bits"
            ),
        ])
    func messages(text: String, expected: String) {
        #expect(error(text)?.description == expected)
    }

    @Test(
        "strings must end on their line",
        arguments: ["a: 'x", "a: \"x\n\"", "a: 'x\\", "a: 'x\\'", "a: 'x\\\n'"])
    func unterminated(text: String) {
        #expect(
            error(text)
                == TextFormatError(.unterminatedString, at: TextPosition(line: 1, column: 4)))
    }

    @Test(
        "unknown and malformed escapes are errors",
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

    @Test("invalid UTF-8 and null bytes are errors")
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
        #expect(error("a: 1 \0")?.kind == .nul)
        #expect(error("# \0")?.kind == .nul)
    }

    @Test("messages nest at most 100 levels deep")
    func depth() throws {
        let deepest = String(repeating: "a{", count: 100) + String(repeating: "}", count: 100)
        _ = try TextMessage(parsing: deepest)
        #expect(error("a{\(deepest)}")?.kind == .tooDeep(limit: 100))
        #expect(error("b [{\(deepest.dropFirst(2))]") == nil)
    }

    @Test("ten megabytes of any text are processed in linear time")
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
