import LandmarkCore
import Testing

@Suite("Where a text is not JSON")
struct JSONSyntaxProblemTests {
    @Test(
        "JSON has no problem",
        arguments: [
            "{}", "[]", " [1, -0.5e+3, 0, 12.25E2] ", "\"a\\u00e9\\n\"", "null", "true", "-0",
            "{\"a\": {\"b\": [false, {\"c\": \"ä\"}]}}",
        ])
    func valid(text: String) {
        #expect(JSONSyntaxProblem.first(in: Array(text.utf8)) == nil)
    }

    @Test(
        "a problem is described with its place, the value it lies in, and what is there",
        arguments: [
            ("", "line 1, column 1: expected a value, found the end of the text"),
            ("{\n \"top\": NaN}", "line 2, column 9, in \"top\": expected a value, found \"N\""),
            (
                "{\"a\": [1, 2",
                "line 1, column 12, in \"a\": expected \",\" or \"]\", found the end of the text"
            ),
            (
                "{\"a\": [1, {\"b\": }]}",
                "line 1, column 17, in \"a[1].b\": expected a value, found \"}\""
            ),
            ("{\"a\": 1,}", "line 1, column 9: expected a key in quotation marks, found \"}\""),
            ("{\"a\" 1}", "line 1, column 6, in \"a\": expected \":\", found \"1\""),
            ("{'a': 1}", "line 1, column 2: expected a key in quotation marks, found \"'\""),
            ("[1] x", "line 1, column 5: expected the end of the text, found \"x\""),
            ("[01]", "line 1, column 3: expected \",\" or \"]\", found \"1\""),
            ("[1.]", "line 1, column 4, in \"[0]\": expected a digit after the point, found \"]\""),
            ("[-]", "line 1, column 3, in \"[0]\": expected a digit, found \"]\""),
            ("[1e]", "line 1, column 4, in \"[0]\": expected a digit of the exponent, found \"]\""),
            ("[tru]", "line 1, column 2, in \"[0]\": expected a value, found \"t\""),
            (
                "\"a\\x\"",
                "line 1, column 4: expected one of \"\\/bfnrtu after a backslash, found \"x\""
            ),
            ("\"\\u00g0\"", "line 1, column 6: expected four hexadecimal digits, found \"g\""),
            (
                "\"a",
                "line 1, column 3: expected the string's closing quotation mark, found the end of the text"
            ),
            (
                "\"a\u{1}\"",
                "line 1, column 3: expected a character of a string; write it as an escape, found the byte 0x01"
            ),
            ("é", "line 1, column 1: expected a value, found \"é\""),
        ])
    func invalid(text: String, description: String) {
        #expect(JSONSyntaxProblem.first(in: Array(text.utf8))?.description == description)
    }

    @Test("a megabyte of brackets is nested too deeply, and its path is cut")
    func deep() throws {
        let arrays = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        let problem = try #require(JSONSyntaxProblem.first(in: arrays))
        #expect(problem.column == 513 && problem.expected == "at most 512 levels")
        #expect(problem.path.count == 80 && problem.path.hasSuffix("…"))
        let objects = Array(String(repeating: "{\"name\":", count: 100_000).utf8)
        #expect(JSONSyntaxProblem.first(in: objects)?.expected == "at most 512 levels")
        let allowed = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(JSONSyntaxProblem.first(in: Array(allowed.utf8)) == nil)
    }
}
