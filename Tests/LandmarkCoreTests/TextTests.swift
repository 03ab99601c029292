import LandmarkCore
import Testing

@Suite("Text from bytes")
struct TextTests {
    @Test(
        "only UTF-8 becomes text",
        arguments: [
            (Array("añ→😀\u{FFFD}\0".utf8), true), ([], true), ([0x80], false),
            ([0x61, 0xC3], false), ([0xC0, 0x80], false), ([0xED, 0xA0, 0x80], false),
            // Three of four bytes, replaced by as many U+FFFD.
            ([0xF0, 0x9F, 0x98], false), ([0xF5, 0x80, 0x80, 0x80], false),
        ] as [([UInt8], Bool)])
    func validation(bytes: [UInt8], isText: Bool) {
        #expect(String(utf8: bytes).map { Array($0.utf8) } == (isText ? bytes : nil))
        if #available(iOS 18, macOS 15, tvOS 18, *) {
            #expect((String(validating: bytes, as: UTF8.self) != nil) == isText)
        }
    }

    @Test("parts of text")
    func parts() {
        for part in ["", "a", "://", "b://c", "ab://c"] { #expect("ab://c".hasPart(part)) }
        for part in ["ac", ":/c", "ab://cd", "B"] { #expect(!"ab://c".hasPart(part)) }
        #expect(!"".hasPart("a") && "".hasPart(""))
    }
}
