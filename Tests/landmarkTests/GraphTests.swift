import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("graph: graph files over clips", .enabled(if: Clips.isReady))
struct GraphTests {
    static let face = """
        input_stream: "image"
        output_stream: "faces"
        output_stream: "drawn"
        node {
          calculator: "FaceLandmarkerCalculator"
          input_stream: "IMAGE:image"
          output_stream: "FACES:faces"
          output_stream: "LANDMARKS:landmarks"
        }
        node {
          calculator: "FaceRendererCpu"
          input_stream: "IMAGE:image"
          input_stream: "LANDMARKS:landmarks"
          output_stream: "IMAGE:drawn"
        }
        """

    @Test("the driver monitoring graph gives the bytes of drive")
    func sameBytes() throws {
        let direct = try Landmark.run("drive", Clips.carphone, "--json", "-", "--quiet")
        let file = Fixtures.packageRoot + "/Examples/graphs/dms_graph.pbtxt"
        for name in [file, "dms_graph.pbtxt"] {
            let graph = try Landmark.run(
                "graph", name, "--input", "input=\(Clips.carphone)", "--output", "result=-",
                "--quiet")
            #expect(graph.code == 0, "\(graph.errors)")
            #expect(graph.output == direct.output && !graph.output.isEmpty)
        }
    }

    @Test("the physiotherapy graph follows people as exercise does")
    func sameProgress() throws {
        func progress(_ outcome: Landmark.Outcome) throws -> [String] {
            try outcome.objects().map { line in
                let people = line["people"] as? [[String: Any]] ?? []
                return "\(line["timestampMs"] ?? "") "
                    + people.map { "\($0["id"] ?? ""): \(Self.text($0["exercise"]))" }.joined()
            }
        }
        let direct = try progress(Landmark.run("exercise", "squat", Clips.carphone, "--json", "-"))
        #expect(direct.count == 120 && direct.contains { $0.contains("state") })
        let file = Fixtures.packageRoot + "/Examples/graphs/physio_graph.pbtxt"
        for name in [file, "physio_graph.pbtxt"] {
            let scratch = try Scratch()
            let graph = try Landmark.run(
                "graph", name, "--input", "input=\(Clips.carphone)", "--output", "status=-",
                "--output", "image=\(scratch.path("drawn.mp4"))", "--output",
                "motion=\(scratch.path("motion.jsonl"))", "--output",
                "reports=\(scratch.path("reports.jsonl"))")
            #expect(graph.code == 0, "\(graph.errors)")
            #expect(try progress(graph) == direct)
            #expect(try Clips.times(of: scratch.path("drawn.mp4")) == Clips.allTimes)
            #expect(try FileContent.text(scratch.path("motion.jsonl")).contains("kneeFlexion.left"))
            let reports = try FileContent.text(scratch.path("reports.jsonl"))
            #expect(reports.contains("\"exercise\":\"squat\""))
        }
    }

    /// JSON as text with sorted keys.
    private static func text(_ json: Any?) -> String {
        let data = json.flatMap {
            try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
        }
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test("landmarks as JSON Lines and drawn images as a video, in one run")
    func landmarks() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.face.utf8))
        let outcome = try Landmark.run(
            "graph", graph, "--input", "image=\(Clips.carphone)", "--output",
            "drawn=\(scratch.path("d.mp4"))", "--output", "faces=-", "--threads", "2")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("\n120 frames, "))
        #expect(try Clips.times(of: scratch.path("d.mp4")) == Clips.allTimes)
        let faces = try outcome.objects()
        let direct = try Landmark.run("face", Clips.carphone, "--json", "-").objects()
        #expect(faces.count == 120 && direct.count == 120)
        for (got, wanted) in zip(faces, direct) {
            let (a, b) = (got["faces"] as? [[String: Any]], wanted["faces"] as? [[String: Any]])
            #expect(a?.first?["landmarks"] as? [[Double]] == b?.first?["landmarks"] as? [[Double]])
            #expect(a?.first?["landmarks"] != nil)
            #expect(got["timestampMs"] as? Int == wanted["timestampMs"] as? Int)
        }
    }

    @Test("an image is written as an image")
    func image() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.face.utf8))
        let outcome = try Landmark.run(
            "graph", graph, "--input", "image=\(Landmark.astronaut)", "--output",
            "drawn=\(scratch.path("d.png"))")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let drawn = try ImageFile.read(scratch.path("d.png"))
        #expect(drawn.size == (try ImageFile.read(Landmark.astronaut)).size)
    }

    @Test("side packets have the types of their text")
    func sidePackets() throws {
        let scratch = try Scratch()
        let text = Self.face.replacingOccurrences(
            of: "  input_stream: \"IMAGE:image\"\n  output_stream: \"FACES",
            with: "  input_stream: \"IMAGE:image\"\n  input_side_packet: \"NUM_FACES:count\"\n"
                + "  output_stream: \"FACES")
        #expect(text != Self.face)
        let graph = try scratch.file("g.pbtxt", Array(text.utf8))
        let input = "image=\(Landmark.astronaut)"
        let right = try Landmark.run("graph", graph, "--input", input, "--side-packet", "count=2")
        #expect(right.code == 0 && !right.output.isEmpty, "\(right.errors)")
        let wrong = try Landmark.run("graph", graph, "--input", input, "--side-packet", "count=x")
        #expect(wrong.code == 1 && wrong.errors.contains("\"count\""), "\(wrong.errors)")
        // Optional side packets can be omitted.
        let none = try Landmark.run("graph", graph, "--input", input)
        #expect(none.code == 0 && !none.output.isEmpty, "\(none.errors)")
    }

    @Test("every fault of a graph is reported with node, stream and line")
    func faults() throws {
        let scratch = try Scratch()
        let text = """
            input_stream: "in"
            output_stream: "out"
            node {
              calculator: "PassThruCalculator"
              input_stream: "in"
            }
            node {
              calculator: "PassThroughCalculator"
              input_stream: "nowhere"
              output_stream: "out"
            }
            """
        let graph = try scratch.file("g.pbtxt", Array(text.utf8))
        let outcome = try Landmark.run("graph", graph, "--input", "in=\(Clips.carphone)")
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(
            outcome.errors.contains("PassThroughCalculator") && outcome.errors.contains("line 3"))
        #expect(outcome.errors.contains("nowhere") && outcome.errors.contains("line 7"))
        let broken = try scratch.file("b.pbtxt", Array("node {\n  calculator: }".utf8))
        let syntax = try Landmark.run("graph", broken, "--input", "in=\(Clips.carphone)")
        #expect(syntax.code == 1 && syntax.errors.contains("line 2"), "\(syntax.errors)")
        let absent = try Landmark.run("graph", "absent.pbtxt", "--input", "in=\(Clips.carphone)")
        #expect(absent.code == 1 && absent.errors.contains("absent.pbtxt"))
    }

    @Test(
        "wrong usage",
        arguments: [
            ([], "graph needs a graph file"),
            (["dms_graph.pbtxt"], "--input STREAM=SOURCE is required"),
            (["dms_graph.pbtxt", "--input", "clip.mp4"], "STREAM=SOURCE"),
            (["dms_graph.pbtxt", "--input", "in=clip.mp4"], "it has input"),
            (["dms_graph.pbtxt", "--input", "input=a.mp4", "--output", "out=-"], "it has result"),
            (["dms_graph.pbtxt", "--input", "input=a.mp4", "--output", "result=a.png"], "MP4"),
            (["dms_graph.pbtxt", "--input", "input=a.mp4", "--model", "foot=a.task"], "pose-lite"),
            (["dms_graph.pbtxt", "--input", "input=-"], "--size"),
            (["dms_graph.pbtxt", "more", "--input", "input=a.mp4"], "unexpected argument “more”"),
        ] as [([String], String)])
    func usage(arguments: [String], words: String) throws {
        let outcome = try Landmark.run(["graph"] + arguments)
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("outputs must not replace each other, an input or the graph")
    func overwriting() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.face.utf8))
        let clip = try scratch.copy(Clips.carphone, as: "c.mp4")
        for outputs in [["drawn=\(clip)"], ["faces=\(graph)"], ["faces=a", "drawn=a"]] {
            let words = outputs.flatMap { ["--output", $0] }
            let outcome = try Landmark.run(["graph", graph, "--input", "image=\(clip)"] + words)
            #expect(outcome.code == 2, "\(outputs): \(outcome.errors)")
        }
        #expect(scratch.names == ["c.mp4", "g.pbtxt"])
    }

    @Test("a stream that a file cannot hold is an error, and leaves no file")
    func wrongKind() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(Self.face.utf8))
        let outcome = try Landmark.run(
            "graph", graph, "--input", "image=\(Clips.carphone)", "--output", "drawn=-")
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("“drawn” carries PixelBuffer"), "\(outcome.errors)")
    }

    @Test("a graph that reads and writes videos itself, with MediaPipe's calculators")
    func selfFed() throws {
        let scratch = try Scratch()
        let text = """
            input_side_packet: "from"
            input_side_packet: "to"
            max_queue_size: 1
            node {
              calculator: "OpenCvVideoDecoderCalculator"
              input_side_packet: "INPUT_FILE_PATH:from"
              output_stream: "VIDEO:video"
              output_stream: "VIDEO_PRESTREAM:header"
            }
            node {
              calculator: "ImageTransformationCalculator"
              input_stream: "IMAGE:video"
              output_stream: "IMAGE:turned"
              node_options: {
                [type.googleapis.com/mediapipe.ImageTransformationCalculatorOptions] {
                  rotation_mode: ROTATION_90
                }
              }
            }
            node {
              calculator: "OpenCvVideoEncoderCalculator"
              input_stream: "VIDEO:turned"
              input_stream: "VIDEO_PRESTREAM:header"
              input_side_packet: "OUTPUT_FILE_PATH:to"
            }
            """
        let graph = try scratch.file("g.pbtxt", Array(text.utf8))
        let clip = try scratch.copy(Clips.carphone, as: "c.mp4")
        let from = ["graph", graph, "--side-packet", "from=\(clip)", "--side-packet"]
        let outcome = try Landmark.run(from + ["to=\(scratch.path("d.mp4"))"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try Clips.times(of: scratch.path("d.mp4")) == Clips.allTimes)
        let drawn = try VideoFile(path: scratch.path("d.mp4"))
        #expect(drawn.information.size == PixelSize(width: 144, height: 176))
        #expect(try Landmark.run(from + ["to=\(clip)"]).code == 2)
        let missing = try Landmark.run(["graph", graph, "--side-packet", "from=\(clip)"])
        #expect(missing.code == 1 && missing.errors.contains("\"to\""), "\(missing.errors)")
        let fed = try Landmark.run(["graph", graph, "--input", "video=\(clip)"])
        #expect(fed.code == 2)
        #expect(scratch.names == ["c.mp4", "d.mp4", "g.pbtxt"])
    }

    @Test("Ctrl-C ends with 130 and complete files")
    func interrupted() throws {
        let scratch = try Scratch()
        let frames = try Clips.frames(100)
        let raw = try scratch.file(
            "raw", [UInt8]((0..<30).flatMap { _ in Clips.raw(frames) }))
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: raw))
        let graph = try scratch.file("g.pbtxt", Array(Self.face.utf8))
        let running = try Landmark.launch(
            Landmark.path,
            [
                "graph", graph, "--input", "image=-", "--size", "176x144", "--output", "faces=-",
                "--output", "drawn=\(scratch.path("d.mp4"))",
            ], input: input)
        #expect(running.waits { !$0.isEmpty })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
        let count = try outcome.objects().count
        #expect(count >= 1 && count < 3000)
        #expect(try Clips.times(of: scratch.path("d.mp4")).count == count)
    }
}
