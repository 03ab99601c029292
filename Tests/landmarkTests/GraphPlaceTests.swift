import Foundation
import Testing

@Suite("graph: lines name the frames with their packets' timestamps")
struct GraphPlaceTests {
    /// Frames' sizes, thinned to one in 200 ms that comes when the next one's time has begun.
    private static func thinned(_ more: String = "") -> String {
        """
        input_stream: "image"
        output_stream: "size"
        node {
          calculator: "PacketThinnerCalculator"
          input_stream: "image"
          \(more)
          output_stream: "thin"
          options {
            [mediapipe.PacketThinnerCalculatorOptions.ext] {
              thinner_type: SYNC period: 200000 sync_output_timestamps: false
            }
          }
        }
        node {
          calculator: "ImagePropertiesCalculator"
          input_stream: "IMAGE:thin"
          output_stream: "SIZE:size"
        }
        """
    }

    private func frames(_ graph: String, _ more: [String] = []) throws -> [[Int?]] {
        let scratch = try Scratch()
        let file = try scratch.file("g.pbtxt", Array(graph.utf8))
        let raw = try scratch.file("gray", [UInt8](repeating: 90, count: 64 * 48 * 3 * 20))
        let options = ["--size", "64x48", "--fps", "20", "--input", "image=-"] + more
        let outcome = try Landmark.shell(
            "\"$LANDMARK\" graph '\(file)' \(options.joined(separator: " ")) < '\(raw)'")
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try outcome.objects().map { line in
            ["frame", "timestampMs", "width"].map { line[$0] as? Int }
        }
    }

    @Test("also when packets are late")
    func latePackets() throws {
        let lines = try frames(Self.thinned())
        #expect(lines == [0, 4, 8, 12, 16, 19].map { [$0, 50 * $0, 64] }, "\(lines)")
    }

    @Test("an integer on the command line suits a 64-bit side packet")
    func wideIntegers() throws {
        let lines = try frames(
            Self.thinned("input_side_packet: \"PERIOD:period\""),
            ["--side-packet", "period=500000"])
        #expect(lines == [0, 10, 19].map { [$0, 50 * $0, 64] }, "\(lines)")
    }

    @Test("one bad image of a folder is reported, and the others are processed")
    func badImage() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path("in"), withIntermediateDirectories: false)
        let image = try Data(contentsOf: URL(fileURLWithPath: Landmark.astronaut))
        for number in 0..<4 {
            let bytes = number == 2 ? Array("no image".utf8) : Array(image)
            _ = try scratch.file("in/\(number).png", bytes)
        }
        let graph = """
            input_stream: "image"
            output_stream: "size"
            node {
              calculator: "ImagePropertiesCalculator"
              input_stream: "IMAGE:image"
              output_stream: "SIZE:size"
            }
            """
        let file = try scratch.file("g.pbtxt", Array(graph.utf8))
        let outcome = try Landmark.run("graph", file, "--input", "image=\(scratch.path("in"))")
        #expect(outcome.code == 1 && outcome.errors.contains("2.png"), "\(outcome.errors)")
        let seen = try outcome.objects().map { $0["frame"] as? Int }
        #expect(seen == [0, 1, 3], "\(seen)")
    }
}
