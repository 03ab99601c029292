import Foundation
import LandmarkTestSupport
import Testing

@Suite("The network", .enabled(if: Landmark.isReady), .serialized)
struct NetworkTests {
    /// Runs the command, and returns the network system calls that it makes.
    private func calls(_ arguments: String) throws -> (outcome: Landmark.Outcome, calls: String) {
        let scratch = try Scratch()
        let outcome = try Landmark.shell(
            "strace -f -e trace=network -o '\(scratch.path("calls"))' \"$LANDMARK\" \(arguments)")
        return (outcome, scratch.text("calls"))
    }

    @Test(
        "is not touched without --allow-network",
        .enabled(if: Fixtures.available("/usr/bin/strace")),
        arguments: [
            "pose rtsp://127.0.0.1:1/camera", "hand https://127.0.0.1:1/a.mp4", "pose http://x/y",
            "drive rtsp://127.0.0.1:1/camera", "motion https://127.0.0.1:1/a.mp4",
            "serve rtsp://127.0.0.1:1/camera --task pose",
            "graph dms_graph.pbtxt --input input=rtsp://127.0.0.1:1/camera",
        ])
    func refused(call: String) throws {
        let (outcome, calls) = try calls(call)
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("requires --allow-network"), "\(outcome.errors)")
        #expect(!calls.contains("socket("), "\(calls)")
        #expect(calls.contains("exited with 1"))
    }

    @Test(
        "is not touched for files", .enabled(if: Fixtures.available("/usr/bin/strace")),
        arguments: ["face '\(Landmark.astronaut)'", "pose '\(Clips.carphone)' --end 0.5"])
    func files(call: String) throws {
        let (outcome, calls) = try calls(call)
        #expect(outcome.code == 0)
        #expect(!calls.contains("socket("), "\(calls)")
        // The same check finds a call if there is one.
        let other = try self.calls("pose rtsp://127.0.0.1:1/camera --allow-network")
        #expect(other.calls.contains("socket("))
    }

    #if os(Linux)
    /// Command lines of each subcommand. Left out is what exists to use the network: `serve`, `sessions serve`
    /// and `models fetch`. IMAGE, CLIP, RECORDING and FOLDER stand for files.
    private static let commandLines: [String: [String]] = [
        "hand": ["hand IMAGE", "hand CLIP --end 0.2 --overlay FOLDER/hand.mp4"],
        "pose": ["pose IMAGE --masks FOLDER", "pose CLIP --end 0.2 --csv -"],
        "face": ["face IMAGE --overlay FOLDER/face.png", "face CLIP --end 0.2 --crops FOLDER"],
        "all": ["all CLIP --end 0.2"], "holistic": ["holistic IMAGE"],
        "segment": ["segment IMAGE --cutouts FOLDER"],
        "motion": ["motion CLIP --end 0.2 --mot FOLDER/motion.mot"],
        "exercise": [
            "exercise squat CLIP --end 0.2 --report FOLDER/exercise.html", "exercise --list",
        ],
        "rom": ["rom shoulder-flexion CLIP --end 0.2"],
        "progress": [
            "rom elbow-flexion CLIP --end 0.2 --json FOLDER/a.json",
            "rom elbow-flexion CLIP --end 0.3 --json FOLDER/b.json",
            "progress FOLDER/a.json FOLDER/b.json",
        ],
        "drive": ["drive CLIP --end 0.2 --report FOLDER/drive --report-images"],
        "graph": ["graph dms_graph.pbtxt --input input=CLIP --end 0.2"],
        "sessions": [
            "sessions list RECORDING", "sessions export RECORDING 1", "sessions delete RECORDING 1",
        ],
        "models": ["models list", "models verify"], "export": ["export hand --into FOLDER"],
        "doctor": ["doctor"], "bench": ["bench first hand IMAGE --runs 1"],
        "completion": ["completion bash"], "man": ["man"],
    ]

    /// Runs a program that the kernel kills when it makes a system call for a network.
    private func runOffline(_ words: [String]) throws -> Landmark.Outcome {
        try Landmark.launch(
            "/usr/bin/env", ["python3", Fixtures.committed("offline.py")] + words
        ).finish()
    }

    @Test("has a test for each command")
    func commands() throws {
        let lines = try Landmark.run("--help").output.split(separator: "\n")
        let names = lines.filter { $0.hasPrefix("  ") }.compactMap { line in
            line.split(separator: " ").first.map(String.init)
        }
        #expect(Set(names) == Set(Self.commandLines.keys).union(["serve"]))
    }

    @Test(
        "is out of reach, and the command does not notice", .enabled(if: Clips.isReady),
        arguments: commandLines.keys.sorted())
    func everyCommand(command: String) throws {
        let scratch = try Scratch()
        let recording = scratch.path("recording.sqlite")
        if command == "sessions" {
            let made = try Landmark.run(
                "serve", Clips.carphone, "--end", "0.2", "--task", "face", "--port", "0",
                "--end-with-input", "--record", recording)
            #expect(made.code == 0, "\(made.errors)")
        }
        for line in Self.commandLines[command] ?? [] {
            let words = line.split(separator: " ").map { word in
                word.replacingOccurrences(of: "IMAGE", with: Landmark.astronaut)
                    .replacingOccurrences(of: "CLIP", with: Clips.carphone)
                    .replacingOccurrences(of: "RECORDING", with: recording)
                    .replacingOccurrences(of: "FOLDER", with: scratch.folder)
            }
            let outcome = try runOffline([Landmark.path] + words)
            #expect(outcome.code == 0 && !outcome.crashed, "\(line): \(outcome.errors)")
        }
    }

    @Test("is what the kernel is told to forbid")
    func forbidden() throws {
        let calls = try runOffline(["--calls"]).output.split(separator: "\n")
        #expect(
            Set(calls).isSuperset(of: ["socket", "connect", "bind", "sendto", "io_uring_setup"]))
        #expect(try runOffline(["true"]).code == 0)
        for words in [
            ["python3", "-c", "import socket; socket.socket()"],
            ["python3", "-c", "import socket; socket.socketpair()"],
            [Landmark.path, "serve", Clips.carphone, "--port", "0"],
            [Landmark.path, "pose", "rtsp://127.0.0.1:1/camera", "--allow-network"],
        ] {
            let outcome = try runOffline(words)
            #expect(outcome.crashed && outcome.code == SIGSYS, "\(words): \(outcome.code)")
        }
    }
    #endif

    @Test("gives the same results for a video as the file does")
    func video() throws {
        let scratch = try Scratch()
        let clip = scratch.path("clip.mp4")
        let server = try Server(
            "/usr/bin/env", ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"],
            in: scratch.folder)
        defer { server.stop() }
        let address = "http://127.0.0.1:\(try server.port(after: "port "))"
        let made = try Landmark.shell(
            "ffmpeg -v error -i '\(Clips.carphone)' -t 1 -c:v libx264 -an -movflags +faststart '\(clip)'"
                + " && ffmpeg -v error -i '\(Fixtures.footage("walking.mp4"))' -c copy"
                + " '\(scratch.path("end.mp4"))'")
        #expect(made.code == 0, "\(made.errors)")
        let local = try Landmark.run("face", clip)
        let remote = try Landmark.run(
            "face",
            address.replacingOccurrences(of: "://", with: "://me:secret@")
                + "/clip.mp4?key=secret", "--allow-network")
        #expect(remote.code == 0, "\(remote.errors)")
        #expect(!(remote.output + remote.errors).contains("secret"))
        // Only the name of the input differs.
        let name = #""file":"[^"]*""#
        #expect(
            remote.output.replacingOccurrences(of: name, with: "", options: .regularExpression)
                == local.output.replacingOccurrences(
                    of: name, with: "", options: .regularExpression))
        for (path, reason) in [
            ("none.mp4", "404"), ("end.mp4", "the server does not support seeking"),
        ] {
            let outcome = try Landmark.run("face", "\(address)/\(path)", "--allow-network")
            #expect(outcome.code == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test("is lost and found again")
    func camera() throws {
        let bindings = try Landmark.shell(
            "/usr/bin/python3 -c 'import gi; gi.require_version(\"GstRtspServer\", \"1.0\")'")
        guard bindings.code == 0 else {
            try Test.cancel("GStreamer's RTSP server is not installed")
        }
        let scratch = try Scratch()
        let clip = scratch.path("clip.mp4")
        let made = try Landmark.shell(
            "ffmpeg -v error -stream_loop 3 -i '\(Clips.carphone)' -c:v libx264 -profile:v baseline"
                + " -g 15 -an '\(clip)'")
        #expect(made.code == 0, "\(made.errors)")
        let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 10_000
        func serve() throws -> Server {
            let server = try Server(
                "/usr/bin/python3",
                [Fixtures.committed("rtsp_server.py"), clip, "\(port)"],
                in: scratch.folder)
            #expect(server.waits { $0.contains("ready") })
            return server
        }
        var server = try serve()
        defer { server.stop() }
        let address = "rtsp://127.0.0.1:\(port)/camera"
        let running = try Landmark.launch(
            Landmark.path, ["face", address, "--allow-network", "--json", "-"])
        #expect(running.waits { $0.split(separator: "\n").count > 5 })
        server.stop()
        usleep(1_000_000)
        let before = running.output.split(separator: "\n").count
        server = try serve()
        #expect(running.waits { $0.split(separator: "\n").count > before + 5 })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130)
        #expect(outcome.errors.contains("\(address) is lost"), "\(outcome.errors)")
        #expect(outcome.errors.contains("\(address) is back after"), "\(outcome.errors)")
        let objects = try outcome.objects()
        let times = objects.compactMap { $0["timestampMs"] as? Int }
        #expect(times.count == objects.count && zip(times, times.dropFirst()).allSatisfy(<))
        #expect(zip(times, times.dropFirst()).contains { $1 - $0 > 900 }, "\(times)")
        #expect(objects.contains { ($0["faces"] as? [Any])?.isEmpty == false })
        #expect(objects.allSatisfy { $0["file"] as? String == address })
    }
}

/// A program that serves until it is stopped.
private final class Server {
    private let running: Running

    init(_ program: String, _ arguments: [String], in folder: String) throws {
        running = try Landmark.launch(program, arguments, folder: folder)
    }

    func waits(until isThere: (String) -> Bool) -> Bool { running.waits(until: isThere) }

    /// The number that it prints after `words`.
    func port(after words: String) throws -> Int {
        #expect(running.waits { $0.contains(words) && $0.contains("\n") })
        let rest = running.output.components(separatedBy: words).dropFirst().first ?? ""
        return try #require(Int(rest.prefix { $0.isNumber }))
    }

    func stop() {
        // Other signals are blocked in processes that a test starts.
        running.send(SIGKILL)
        _ = running.finish()
    }
}
