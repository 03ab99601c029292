import Foundation
import LandmarkTestSupport
import Testing

@Suite("No output takes the place of an input or of another output", .enabled(if: Landmark.isReady))
struct OverwritingTests {
    /// Two folders that hold a picture of one name each, and what stands beside them.
    private func pictures() throws -> Scratch {
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

    @Test("a drawing in the place of another input of the call")
    func drawings() throws {
        let scratch = try pictures()
        let fact = "--overlay would overwrite an input, m2"
        try refuses(scratch, fact, ["face", "m1/x.png", "m2/x.png", "--overlay", "m2"])
        try refuses(scratch, fact, ["face", "m1", "m2", "--overlay", "m2"])
        try refuses(
            scratch, "--overlay would overwrite an input, link.png",
            ["face", "m2/x.png", "--overlay", "link.png"])
    }

    @Test("results and masks in the place of an input")
    func textsAndMasks() throws {
        let scratch = try pictures()
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

    @Test("two outputs in one file, whatever it is called")
    func sameFile() throws {
        let scratch = try pictures()
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

    @Test("a folder that holds an input takes drawings of other names")
    func besideInputs() throws {
        let scratch = try pictures()
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
