import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

@Suite("landmark bench", .enabled(if: Landmark.isReady))
struct BenchTests {
    static let network = Fixtures.model("face_landmarker.task") + ":face_detector.tflite"

    static let clip = Fixtures.footage("carphone_pristine.mp4")

    /// The report of a run as one JSON object.
    private func measured(_ arguments: String...) throws -> [String: Any] {
        let outcome = try Landmark.run(["bench"] + arguments + ["--json", "-"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.count == 1)
        return try #require(objects.first)
    }

    /// The percentiles under `name`, which must increase.
    private func percentiles(_ name: String, in object: [String: Any]) throws -> [Double] {
        let times = try #require(object[name] as? [String: Double])
        let rising = ["p50", "p95", "p99"].compactMap { times[$0] }
        #expect(rising.count == 3 && rising == rising.sorted() && times["mean"] != nil)
        return rising
    }

    @Test("reports a network's time, MACs, and share of the peak, step by step")
    func network() throws {
        let report = try measured("network", Self.network, "--runs", "5", "--steps")
        #expect(try percentiles("ms", in: report).allSatisfy { $0 > 0 })
        #expect((report["times"] as? [Double])?.count == 5)
        let steps = try #require(report["steps"] as? [[String: Any]])
        let products = steps.compactMap { $0["macs"] as? Int }
        #expect(products.count == steps.count)
        #expect(products.reduce(0, +) == report["macs"] as? Int)
        let share = try #require(report["shareOfPeak"] as? Double)
        #expect(share > 0 && share < 1.5)
        let text = try Landmark.run("bench", "network", Self.network, "--runs", "2", "--steps")
        #expect(text.output.contains("p50") && text.output.contains("of peak"))
        #expect(text.output.contains("convolution"))
    }

    @Test("times the frames of a camera until their results arrive", .enabled(if: Clips.isReady))
    func live() throws {
        let report = try measured(
            "face", Self.clip, "--mode", "live", "--runs", "6", "--frames", "4", "--warmup", "2")
        #expect(report["mode"] as? String == "liveStream")
        #expect(report["found"] as? [Int] == [1, 1, 1, 1, 1, 1])
        let median = try #require(try percentiles("ms", in: report).first)
        let stages = try #require(report["stages"] as? [String: [String: Double]])
        let work = stages.values.compactMap { $0["p50"] }.max() ?? 0
        #expect(work > 0 && median > work)
        let outcome = try Landmark.run(
            "bench", "face", Fixtures.footage("astronaut.png"), "--mode", "live")
        #expect(
            outcome.code == 2 && outcome.errors.contains("--mode live can only be used with videos")
        )
    }

    @Test("answers each interactive request with a line of JSON")
    func interactive() throws {
        let outcome = try Landmark.shell(
            "printf 'run 2\\nrun 1\\nquit\\n' | \"$LANDMARK\" bench network '\(Self.network)'"
                + " --interactive --threads 2")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = try outcome.objects()
        #expect(lines.first?["ready"] as? Bool == true && lines.first?["threads"] as? Int == 2)
        #expect(lines.dropFirst().map { ($0["ms"] as? [Double])?.count } == [2, 1])
        #expect(lines.dropFirst().allSatisfy { ($0["processorMs"] as? Double ?? -1) > 0 })
    }

    @Test(
        "refuses more runs than memory has room for", arguments: ["\(Int.max)", "1000001", "0"])
    func tooManyRuns(count: String) throws {
        let outcome = try Landmark.shell(
            "echo 'run \(count)' | \"$LANDMARK\" bench network '\(Self.network)' --interactive")
        #expect(outcome.code == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("run \(count)") && outcome.errors.contains("1000000"))
    }

    @Test(
        "runs streams on request, and measures the peak between runs",
        .enabled(if: Clips.isReady))
    func interactiveStreams() throws {
        let outcome = try Landmark.shell(
            "printf 'run 2\\npeak\\nrun 3\\n' | \"$LANDMARK\" bench face '\(Self.clip)'"
                + " --interactive --streams 2 --frames 4")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = try outcome.objects()
        try #require(lines.count == 4)
        #expect(lines[0]["streams"] as? Int == 2)
        #expect(lines.map { ($0["found"] as? [Int])?.count } == [nil, 4, nil, 6])
        #expect([1, 3].allSatisfy { (lines[$0]["wallMs"] as? Double ?? 0) > 0 })
        #expect((lines[2]["peakGigaflops"] as? Double ?? 0) > 0)
        #expect((lines[2]["pairGigaflops"] as? Double ?? 0) > 0)
    }

    @Test(
        "measures the peak of two threads if the work has two",
        arguments: [(1, false), (2, true)])
    func pair(threads: Int, isThere: Bool) throws {
        let outcome = try Landmark.shell(
            "printf 'peak\\nrun 1\\npeak\\n' | \"$LANDMARK\" bench network '\(Self.network)'"
                + " --interactive --threads \(threads)")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = try outcome.objects()
        try #require(lines.count == 4)
        for line in [lines[1], lines[3]] {
            let one = try #require(line["peakGigaflops"] as? Double)
            let pair = line["pairGigaflops"] as? Double
            #expect((pair != nil) == isThere)
            // Other programs may slow down either measurement by an unknown amount.
            if let pair { #expect(pair > 0 && pair < 8 * one, "\(pair) beside \(one)") }
        }
    }

    @Test("names a missing entry")
    func missingEntry() throws {
        let place = Fixtures.model("face_landmarker.task") + ":nose.tflite"
        let outcome = try Landmark.run("bench", "network", place)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("nose.tflite"))
    }

    @Test("names a missing model")
    func missingModel() throws {
        let outcome = try Landmark.run(
            "bench", "hand", Landmark.astronaut, "--model", "absent.task")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("absent.task"))
    }

    @Test("times a task on the raw frames of a file, in a loop")
    func rawFrames() throws {
        let scratch = try Scratch()
        let frames = scratch.path("two.rgb")
        try Data(repeating: 90, count: 2 * 3 * 40 * 30).write(to: URL(fileURLWithPath: frames))
        let report = try measured("face", frames, "--size", "40x30", "--runs", "5")
        #expect(report["frames"] as? Int == 2 && report["mode"] as? String == "video")
        #expect(report["found"] as? [Int] == [0, 0, 0, 0, 0])
    }

    @Test("refuses a file with an incomplete frame")
    func wrongSize() throws {
        let scratch = try Scratch()
        let frames = scratch.path("half.rgb")
        try Data(repeating: 90, count: 100).write(to: URL(fileURLWithPath: frames))
        let outcome = try Landmark.run("bench", "face", frames, "--size", "40x30")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("half.rgb") && outcome.errors.contains("3600"))
    }

    @Test("refuses a file without frames")
    func empty() throws {
        let outcome = try Landmark.run("bench", "face", "/dev/null", "--size", "40x30")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("/dev/null cannot be read: it contains no frames"))
    }

    @Test("reports frame rate, stages, networks, and memory of a task", .enabled(if: Clips.isReady))
    func footage() throws {
        let report = try measured("pose", Self.clip, "--masks", "--runs", "12", "--frames", "10")
        #expect(report["frames"] as? Int == 10 && report["runs"] as? Int == 12)
        #expect(report["found"] as? [Int] == [Int](repeating: 1, count: 12))
        let stages = try #require(report["stages"] as? [String: [String: Double]])
        #expect(stages["landmarks"] != nil && stages["masks"] != nil)
        let networks = try #require(report["networks"] as? [[String: Any]])
        #expect(networks.count == 2)
        #expect(networks.allSatisfy { ($0["shareOfPeak"] as? Double ?? 0) > 0 })
        for name in ["framesPerSecond", "processorMs", "residentBytes", "peakBytes"] {
            #expect((report[name] as? Double ?? 0) > 0, "\(name)")
        }
        let text = try Landmark.run("bench", "pose", Self.clip, "--runs", "3", "--frames", "3")
        #expect(text.code == 0 && text.errors.isEmpty)
        for word in ["frames per second", "p99", "landmarks", "resident", "the rest", "of peak"] {
            #expect(text.output.contains(word), "\(word)")
        }
    }

    @Test(
        "times persons and masks with their own models",
        .enabled(if: Landmark.hasSolutions && Clips.isReady), arguments: ["holistic", "segment"])
    func solutions(task: String) throws {
        let outcome = try Landmark.runSolution(
            "bench", task, Self.clip, "--runs", "4", "--frames", "4", "--json", "-")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try #require(try outcome.objects().first)
        #expect(report["task"] as? String == task && report["max"] as? Int == 1)
        #expect(report["found"] as? [Int] == [1, 1, 1, 1])
        let stages = try #require(report["stages"] as? [String: [String: Double]])
        #expect(stages["landmarks"] != nil && (stages["masks"] != nil) == (task == "segment"))
        let networks = try #require(report["networks"] as? [[String: Any]])
        let names = networks.compactMap { $0["name"] as? String }
        #expect(
            names
                == (task == "segment"
                    ? ["selfie_segmentation.tflite"]
                    : [
                        "pose_detector.tflite", "pose_landmarks_detector.tflite",
                        "hand_recrop.tflite", "hand_landmarks_detector.tflite",
                        "face_detector.tflite", "face_landmark_with_attention.tflite",
                    ]))
        #expect(networks.allSatisfy { ($0["p50"] as? Double ?? 0) > 0 })
        for words in [["first", task], ["draw", task]] {
            let outcome = try Landmark.runSolution(
                ["bench"] + words + [Landmark.astronaut, "--runs", "2"])
            #expect(outcome.code == 0 && outcome.output.contains("p50"), "\(outcome.errors)")
        }
    }

    @Test(
        "refuses options and tasks that do not suit each other",
        arguments: [
            (["segment", "a.mp4", "--max", "2"], "--max"),
            (["segment", "a.mp4", "--masks"], "--masks"),
            (["holistic", "a.mp4", "--detection-interval", "2"], "--detection-interval"),
            (["pose", "a.mp4", "--hand-model", "a.task"], "--hand-model"),
            (["precision", "segment", "a.mp4", "--precision", "half"], "hand, pose or face, not"),
            (["soak", "person", "a.mp4"], "hand, pose, face, holistic or segment, not"),
        ])
    func misplaced(words: [String], part: String) throws {
        let outcome = try Landmark.run(["bench"] + words)
        #expect(outcome.code == 2 && outcome.errors.contains(part), "\(outcome.errors)")
    }

    @Test("gives concurrent streams the same number of runs", .enabled(if: Clips.isReady))
    func streams() throws {
        let report = try measured(
            "face", Self.clip, "--streams", "3", "--runs", "4", "--frames", "4")
        #expect(report["streams"] as? Int == 3 && report["threads"] as? Int == 1)
        #expect((report["times"] as? [Double])?.count == 12)
    }

    @Test(
        "times driver monitoring, directly and in a graph", .enabled(if: Clips.isReady),
        arguments: [false, true])
    func drive(inGraph: Bool) throws {
        var words = ["bench", "drive", Self.clip, "--runs", "4", "--frames", "6", "--json", "-"]
        if inGraph { words.append("--graph") }
        let outcome = try Landmark.run(words)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try #require(try outcome.objects().first)
        #expect(report["form"] as? String == (inGraph ? "graph" : "direct"))
        #expect(report["found"] as? [Int] == [1, 1, 1, 1])
        let assessment = (report["stages"] as? [String: [String: Double]])?["assessment"]
        #expect((assessment == nil) == inGraph)
        if let assessment { #expect(assessment["p50"].map { $0 > 0 && $0 < 5 } == true) }
        let other = try Landmark.run(words + ["--device", "neural-engine"])
        #expect(other.code == 0, "\(other.errors)")
        if !ComputeDevice.available.contains(.neuralEngine) {
            #expect(other.errors.contains("because neural-engine cannot run"), "\(other.errors)")
        }
    }

    @Test("times parsing and validating a graph, and names a file that is none")
    func graph() throws {
        let scratch = try Scratch()
        let path = scratch.path("one.pbtxt")
        let text = """
            input_stream: "in"
            node { calculator: "PassThroughCalculator" input_stream: "in" output_stream: "out" }
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let report = try measured("graph", path, "--runs", "3")
        #expect(report["nodes"] as? Int == 1)
        #expect((report["times"] as? [Double])?.count == 3)
        for (content, word) in [("node {", "line 1"), (nil, "No such file")] {
            let bad = scratch.path("bad.pbtxt")
            try? FileManager.default.removeItem(atPath: bad)
            try content?.write(toFile: bad, atomically: true, encoding: .utf8)
            let outcome = try Landmark.run("bench", "graph", bad)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains(bad) && outcome.errors.contains(word))
        }
    }

    @Test("times the first result from loading the model on")
    func first() throws {
        let report = try measured("first", "face", Landmark.astronaut, "--runs", "2")
        #expect(report["found"] as? [Int] == [1, 1] && report["warmup"] as? Int == 0)
    }

    @Test("times loading a bundle and drawing", arguments: ["load", "draw"])
    func others(kind: String) throws {
        let operands =
            kind == "draw"
            ? ["face", Landmark.astronaut] : [Fixtures.model("face_landmarker.task")]
        let outcome = try Landmark.run(["bench", kind] + operands + ["--runs", "3"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("p50"))
    }

    @Test(
        "times decoding and encoding a video", .enabled(if: Fixtures.available(Self.clip)),
        arguments: ["decode", "encode"])
    func video(kind: String) throws {
        // More runs than the clip has frames.
        let report = try measured(kind, Self.clip, "--runs", "130")
        #expect((report["times"] as? [Double])?.count == 130)
    }

    @Test("reports the runs so far after Ctrl-C", .enabled(if: Clips.isReady))
    func interruption() throws {
        let running = try Landmark.launch(
            Landmark.path, ["bench", "face", Self.clip, "--runs", "1000000"])
        usleep(1_500_000)
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed)
        #expect(outcome.output.contains("p50"))
    }

    @Test("landmark bench --help and help bench print the help of landmark-bench")
    func help() throws {
        for words in [["bench", "--help"], ["help", "bench"]] {
            let outcome = try Landmark.run(words)
            #expect(outcome.code == 0 && outcome.output.contains("usage: landmark bench KIND"))
        }
    }

    @Test("a missing landmark-bench is an error that says how to build it")
    func missingProgram() throws {
        let scratch = try Scratch()
        let program = scratch.path("landmark")
        try FileManager.default.copyItem(atPath: Landmark.path, toPath: program)
        let outcome = try Landmark.launch(program, ["bench", "load", "absent.task"]).finish()
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("landmark-bench is not in "))
        #expect(outcome.errors.contains("swift build --product landmark-bench"))
    }
}

@Suite("landmark bench memory", .enabled(if: Landmark.isReady))
struct LandmarkerMemoryTests {
    @Test(
        "a further landmarker takes less than two thirds of what the first one takes",
        arguments: ["hand", "pose", "face"])
    func sharedWeights(task: String) throws {
        try check(Landmark.run("bench", "memory", task, "--count", "10"))
    }

    @Test(
        "and so does a further landmarker of a body's parts", .enabled(if: Landmark.hasSolutions))
    func sharedWeightsOfParts() throws {
        try check(Landmark.runSolution("bench", "memory", "holistic", "--count", "10"))
    }

    private func check(_ outcome: Landmark.Outcome) throws {
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").dropFirst()
        let numbers = lines.map { $0.split(separator: " ").compactMap { Double($0) } }
        #expect(numbers.map(\.first) == [0, 1, 10])
        let resident = try numbers.map { try #require($0.dropFirst().first) }
        let (first, further) = (resident[1] - resident[0], (resident[2] - resident[1]) / 9)
        #expect(further > 1 && further < first * 2 / 3, "\(resident)")
    }
}

/// The short form of `make soak`.
@Suite(
    "landmark bench soak",
    .enabled(if: Landmark.isReady && Fixtures.available(Fixtures.footage("carphone_pristine.mp4"))))
struct SoakTests {
    static let clip = Fixtures.footage("carphone_pristine.mp4")

    /// Over 400 frames, the last quarter's mean memory may exceed the second one's by 4 MB; over
    /// the 20,000 frames of `make soak`, by 2 MB.
    @Test(
        "holds no more memory, descriptors, and threads after 400 frames",
        arguments: ["hand", "pose", "face"])
    func short(task: String) throws {
        try check(Landmark.run(words(task)))
    }

    @Test(
        "neither do persons and masks", .enabled(if: Landmark.hasSolutions),
        arguments: ["holistic", "segment"])
    func solutions(task: String) throws {
        try check(Landmark.runSolution(words(task)))
    }

    @Test("neither do tasks that are created anew for each frame")
    func reopened() throws {
        let words = words("face").map { $0 == "400" ? "100" : $0 }
        try check(Landmark.run(words + ["--reopen"]), framesPerQuarter: 25)
    }

    private func words(_ task: String) -> [String] {
        ["bench", "soak", task, Self.clip, "--frames", "400", "--tolerance", "4"]
    }

    private func check(_ outcome: Landmark.Outcome, framesPerQuarter: Double = 100) throws {
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").dropFirst()
        let numbers = lines.map { $0.split(separator: " ").compactMap { Double($0) } }
        #expect(numbers.map(\.count) == [6, 6, 6, 6])
        #expect(numbers.map(\.[1]) == Array(repeating: framesPerQuarter, count: 4))
        // At least a megabyte of memory, a descriptor, and a thread.
        #expect(numbers.allSatisfy { $0[3] > 1 && $0[4] > 0 && $0[5] > 0 })
    }
}
