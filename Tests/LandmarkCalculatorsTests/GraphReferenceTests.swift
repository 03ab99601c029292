import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkTestSupport
import Testing

/// The packets that MediaPipe's runner produces for small graphs, recorded by
/// `Fixtures/graph_references.py`, compared one by one.
@Suite("MediaPipe's packets")
struct GraphReferenceTests {
    private static func items(
        _ file: String = "graphs.json.gz"
    ) throws -> [GraphReference] {
        let bytes = try FileContent.bytes(Fixtures.committed(file))
        let json = try JSONSerialization.jsonObject(with: Data(bytes))
        let items = try #require(json as? [[String: Any]])
        return try items.map(GraphReference.init)
    }

    private static let hasNetworks = Fixtures.available(
        Fixtures.model("mediapipe-0.10.21/face_detection_short_range.tflite"),
        Fixtures.model("mediapipe-0.10.21/palm_detection_full.tflite"),
        Fixtures.model("mediapipe-0.10.21/hand_landmark_full.tflite"),
        Fixtures.model("mediapipe-0.10.21/hand_landmark_lite.tflite"),
        Fixtures.model("mediapipe-0.10.21/pose_landmark_lite.tflite"),
        Fixtures.model("mediapipe-0.10.21/selfie_segmentation.tflite"),
        Fixtures.footage("astronaut.png"), Fixtures.footage("bunny_0112.png"),
        Fixtures.footage("carphone_0000.png"), Fixtures.footage("carphone_0060.png"))

    @Test("small graphs give the same packets at the same timestamps")
    func packets() throws {
        let items = try Self.items().filter { $0.tolerance == 0 }
        try #require(items.count > 80)
        for item in items { try expectSame(item) }
    }

    /// Recorded by `Fixtures/render-data/references.py` from MediaPipe's calculators, which
    /// its Python runner lacks.
    @Test("what is to be drawn is the same, field by field")
    func renderData() throws {
        let items = try Self.items("render-data.json.gz")
        try #require(items.count > 50)
        for item in items { try expectSame(item) }
    }

    @Test("networks give the same detections and landmarks", .enabled(if: hasNetworks))
    func networks() throws {
        let items = try Self.items().filter { $0.tolerance > 0 }
        try #require(
            items.map(\.name) == [
                "face detection", "hand landmarks",
                "a model by SwitchContainer and ResourceProvider",
                "a mask of a network ", "a mask of a network activation: SIGMOID",
                "a heatmap and a mask in the image",
            ])
        for item in items { try expectSame(item) }
    }

    @Test("graphs in the binary format are the same")
    func binaries() throws {
        for item in try Self.items().filter({ $0.tolerance == 0 }) {
            let config = try GraphConfig(parsing: item.binary)
            let text = try GraphConfig(parsing: item.graph)
            #expect(config.nodes.map(\.inputStreams) == text.nodes.map(\.inputStreams))
            #expect(config.outputStreams == text.outputStreams)
            try expectSame(item, as: config)
        }
        let bytes = try Self.items().first?.binary ?? []
        try #require(!bytes.isEmpty)
        for count in 0..<bytes.count {
            // Any damage ends in an error or in another graph.
            _ = try? GraphConfig(parsing: Array(bytes.prefix(count)))
            var damaged = bytes
            damaged[count] ^= 0x55
            _ = try? GraphConfig(parsing: damaged)
        }
    }

    private func expectSame(_ item: GraphReference, as config: GraphConfig? = nil) throws {
        let received: [String: [Packet]]
        do { received = try item.run(config) } catch {
            Issue.record("\(item.name): \(error)")
            return
        }
        for (stream, type) in item.outputs {
            let expected = item.received[stream] ?? []
            let got = received[stream] ?? []
            #expect(
                got.map(\.timestamp.rawValue) == expected.map(\.timestamp),
                "\(item.name), \(stream)")
            for (packet, reference) in zip(got, expected) {
                let difference = try ReferenceValue(packet, type).difference(
                    from: ReferenceValue(reference.value, type))
                // OpenCV resizes with 11-bit weights, and normalizes with one rounding less.
                // Doubles in JSON are read with an error in the last bits.
                let usual = ["image": 1, "floats": 1e-7, "renderData": 1e-14][type]
                let tolerance = usual ?? (item.tolerance + item.rounding)
                #expect(
                    difference <= tolerance,
                    "\(item.name), \(stream) at \(packet.timestamp): off by \(difference)")
            }
        }
    }
}

/// A graph, its packets, and MediaPipe's results.
struct GraphReference {
    struct Entry {
        let timestamp: Int64
        let value: Any
    }

    let name: String
    let graph: String
    /// The graph in the binary format.
    let binary: [UInt8]
    /// The types of the input and output streams.
    let inputs: [String: String]
    let outputs: [String: String]
    let side: [String: Packet]
    let packets: [(stream: String, entry: Entry)]
    let received: [String: [Entry]]
    /// The largest difference of numbers; 0 where they must be equal.
    let tolerance: Double
    /// The largest difference of numbers that are rounded differently.
    let rounding: Double

    init(_ json: [String: Any]) throws {
        name = try #require(json["name"] as? String)
        graph = try #require(json["graph"] as? String).replacingOccurrences(
            of: "\"models/", with: "\"\(Fixtures.packageRoot)/models/")
        let base64 = try #require(json["binary"] as? String)
        binary = [UInt8](try #require(Data(base64Encoded: base64)))
        inputs = try #require(json["inputs"] as? [String: String])
        outputs = try #require(json["outputs"] as? [String: String])
        tolerance = try #require(json["tolerance"] as? NSNumber).doubleValue
        rounding = (json["rounding"] as? NSNumber)?.doubleValue ?? 0
        let given = try #require(json["side"] as? [String: [Any]])
        side = try given.mapValues { pair in
            let type = try #require(pair[0] as? String)
            return try ReferenceValue(pair[1], type).packet(at: .unset)
        }
        let sent = try #require(json["packets"] as? [[Any]])
        packets = try sent.map { packet in
            let stream = try #require(packet[0] as? String)
            let timestamp = try #require(packet[1] as? NSNumber)
            return (stream, Entry(timestamp: timestamp.int64Value, value: packet[2]))
        }
        let results = try #require(json["received"] as? [String: [[Any]]])
        received = try results.mapValues { packets in
            try packets.map { packet in
                let timestamp = try #require(packet[0] as? NSNumber)
                return Entry(timestamp: timestamp.int64Value, value: packet[1])
            }
        }
    }

    /// Runs the graph, or `config`, and returns the packets of its outputs.
    func run(_ config: GraphConfig?) throws -> [String: [Packet]] {
        let runner = try GraphRunner(
            config: config ?? GraphConfig(parsing: graph), sidePackets: side)
        var received = try runner.step(
            packets.map { stream, entry in
                let value = try ReferenceValue(entry.value, inputs[stream] ?? "")
                return (stream, try value.packet(at: .microseconds(entry.timestamp)))
            })
        received.merge(try runner.close()) { $0 + $1 }
        return received
    }
}
