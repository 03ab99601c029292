import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import Testing

/// A suite that runs single calculators.
protocol SingleCalculatorSuite {}

extension SingleCalculatorSuite {
    /// The packet that a calculator sends for one of each input.
    func run(
        _ calculator: String, _ inputs: [(tag: String, packet: Packet)], output: String,
        _ options: String = ""
    ) throws -> Packet {
        let name = { (tag: String) in "in_" + tag.lowercased() }
        let streams = inputs.map { "input_stream: \"\(name($0.tag))\"\n" }.joined()
        let port = { (tag: String, stream: String) in tag.isEmpty ? stream : "\(tag):\(stream)" }
        let ports = inputs.map {
            "  input_stream: \"\(port($0.tag, name($0.tag)))\"\n"
        }.joined()
        let runner = try GraphRunner(
            config: GraphConfig(
                parsing: """
                    \(streams)output_stream: "out"
                    node {
                      calculator: "\(calculator)"
                    \(ports)  output_stream: "\(port(output, "out"))"
                      node_options: { [type.googleapis.com/mediapipe.\(calculator)Options] { \(options) } }
                    }
                    """))
        let sent = inputs.map {
            (stream: name($0.tag), packet: $0.packet.at(.microseconds(0)))
        }
        return try #require(try runner.step(sent)["out"]?.first)
    }

    /// The error that a calculator throws.
    func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "no error"
    }
}
