/// One side of an `option_value`: which field of an options message.
///
/// `options/a/b/1` is the second value of field `b` in message `a` of the first options message;
/// `options` is that message, and `Ext::mediapipe.X/a` is field `a` of the options message of type
/// `mediapipe.X`. This is MediaPipe's syntax (mediapipe/framework/tool/options_syntax_util.cc).
struct OptionPath {
    struct Step {
        let field: String
        var index: Int?
    }

    /// A path has no more steps than this.
    static let stepLimit = 32

    /// The type of the options message; nil for the first there is.
    private(set) var type: String?
    private(set) var steps: [Step] = []

    /// Nil for a path that means nothing.
    init?(_ text: some StringProtocol) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        if parts.first == "OPTIONS" { parts = parts.dropFirst() }
        if parts.first == "options" { parts = parts.dropFirst() }
        for part in parts where !part.isEmpty {
            if let index = Int(part) {
                guard !steps.isEmpty, index >= 0 else { return nil }
                steps[steps.count - 1].index = index
            } else if part.lowercased().hasPrefix("ext::") {
                guard steps.isEmpty, type == nil else { return nil }
                type = String(part.dropFirst(5))
            } else {
                guard steps.count < Self.stepLimit else { return nil }
                steps.append(Step(field: String(part)))
            }
        }
    }

    /// The two paths of an `option_value`, which a single colon parts; nil when there are not two.
    static func pair(_ text: String) -> (target: OptionPath, source: OptionPath)? {
        let bytes = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        let single = bytes.indices.filter { index in
            bytes[index] == colon && (index == 0 || bytes[index - 1] != colon)
                && (index + 1 == bytes.count || bytes[index + 1] != colon)
        }
        guard single.count == 1,
            let target = OptionPath(String(decoding: bytes[..<single[0]], as: UTF8.self)),
            let source = OptionPath(String(decoding: bytes[(single[0] + 1)...], as: UTF8.self))
        else { return nil }
        return (target, source)
    }
}
