import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import Testing

@Suite("graph: several inputs, and none", .enabled(if: Clips.isReady))
struct GraphInputTests {
    /// The size of the first image among those of two streams at one timestamp.
    static let merged = """
        input_stream: "a"
        input_stream: "b"
        output_stream: "size"
        node {
          calculator: "MergeCalculator"
          input_stream: "a"
          input_stream: "b"
          output_stream: "both"
        }
        node {
          calculator: "ImagePropertiesCalculator"
          input_stream: "IMAGE:both"
          output_stream: "SIZE:size"
        }
        """

    /// A stream with the constant 5, and an empty one.
    static let constant = """
        output_stream: "five"
        output_stream: "nothing"
        input_side_packet: "opens"
        node {
          calculator: "ConstantSidePacketCalculator"
          output_side_packet: "PACKET:number"
          node_options: {
            [type.googleapis.com/mediapipe.ConstantSidePacketCalculatorOptions] {
              packet { int_value: 5 }
            }
          }
        }
        node {
          calculator: "SidePacketToStreamCalculator"
          input_side_packet: "number"
          output_stream: "AT_ZERO:five"
        }
        node {
          calculator: "GateCalculator"
          input_stream: "five"
          input_side_packet: "ALLOW:opens"
          output_stream: "nothing"
        }
        """

    /// A gray video of 64×48 pixels with frames at these timestamps.
    private static func write(_ times: [Int], to path: String) throws -> String {
        let writer = try VideoWriter(path: path, size: PixelSize(width: 64, height: 48))
        let gray = try PixelBuffer(
            width: 64, height: 48, format: .rgb24,
            bytes: [UInt8](repeating: 90, count: 64 * 48 * 3))
        for time in times { try writer.write(gray, at: .milliseconds(time)) }
        try writer.finish()
        return path
    }

    private struct Line: Equatable {
        let frame: Int?
        let time: Int?
        let value: [Int]?
    }

    private func lines(_ outcome: Landmark.Outcome) throws -> [Line] {
        try outcome.objects().map {
            Line(
                frame: $0["frame"] as? Int, time: $0["timestampMs"] as? Int,
                value: $0["value"] as? [Int])
        }
    }

    @Test("frames of several sources are merged by timestamp")
    func merging() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.merged.utf8))
        let a = try Clips.write(5, to: scratch.path("a.mp4"))
        let b = try Self.write([0, 50, 100, 160], to: scratch.path("b.mp4"))
        let outcome = try Landmark.run("graph", graph, "--input", "a=\(a)", "--input", "b=\(b)")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let (large, small) = ([176, 144], [64, 48])
        // Lines refer to the first input, which has no frame at 50 and 160 ms.
        #expect(
            try lines(outcome) == [
                Line(frame: 0, time: 0, value: large), Line(frame: 1, time: 33, value: large),
                Line(frame: nil, time: 50, value: small), Line(frame: 2, time: 67, value: large),
                Line(frame: 3, time: 100, value: large), Line(frame: 4, time: 133, value: large),
                Line(frame: nil, time: 160, value: small),
            ])
        let first = try #require(try outcome.objects().first)
        #expect(first["file"] as? String == a && first["width"] as? Int == 176)
        #expect(outcome.errors.hasPrefix("7 frames"))
    }

    @Test("an image beside a video is repeated with each frame; images alone are sent once")
    func images() throws {
        let scratch = try Scratch()
        let text = """
            input_stream: "logo"
            input_stream: "video"
            output_stream: "size"
            node {
              calculator: "PassThroughCalculator"
              input_stream: "logo"
              input_stream: "video"
              output_stream: "l"
              output_stream: "v"
            }
            node {
              calculator: "ImagePropertiesCalculator"
              input_stream: "IMAGE:l"
              output_stream: "SIZE:size"
            }
            """
        let graph = try scratch.file("g.pbtxt", Array(text.utf8))
        let clip = try Clips.write(3, to: scratch.path("a.mp4"))
        let logo = try ImageFile.read(Landmark.astronaut).size
        let size = [logo.width, logo.height]
        let outcome = try Landmark.run(
            "graph", graph, "--input", "logo=\(Landmark.astronaut)", "--input", "video=\(clip)")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            try lines(outcome) == [
                Line(frame: 0, time: 0, value: size), Line(frame: 1, time: 33, value: size),
                Line(frame: 2, time: 67, value: size),
            ])
        #expect(try outcome.objects().allSatisfy { $0["file"] as? String == clip })
        let alone = try Landmark.run(
            "graph", graph, "--input", "logo=\(Landmark.astronaut)", "--input",
            "video=\(Landmark.astronaut)")
        #expect(try lines(alone) == [Line(frame: 0, time: 0, value: size)], "\(alone.errors)")
        let wrong = try Landmark.run(
            "graph", graph, "--input", "logo=\(Landmark.astronaut)", "--input", "video=\(clip)",
            "--output", "size=a.png")
        #expect(wrong.code == 2 && wrong.errors.contains("MP4"), "\(wrong.errors)")
    }

    @Test("a stream without an input stays empty, and is reported")
    func emptyStream() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.merged.utf8))
        let b = try Self.write([0, 50], to: scratch.path("b.mp4"))
        let outcome = try Landmark.run("graph", graph, "--input", "b=\(b)")
        #expect(outcome.code == 0)
        #expect(try lines(outcome).map(\.time) == [0, 50])
        #expect(outcome.errors.contains("input stream “a” has no --input"), "\(outcome.errors)")
    }

    @Test("one unreadable input of several ends the run")
    func missing() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.merged.utf8))
        let b = try Self.write([0, 50], to: scratch.path("b.mp4"))
        let outcome = try Landmark.run(
            "graph", graph, "--input", "a=\(scratch.path("absent.mp4"))", "--input", "b=\(b)")
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("absent.mp4"), "\(outcome.errors)")
    }

    @Test("a graph without inputs writes its output streams")
    func none() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.constant.utf8))
        let side = ["--side-packet", "opens=true"]
        let outcome = try Landmark.run(["graph", graph] + side)
        #expect(
            outcome.output == "{\"file\":\"\(graph)\",\"frame\":0,\"timestampMs\":0,\"value\":5}\n",
            "\(outcome.errors)")
        let both = try Landmark.run(
            ["graph", graph, "--output", "five=\(scratch.path("a"))", "--output", "nothing=-"]
                + side)
        #expect(both.code == 0 && both.output == scratch.text("a"), "\(both.errors)")
        for option in [["--input", "five=a.mp4"], ["--size", "2x2"]] {
            let fed = try Landmark.run(["graph", graph] + side + option)
            #expect(fed.code == 2 && fed.errors.contains("can only be used with input streams"))
        }
    }

    @Test("a graph without inputs that decodes a video itself")
    func decoder() throws {
        let scratch = try Scratch()
        let text = """
            input_side_packet: "from"
            output_stream: "video"
            output_stream: "size"
            node {
              calculator: "OpenCvVideoDecoderCalculator"
              input_side_packet: "INPUT_FILE_PATH:from"
              output_stream: "VIDEO:video"
            }
            node {
              calculator: "ImagePropertiesCalculator"
              input_stream: "IMAGE:video"
              output_stream: "SIZE:size"
            }
            """
        let graph = try scratch.file("g.pbtxt", Array(text.utf8))
        let outcome = try Landmark.run(
            "graph", graph, "--side-packet", "from=\(Clips.carphone)", "--output", "size=-",
            "--output", "video=\(scratch.path("d.mp4"))")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try lines(outcome).map(\.time) == Clips.allTimes)
        #expect(try lines(outcome).map(\.frame) == Array(0..<120))
        #expect(try Clips.times(of: scratch.path("d.mp4")) == Clips.allTimes)
    }

    @Test(
        "a stream without packets gives an empty file for JSON, and an error for an image or video")
    func neverWritten() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.constant.utf8))
        let side = ["--side-packet", "opens=false"]
        let lines = try Landmark.run(
            ["graph", graph, "--output", "nothing=\(scratch.path("n.jsonl"))"] + side)
        #expect(lines.code == 0 && scratch.text("n.jsonl").isEmpty, "\(lines.errors)")
        let video = try Landmark.run(
            [
                "graph", graph, "--output", "nothing=\(scratch.path("n.mp4"))", "--output",
                "five=\(scratch.path("f.jsonl"))",
            ] + side)
        #expect(video.code == 1 && video.errors.contains("“nothing” carried no image"))
        #expect(scratch.names == ["f.jsonl", "g.pbtxt", "n.jsonl"])
        #expect(!scratch.text("f.jsonl").isEmpty)
    }

    @Test("unknown and missing side packets are errors")
    func sidePackets() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.constant.utf8))
        let unknown = try Landmark.run("graph", graph, "--side-packet", "opns=true")
        #expect(unknown.code == 2 && unknown.errors.contains("“opns”; did you mean opens?"))
        let made = try Landmark.run(
            "graph", graph, "--side-packet", "opens=true", "--side-packet", "number=4")
        #expect(made.code == 1 && made.errors.contains("but a node produces it"), "\(made.errors)")
        let decoder = """
            node {
              calculator: "OpenCvVideoDecoderCalculator"
              input_side_packet: "INPUT_FILE_PATH:from"
              output_stream: "VIDEO:video"
            }
            """
        let needs = try scratch.file("n.pbtxt", Array(decoder.utf8))
        let missing = try Landmark.run("graph", needs)
        #expect(missing.code == 1 && missing.errors.contains("line 3"), "\(missing.errors)")
        #expect(missing.errors.contains("required side packet \"from\" was not provided"))
    }

    @Test(
        "wrong usage",
        arguments: [
            (["--input", "a=a.mp4", "--input", "a=b.mp4"], "--input names “a” twice"),
            (["--input", "a=a.mp4", "--input", "c=b.mp4"], "it has a, b"),
            (["--input", "a=-", "--input", "b=-", "--size", "2x2"], "“-” is given twice"),
            (["--input", "a=a.mp4", "--output", "-"], "STREAM=FILE|-"),
            (["--input", "a=a.mp4", "--output", "a=-"], "it has size"),
            (["--input", "a=a.mp4", "--output", "size=x", "--output", "size=./x"], "both write"),
            (["--input", "a=a.mp4", "--output", "size=-", "--output", "size=-"], "both write"),
            (
                ["--input", "a=a.mp4", "--input", "b=b.png", "--fps", "3"],
                "--fps can only be used with"
            ),
        ] as [([String], String)])
    func usage(arguments: [String], words: String) throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.merged.utf8))
        let outcome = try Landmark.run(["graph", graph] + arguments)
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(scratch.names == ["g.pbtxt"])
    }
}

@Suite("graph: lines name the frames with their packets' timestamps")
struct GraphPlaceTests {
    /// The sizes of frames, thinned to one per 200 ms, which is sent when the next period begins.
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
