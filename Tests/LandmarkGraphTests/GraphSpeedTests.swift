import LandmarkGraph
import Testing

@Suite("The time that reading and checking take")
struct GraphSpeedTests {
    /// A graph of a hundred nodes as graph files write them, with tags, options and comments.
    private static let text: String = {
        var text = "input_stream: \"IMAGE:stream_0\"\noutput_stream: \"stream_100\"\n"
        for index in 0..<100 {
            text += """
                # Hands on what it gets, together with what the first nodes made.
                node {
                  name: "node_\(index)"
                  calculator: "Any"
                  input_stream: "IMAGE:stream_\(index)"
                  input_stream: "FIRST:stream_\(index / 2)"
                  input_side_packet: "MODEL:model"
                  output_stream: "IMAGE:stream_\(index + 1)"
                  node_options: {
                    [type.googleapis.com/mediapipe.ImageTransformationCalculatorOptions] {
                      output_width: 256 output_height: 256 scale_mode: FIT
                      constant_padding: true padding_color { red: 0 green: 0.5 blue: 1.0 }
                    }
                  }
                }

                """
        }
        return text
    }()

    /// It takes 2.6 ms where nothing else runs; beside other tests and without optimization more.
    @Test("a hundred nodes are read and checked in a few milliseconds")
    func hundredNodes() throws {
        let bytes = Array(Self.text.utf8)
        var best = Duration.seconds(60)
        for _ in 0..<20 {
            let time = try ContinuousClock().measure {
                let graph = try ValidatedGraph(
                    try GraphConfig(parsing: bytes), registry: DeclaredCalculators.registry)
                #expect(graph.order.count == 100)
            }
            best = min(best, time)
        }
        print("read and checked 100 nodes, \(bytes.count) bytes, in \(best)")
        #if DEBUG
        #expect(best < .milliseconds(500))
        #else
        #expect(best < .milliseconds(50))
        #endif
    }
}
