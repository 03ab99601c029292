/// A reference from a node or graph to a stream or side packet: `"TAG:2:name"`, `"TAG:name"` or
/// `"name"`.
///
/// Equality ignores the file position.
public struct StreamReference: Sendable, Hashable {
    /// The tag that the node uses for it; empty for an untagged reference.
    public var tag: String
    /// The index within the tag. Configs index untagged references in order.
    public var index: Int
    /// The name that connects nodes.
    public var name: String
    private let origin: SourcePosition

    /// Creates a reference. The syntax of its parts is checked during validation.
    public init(tag: String = "", index: Int = 0, name: String, position: TextPosition? = nil) {
        self.tag = tag
        self.index = index
        self.name = name
        origin = SourcePosition(position)
    }

    /// The position in the graph file; nil for a reference created in code.
    public var position: TextPosition? { origin.position }
}

extension StreamReference: CustomStringConvertible {
    /// The reference in graph file syntax.
    public var description: String {
        if tag.isEmpty { return name }
        return index == 0 ? "\(tag):\(name)" : "\(tag):\(index):\(name)"
    }
}

extension [StreamReference] {
    /// Returns the references with untagged ones indexed in order, as in MediaPipe.
    func numbered() -> [StreamReference] {
        var next = 0
        return map { reference in
            guard reference.tag.isEmpty else { return reference }
            var numbered = reference
            numbered.index = next
            next += 1
            return numbered
        }
    }
}

extension StreamReference {
    /// Parses `"TAG:2:name"`, `"TAG:name"` or `"name"`; nil when malformed.
    ///
    /// By MediaPipe's rules, tags match `[A-Z_][A-Z0-9_]*`, names match `[a-z_][a-z0-9_]*`, and
    /// indices go up to 10,000 without leading zeros.
    public init?(_ text: String, position: TextPosition? = nil) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let name = parts.last, PortName.isName(name) else { return nil }
        guard parts.count > 1 else {
            self.init(name: text, position: position)
            return
        }
        guard PortName.isTag(parts[0]) else { return nil }
        var index = 0
        if parts.count == 3 {
            guard let given = PortName.index(parts[1]) else { return nil }
            index = given
        }
        self.init(tag: String(parts[0]), index: index, name: String(name), position: position)
    }
}

/// MediaPipe's syntax of names, tags and indices (mediapipe/framework/tool/validate_name.cc).
enum PortName {
    /// The largest index of a stream or side packet.
    static let maxIndex = 10_000

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

    /// Parses `(0|[1-9][0-9]*)`, up to `maxIndex`; nil otherwise.
    static func index(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit),
            text == "0" || text.utf8.first != UInt8(ascii: "0"),
            let index = Int(text), index <= maxIndex
        else { return nil }
        return index
    }

    /// Parses `"TAG"`, `"TAG:2"`, `":2"` or `""`; nil otherwise.
    static func tagIndex(_ text: String) -> (tag: String, index: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].isEmpty || isTag(parts[0]) else { return nil }
        guard parts.count == 2 else { return (text, 0) }
        return index(parts[1]).map { (String(parts[0]), $0) }
    }

    /// The message type of an extension. MediaPipe declares an extension inside its message, so
    /// `mediapipe.X.ext` holds a `mediapipe.X`.
    static func messageType(ofExtension name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[parts.count - 1].utf8.first?.isLower == true,
            parts[parts.count - 2].utf8.first?.isUpper == true
        else { return name }
        return parts.dropLast().joined(separator: ".")
    }
}

/// A tag and index: how a node identifies one of its streams or side packets.
struct Port: Sendable, Hashable {
    let tag: String
    let index: Int

    init(tag: String, index: Int) {
        self.tag = tag
        self.index = index
    }

    init(_ reference: StreamReference) {
        tag = reference.tag
        index = reference.index
    }
}

/// The four kinds of ports that connect a node.
public enum PortKind: Sendable, Hashable, CaseIterable {
    /// An input stream.
    case inputStream
    /// An output stream.
    case outputStream
    /// An input side packet.
    case inputSidePacket
    /// An output side packet.
    case outputSidePacket
}

extension PortKind: CustomStringConvertible {
    /// The kind as part of a sentence.
    public var description: String {
        switch self {
        case .inputStream: "input stream"
        case .outputStream: "output stream"
        case .inputSidePacket: "input side packet"
        case .outputSidePacket: "output side packet"
        }
    }
}

extension NodeConfig {
    /// The streams or side packets of a kind.
    public subscript(_ kind: PortKind) -> [StreamReference] {
        switch kind {
        case .inputStream: inputStreams
        case .outputStream: outputStreams
        case .inputSidePacket: inputSidePackets
        case .outputSidePacket: outputSidePackets
        }
    }

    /// The number of streams or side packets of a kind that have a tag.
    public func count(_ kind: PortKind, tag: String = "") -> Int {
        self[kind].count { $0.tag == tag }
    }
}
