/// MediaPipe's rules of names, tags and indices (mediapipe/framework/tool/validate_name.cc).
enum PortName {
    /// The greatest index that a stream or side packet may have.
    static let greatestIndex = 10_000

    /// `[a-z_][a-z0-9_]*`
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, first.isLower || first == UInt8(ascii: "_") else {
            return false
        }
        return text.utf8.allSatisfy { $0.isLower || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// `[A-Z_][A-Z0-9_]*`
    static func isTag(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, first.isUpper || first == UInt8(ascii: "_") else {
            return false
        }
        return text.utf8.allSatisfy { $0.isUpper || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// `(0|[1-9][0-9]*)`, up to `greatestIndex`; nil for other texts.
    static func index(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit),
            text == "0" || text.utf8.first != UInt8(ascii: "0"),
            let index = Int(text), index <= greatestIndex
        else { return nil }
        return index
    }

    /// `"TAG"`, `"TAG:2"`, `":2"` or `""`; nil for other texts.
    static func tagIndex(_ text: String) -> (tag: String, index: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].isEmpty || isTag(parts[0]) else { return nil }
        guard parts.count == 2 else { return (text, 0) }
        return index(parts[1]).map { (String(parts[0]), $0) }
    }

    /// The message's type of an extension. MediaPipe declares an extension within its message, so
    /// that `mediapipe.X.ext` holds an `mediapipe.X`.
    static func messageType(ofExtension name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[parts.count - 1].utf8.first?.isLower == true,
            parts[parts.count - 2].utf8.first?.isUpper == true
        else { return name }
        return parts.dropLast().joined(separator: ".")
    }
}
