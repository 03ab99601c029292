import Foundation
import LandmarkTestSupport
import Testing

@Suite("No output replaces an input or another output", .enabled(if: Landmark.isReady))
struct OverwritingTests {
    /// Two folders, each with an image of the same name, and files beside them.
    private func images() throws -> Scratch {
        let scratch = try Scratch()
        for folder in ["m1", "m2"] {
            try FileManager.default.createDirectory(
                atPath: scratch.path(folder), withIntermediateDirectories: true)
            _ = try scratch.copy(Landmark.astronaut, as: folder + "/x.png")
        }
        _ = try scratch.copy(Landmark.astronaut, as: "m2/x-1.png")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link.png"), withDestinationPath: scratch.path("m2/x.png"))
        return scratch
    }

    private func refuses(
        _ scratch: Scratch, _ fact: String, _ arguments: [String],
        location: SourceLocation = #_sourceLocation
    ) throws {
        let before = scratch.everything
        let outcome = try Landmark.launch(Landmark.path, arguments, folder: scratch.folder).finish()
        #expect(outcome.code == 2, sourceLocation: location)
        #expect(
            outcome.errors.contains(fact), "\(outcome.errors)", sourceLocation: location)
        #expect(scratch.everything == before, sourceLocation: location)
    }

    @Test("an overlay in place of another input")
    func drawings() throws {
        let scratch = try images()
        let fact = "--overlay would overwrite an input, m2"
        try refuses(scratch, fact, ["face", "m1/x.png", "m2/x.png", "--overlay", "m2"])
        try refuses(scratch, fact, ["face", "m1", "m2", "--overlay", "m2"])
        try refuses(
            scratch, "--overlay would overwrite an input, link.png",
            ["face", "m2/x.png", "--overlay", "link.png"])
    }

    @Test("results and masks in place of an input")
    func textsAndMasks() throws {
        let scratch = try images()
        for option in ["--json", "--csv"] {
            try refuses(
                scratch, "\(option) would overwrite an input, m2/x.png",
                ["face", "m1/x.png", "m2/x.png", option, "m2/x.png"])
            try refuses(
                scratch, "\(option) would overwrite an input, ./link.png",
                ["face", "m2", "--mode", "video", option, "./link.png"])
        }
        try refuses(
            scratch, "--masks would overwrite an input, m2/x-1.png",
            ["pose", "m2/x.png", "m2/x-1.png", "--masks", "m2"])
    }

    @Test("raw frames from a file on standard input")
    func standardInput() throws {
        let scratch = try Scratch()
        let raw = try scratch.file("raw", [UInt8](repeating: 0, count: 12))
        let outcome = try Landmark.shell(
            "\"$LANDMARK\" face - --size 2x2 --csv '\(raw)' < '\(raw)'")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--csv would overwrite an input"), "\(outcome.errors)")
        #expect(scratch.names == ["raw"])
    }

    @Test("two outputs in one file, under any name")
    func sameFile() throws {
        let scratch = try images()
        let absent = scratch.path("o.x")
        for (first, second) in [("o.x", "./o.x"), ("o.x", absent), ("m1/../o.x", "m2/../o.x")] {
            try refuses(
                scratch, "--json and --csv would both write",
                ["face", "m1/x.png", "--json", first, "--csv", second])
        }
        try refuses(
            scratch, "--json and --overlay would both write",
            ["face", "m1/x.png", "--json", "o.png", "--overlay", "./o.png"])
        try refuses(
            scratch, "--csv and --overlay would both write",
            ["face", "m1/x.png", "--overlay", "drawn/", "--csv", "drawn/x.png"])
    }

    @Test("results in place of a model, under any name and for every command")
    func models() throws {
        let scratch = try images()
        _ = try scratch.copy(Fixtures.model("face_landmarker.task"), as: "m.task")
        let folder = scratch.folder
        try FileManager.default.linkItem(
            atPath: scratch.path("m.task"), toPath: scratch.path("hard.task"))
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("soft.task"), withDestinationPath: scratch.path("m.task"))
        for name in ["m.task", "hard.task", "soft.task", "\(folder)/m1/../m.task"] {
            let fact = "would overwrite a model, \(name)"
            let model = ["--model", "m.task"]
            try refuses(scratch, fact, ["face", "m1/x.png", "--json", name] + model)
            try refuses(scratch, fact, ["face", "m1/x.png", "--csv", name] + model)
            try refuses(scratch, fact, ["drive", "m1", "--json", name] + model)
            try refuses(scratch, fact, ["drive", "m1", "--events", name] + model)
            try refuses(scratch, fact, ["bench", "face", "m1/x.png", "--json", name] + model)
            try refuses(
                scratch, fact,
                [
                    "graph", "dms_graph.pbtxt", "--input", "input=m1", "--model", "face=m.task",
                    "--output", "result=\(name)",
                ])
        }
        for task in ["hand", "pose"] {
            _ = try scratch.copy(
                Fixtures.model(
                    task == "hand" ? "hand_landmarker.task" : "pose_landmarker_full.task"),
                as: "\(task).task")
            try refuses(
                scratch, "would overwrite a model",
                [task, "m1/x.png", "--model", "\(task).task", "--json", "\(task).task"])
        }
    }

    @Test("results in place of a model that is found by default")
    func foundModel() throws {
        let scratch = try images()
        let model = try scratch.copy(
            Fixtures.model("face_landmarker.task"), as: "face_landmarker.task")
        let outcome = try Landmark.run(
            ["face", scratch.path("m1/x.png"), "--json", model],
            environment: ["LANDMARK_MODELS": scratch.folder])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("would overwrite a model"), "\(outcome.errors)")
    }

    @Test("a hard link to an input is the input")
    func hardLink() throws {
        let scratch = try images()
        try FileManager.default.linkItem(
            atPath: scratch.path("m1/x.png"), toPath: scratch.path("hard.png"))
        try refuses(
            scratch, "--overlay would overwrite an input, hard.png",
            ["face", "m1/x.png", "--overlay", "hard.png"])
    }

    @Test("side packets must not overwrite the graph, its models or other side packets")
    func graphFiles() throws {
        let scratch = try images()
        let text = """
            input_side_packet: "to"
            node {
              calculator: "FaceLandmarkerCalculator"
              input_stream: "IMAGE:image"
              output_stream: "FACES:faces"
              node_options: {
                [type.googleapis.com/mediapipe.FaceLandmarkerCalculatorOptions] {
                  model_path: "m.task"
                }
              }
            }
            node {
              calculator: "OpenCvVideoEncoderCalculator"
              input_stream: "VIDEO:image"
              input_side_packet: "OUTPUT_FILE_PATH:to"
            }
            """
        for name in ["g.pbtxt", "fed.pbtxt"] {
            let fed = name == "g.pbtxt" ? "" : "input_stream: \"image\"\noutput_stream: \"faces\"\n"
            _ = try scratch.file(name, Array((fed + text).utf8))
        }
        _ = try scratch.copy(Fixtures.model("face_landmarker.task"), as: "m.task")
        for name in ["g.pbtxt", "m.task"] {
            try refuses(
                scratch, "--side-packet would overwrite an input, \(name)",
                ["graph", "g.pbtxt", "--side-packet", "to=\(name)"])
        }
        try refuses(
            scratch, "--output would overwrite an input, m.task",
            [
                "graph", "fed.pbtxt", "--input", "image=m1/x.png", "--output", "faces=m.task",
                "--side-packet", "to=new.mp4",
            ])
    }

    @Test("an output image to a folder that is an input")
    func amongInputs() throws {
        let scratch = try images()
        _ = try scratch.copy(Repository.image("rgb.jpg"), as: "m1/y.jpg")
        try FileManager.default.removeItem(atPath: scratch.path("m1/x.png"))
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("alias"), withDestinationPath: scratch.path("m1"))
        for (arguments, file) in [
            (["drive", "m1", "--report", "m1"], "m1/m1.png"),
            (["drive", "m1", "--report", "alias/r"], "alias/r.png"),
            (["drive", "alias", "--report", "m1/r.png"], "m1/r.png"),
            (["face", "m1", "--overlay", "m1"], "m1/y.png"),
            (["pose", "m1", "--masks", "m1/"], "m1/y-1.png"),
            (["pose", "m1", "--mode", "video", "--masks", "alias"], "alias/m1-1.png"),
        ] {
            try refuses(scratch, "\(file) to a folder that is an input", arguments)
        }
        for arguments in [
            ["drive", "m1", "--report", "m1/r.html"],
            ["face", "m1", "--mode", "video", "--overlay", "m1/", "--json", "m1/r.jsonl"],
        ] {
            let outcome = try Landmark.run(arguments, folder: scratch.folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }

    @Test("overlays with other names in the folder of an input")
    func besideInputs() throws {
        let scratch = try images()
        let outcome = try Landmark.launch(
            Landmark.path, ["face", "m2/x-1.png", "--overlay", "m1/"], folder: scratch.folder
        ).finish()
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(Fixtures.exists(scratch.path("m1/x-1.png")))
    }
}

extension Scratch {
    /// Every file below the folder, with its bytes.
    fileprivate var everything: [String: Data?] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return Dictionary(
            uniqueKeysWithValues: (names ?? []).map {
                ($0, FileManager.default.contents(atPath: path($0)))
            })
    }
}

@Suite("Inputs without a readable frame leave existing files", .enabled(if: Clips.isReady))
struct KeptResultTests {
    /// Files in place of earlier results, and inputs that cannot be read.
    private func results() throws -> (scratch: Scratch, inputs: [String]) {
        let scratch = try Scratch()
        for name in ["a", "b", "c.html", "c.png"] { _ = try scratch.file(name, Array("old".utf8)) }
        let inputs = [
            scratch.path("missing.mp4"), try scratch.file("empty.mp4", []),
            try scratch.file("text.mp4", Array("no video at all".utf8)),
        ]
        return (scratch, inputs)
    }

    private func expectKept(
        _ scratch: Scratch, _ outcome: Landmark.Outcome, _ input: String,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.code == 1 && !outcome.crashed, sourceLocation: location)
        #expect(outcome.errors.contains(input), "\(outcome.errors)", sourceLocation: location)
        #expect(
            scratch.names == ["a", "b", "c.html", "c.png", "empty.mp4", "text.mp4"],
            sourceLocation: location)
        for name in ["a", "b", "c.html", "c.png"] {
            #expect(scratch.text(name) == "old", "\(name)", sourceLocation: location)
        }
    }

    @Test("of drive")
    func drive() throws {
        let (scratch, inputs) = try results()
        for input in inputs {
            let outcome = try Landmark.run(
                "drive", input, "--json", scratch.path("a"), "--events", scratch.path("b"),
                "--report", scratch.path("c"))
            expectKept(scratch, outcome, input)
        }
    }

    @Test("of hand, pose and face", arguments: ["hand", "pose", "face"])
    func landmarks(task: String) throws {
        let (scratch, inputs) = try results()
        for input in inputs + [scratch.path("missing.png")] {
            let outcome = try Landmark.run(
                task, input, "--json", scratch.path("a"), "--csv", scratch.path("b"))
            expectKept(scratch, outcome, input)
        }
        let all = try Landmark.run(
            [task] + inputs + ["--json", scratch.path("a"), "--csv", scratch.path("b")])
        expectKept(scratch, all, inputs[0])
    }

    @Test("of graph")
    func graph() throws {
        let (scratch, inputs) = try results()
        for input in inputs {
            let outcome = try Landmark.run(
                "graph", "dms_graph.pbtxt", "--input", "input=\(input)", "--output",
                "result=\(scratch.path("a"))")
            expectKept(scratch, outcome, input)
        }
    }

    @Test("one readable input replaces them")
    func oneOfTwo() throws {
        let (scratch, inputs) = try results()
        let outcome = try Landmark.run(
            "face", inputs[0], Landmark.astronaut, "--json", scratch.path("a"))
        #expect(outcome.code == 1)
        #expect(try Landmark.objects(scratch.text("a")).count == 1)
    }
}
