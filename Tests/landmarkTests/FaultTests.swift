#if os(Linux)
import Foundation
import LandmarkTestSupport
import Testing

/// Runs with a system call that fails; `Tools/faults` tries all of them.
@Suite("Failing system calls", .enabled(if: Clips.isReady))
struct FaultTests {
    /// The library that makes calls fail, in a folder that exists as long as this object.
    private final class Faults {
        private let scratch: Scratch
        var library: String { scratch.path("faults.so") }

        init() throws {
            scratch = try Scratch()
            let source = Fixtures.packageRoot + "/Tools/faults/faults.c"
            let outcome = try Landmark.shell(
                "clang -shared -fPIC -fvisibility=hidden '\(source)' -o '\(library)' -ldl")
            try #require(outcome.code == 0, "\(outcome.errors)")
        }

        /// Runs the command, in which calls of a kind fail.
        func run(
            _ arguments: [String], _ call: String, number: Int = 1, about path: String = "",
            always: Bool = false
        ) throws -> Landmark.Outcome {
            let report = scratch.path("report")
            try? FileManager.default.removeItem(atPath: report)
            let outcome = try Landmark.run(
                arguments,
                environment: [
                    "LD_PRELOAD": library, "FAULT_CALL": call, "FAULT_AT": "\(number)",
                    "FAULT_PATH": path, "FAULT_HOW": always ? "always" : "once",
                    "FAULT_REPORT": report, "SWIFT_BACKTRACE": "enable=no",
                ])
            #expect(scratch.text("report").contains("fault \(call) "), "no call failed")
            return outcome
        }
    }

    @Test("the arguments are known although /proc/self/maps cannot be opened")
    func arguments() throws {
        let outcome = try Faults().run(["--version"], "open", about: "/proc/self/maps")
        #expect(outcome.code == 0 && outcome.output.hasPrefix("landmark "), "\(outcome.errors)")
    }

    @Test("a folder that cannot be read to its end is an error, not a shorter folder")
    func folder() throws {
        let scratch = try Scratch()
        let faults = try Faults()
        let images = scratch.path("images")
        try FileManager.default.createDirectory(atPath: images, withIntermediateDirectories: false)
        for name in ["a.png", "b.png"] {
            _ = try scratch.copy(Landmark.astronaut, as: "images/\(name)")
        }
        // The entries are “.” and “..”, the two files, and the end, in some order.
        for number in 1...4 {
            let outcome = try faults.run(["face", images], "readdir", number: number)
            #expect(outcome.code == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("images cannot be read: Input/output error"))
        }
    }

    @Test("a folder that cannot be examined is read as a folder, not refused as a file")
    func unexaminedFolder() throws {
        let scratch = try Scratch()
        let images = scratch.path("images")
        try FileManager.default.createDirectory(atPath: images, withIntermediateDirectories: false)
        _ = try scratch.copy(Landmark.astronaut, as: "images/a.png")
        let outcome = try Faults().run(["face", images], "stat", about: "/images", always: true)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1)
    }

    @Test("an image of a folder that cannot be examined is named, and the run fails")
    func unexaminedImage() throws {
        let scratch = try Scratch()
        let images = scratch.path("images")
        try FileManager.default.createDirectory(atPath: images, withIntermediateDirectories: false)
        for name in ["a.png", "b.png"] {
            _ = try scratch.copy(Landmark.astronaut, as: "images/\(name)")
        }
        let outcome = try Faults().run(
            ["face", images], "stat", about: "images/b.png", always: true)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("b.png cannot be read: Input/output error"))
        #expect(try outcome.objects().count == 1)
    }

    @Test("a model that cannot be examined is not searched for elsewhere")
    func model() throws {
        let outcome = try Faults().run(
            ["face", Landmark.astronaut], "stat", about: "face_landmarker.task", always: true)
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("face_landmarker.task"))
        #expect(outcome.errors.contains("Input/output error"), "\(outcome.errors)")
    }

    @Test("an export does not leave out the license because the model could not be compared")
    func license() throws {
        let scratch = try Scratch()
        let outcome = try Faults().run(
            ["export", "hand", "--into", scratch.folder], "read", about: "hand_landmarker.task")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("hand_landmarker.task cannot be read: Input/output error"))
        #expect(scratch.names.isEmpty)
    }

    @Test("a pipe that cannot be examined is not replaced by a file")
    func pipe() throws {
        let scratch = try Scratch()
        let pipe = scratch.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let outcome = try Faults().run(
            ["face", Landmark.astronaut, "--json", pipe], "stat", about: "/pipe", always: true)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("pipe cannot be written: Input/output error"))
        let kind =
            try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
        #expect(kind != .typeRegular && scratch.names == ["pipe"])
    }
}
#endif
