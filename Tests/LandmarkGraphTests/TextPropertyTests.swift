import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("Text formats of chance")
struct TextPropertyTests {
    @Test("what is printed reads as what it was", arguments: 0..<300)
    func identity(seed: Int) throws {
        var chance = TextChance(seed: UInt64(seed))
        let message = chance.message(depth: 0)
        let printed = message.description
        let again = try TextMessage(parsing: printed)
        #expect(again == message)
        #expect(again.description == printed)
    }

    @Test("bytes of chance give a message or an error", arguments: 0..<40)
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

    @Test("files with changed, added and lost bytes give a message or an error", arguments: 0..<40)
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

    /// What reads at all also prints and reads again, and is a graph or an error.
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
