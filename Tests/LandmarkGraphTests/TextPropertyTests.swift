import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("Text format properties")
struct TextPropertyTests {
    @Test("printing and parsing round-trips", arguments: 0..<300)
    func identity(seed: Int) throws {
        var random = RandomText(seed: UInt64(seed))
        let message = random.message(depth: 0)
        let printed = message.description
        let again = try TextMessage(parsing: printed)
        #expect(again == message)
        #expect(again.description == printed)
    }

    @Test("random bytes parse or throw", arguments: 0..<40)
    func bytes(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let alphabet = Array("aZ_09:{}<>[],;.-/\\\"'# \n\txuUEe+\0é".utf8)
        for _ in 0..<200 {
            let any = seed.isMultiple(of: 4)
            let bytes = (0..<generator.below(80)).map { _ in
                any ? UInt8(generator.below(256)) : alphabet[generator.below(alphabet.count)]
            }
            checkWhole(bytes)
        }
    }

    @Test("mutated files parse or throw", arguments: 0..<40)
    func mutations(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let whole = Array(Self.file.utf8)
        _ = try GraphConfig(parsing: whole)
        for _ in 0..<50 {
            var bytes = whole
            for _ in 0...generator.below(4) {
                let place = generator.below(bytes.count)
                switch generator.below(4) {
                case 0: bytes[place] = UInt8(generator.below(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[generator.below(bytes.count)], at: place)
                default:
                    let end = min(bytes.count, place + generator.below(40))
                    bytes.replaceSubrange(
                        place..<end, with: bytes[..<generator.below(bytes.count)].suffix(20))
                }
            }
            checkWhole(bytes)
        }
    }

    /// Text that parses must round-trip, and must convert to a graph or throw.
    private func checkWhole(_ bytes: [UInt8]) {
        let message: TextMessage
        do { message = try TextMessage(parsing: bytes) } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(error.position.map { 1...lines ~= $0.line && $0.column > 0 } == true)
            return
        }
        #expect((try? TextMessage(parsing: message.description)) == message)
        guard let config = try? GraphConfig(message) else { return }
        _ = try? ValidatedGraph(config, registry: DeclaredCalculators.registry)
    }

    private static let file = """
        # A graph
        input_stream: "IMAGE:image" output_stream: "RESULT:result"
        max_queue_size: 5 num_threads: 0x2
        node: {
          name: "one" calculator: "Any"
          input_stream: "image" input_stream: 'LOOP:back'
          input_stream_info: { tag_index: "LOOP" back_edge: true }
          output_stream: "middle"
          options { [mediapipe.GateCalculatorOptions.ext] { allow: true x: -1.5e3f y: [1, 2, 3] } }
        }
        node < calculator: "Same" input_stream: "mid" "dle" output_stream: "back"
          node_options: { [type.googleapis.com/mediapipe.X] { s: "\\x41\\101\\u00e9\\n" e: RED } } >
        node { calculator: "Any" input_stream: "back" output_stream: "result" executor: "own" }
        executor { name: "own" type: "ThreadPoolExecutor" }
        """
}

/// Generates random messages of the kind that parsing produces.
struct RandomText {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func message(depth: Int) -> TextMessage {
        TextMessage((0..<generator.below(depth > 4 ? 2 : 6)).map { _ in field(depth: depth) })
    }

    private mutating func field(depth: Int) -> TextField {
        let (name, kind) = name()
        if generator.below(4) == 0 {
            let values = (0..<generator.below(4)).map { _ in value(depth: depth) }
            return TextField(name, kind: kind, list: values)
        }
        return TextField(name, kind: kind, value(depth: depth))
    }

    private mutating func name() -> (String, TextField.Kind) {
        switch generator.below(6) {
        case 0: ("\(word()).\(word()).\(word())", .extensionName)
        case 1: ("\(word()).\(word())-\(word())/\(word()).\(word())", .typeURL)
        default: (word(), .plain)
        }
    }

    private mutating func word() -> String {
        let first = Array("abcXYZ_")
        let other = Array("abcXYZ_019")
        return String(first[generator.below(first.count)])
            + String((0..<generator.below(6)).map { _ in other[generator.below(other.count)] })
    }

    private mutating func value(depth: Int) -> TextValue {
        switch generator.below(depth < 8 ? 6 : 5) {
        case 0: return TextValue(.string(bytes()))
        case 1: return .integer(Int(truncatingIfNeeded: generator.next()) >> generator.below(64))
        case 2: return TextValue(.integer(TextInteger(generator.next())))
        case 3:
            let number = Double(bitPattern: generator.next())
            return .double(number.isFinite ? number : 0.5)
        case 4: return .identifier(word())
        default: return .message(message(depth: depth + 1))
        }
    }

    private mutating func bytes() -> [UInt8] {
        let count = generator.below(12)
        switch generator.below(3) {
        case 0: return (0..<count).map { _ in UInt8(generator.below(256)) }
        case 1: return (0..<count).map { _ in UInt8(0x20 + generator.below(0x60)) }
        default: return Array(String("é\"\\\n\t€'😀\0x".shuffled(using: &generator)).utf8)
        }
    }
}
