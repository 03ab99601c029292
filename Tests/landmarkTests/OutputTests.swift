import Foundation
import LandmarkTestSupport
import Testing

@Suite("Outputs are complete or not there", .enabled(if: Landmark.isReady))
struct OutputTests {
    static let outputs = ["--json", "--csv", "--overlay", "--masks"]

    @Test("an output that cannot be written", arguments: outputs)
    func unwritable(option: String) throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", [])
        let name = option == "--overlay" ? "a.png" : "a"
        let outcome = try Landmark.run("pose", Landmark.astronaut, option, "\(file)/\(name)")
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains(file), "\(outcome.errors)")
        #expect(scratch.names == ["file"])
    }

    @Test("an output in a missing folder is an error before the work")
    func missingFolder() throws {
        let scratch = try Scratch()
        for (input, name) in [(Landmark.astronaut, "a.png"), ("clip.mp4", "a.mp4")] {
            let path = scratch.path("absent/\(name)")
            let outcome = try Landmark.run("face", input, "--overlay", path)
            #expect(outcome.code == 1)
            #expect(
                outcome.errors == "landmark: \(path) cannot be written: No such file or directory\n"
            )
        }
    }

    @Test("a folder in place of a file gets a file for each input, or is an error")
    func folderForFile() throws {
        let scratch = try Scratch()
        for option in ["--json", "--csv"] {
            let outcome = try Landmark.run("pose", Landmark.astronaut, option, scratch.folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(scratch.names == ["astronaut.csv", "astronaut.jsonl"])
        let outcome = try Landmark.run("pose", Landmark.astronaut, "--coco", scratch.folder)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(scratch.folder))
        #expect(scratch.names == ["astronaut.csv", "astronaut.jsonl"])
    }

    @Test(
        "a full device",
        .enabled(if: Fixtures.available("/dev/full")), arguments: ["--json", "--csv"])
    func fullStream(option: String) throws {
        let outcome = try Landmark.run("face", Landmark.astronaut, option, "/dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("/dev/full cannot be written: No space left"))
        let shell = try Landmark.shell(
            "\"$LANDMARK\" face '\(Landmark.astronaut)' \(option) - > /dev/full")
        #expect(shell.code == 1)
        #expect(shell.errors.contains("standard output cannot be written"))
    }

    @Test("a full disk leaves what was there, and whole lines beside it")
    func fullDisk() throws {
        let scratch = try Scratch()
        let mount = try Landmark.shell("mount -t tmpfs -o size=8k tmpfs '\(scratch.folder)'")
        guard mount.code == 0 else {
            try Test.cancel("a small file system cannot be mounted here")
        }
        defer { _ = try? Landmark.shell("umount '\(scratch.folder)'") }
        for (option, name) in [("--json", "a.jsonl"), ("--csv", "a.csv"), ("--overlay", "a.png")] {
            let path = scratch.path(name)
            let outcome = try Landmark.run("face", Landmark.astronaut, option, path)
            #expect(outcome.code == 1 && !outcome.crashed)
            #expect(outcome.errors.contains("No space left"), "\(outcome.errors)")
            // The JSON of the image is one line, and an image is complete or absent.
            let isCSV = option == "--csv"
            #expect(scratch.names == (isCSV ? ["a.partial.csv"] : []), "\(option)")
            guard isCSV else { continue }
            #expect(outcome.errors.contains("\(path) was not written"))
            #expect(scratch.text("a.partial.csv").hasSuffix("\n"))
            try FileManager.default.removeItem(atPath: scratch.path("a.partial.csv"))
        }
    }

    @Test("an existing file stays until the new one is complete")
    func oldFileStays() throws {
        let scratch = try Scratch()
        let old = try scratch.file("a.jsonl", Array("old\n".utf8))
        let bad = try Landmark.run(
            "hand", Landmark.astronaut, "--json", old, "--model", scratch.path("absent.task"))
        #expect(bad.code == 1 && scratch.text("a.jsonl") == "old\n")
        #expect(try Landmark.run("hand", Landmark.astronaut, "--json", old).code == 0)
        #expect(scratch.text("a.jsonl").hasPrefix("{"))
        #expect(scratch.names == ["a.jsonl"])
    }

    @Test("an overlay has the input's size and the format of its suffix")
    func overlay() throws {
        let scratch = try Scratch()
        for (name, start) in [("a.png", [0x89, 0x50]), ("a.jpg", [0xff, 0xd8])] {
            let path = scratch.path(name)
            let outcome = try Landmark.run("face", Landmark.astronaut, "--overlay", path)
            #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
            #expect(bytes.prefix(2).map(Int.init) == start)
            // The face is also detected in the drawn image: its pixels are still there.
            #expect(try Landmark.run("face", path).code == 0)
        }
    }

    @Test("images with the same name get different files")
    func overlayNames() throws {
        let scratch = try Scratch()
        let a = try scratch.copy(Repository.image("rgb.png"), as: "a.png")
        let b = try scratch.copy(Repository.image("rgb.jpg"), as: "a.jpg")
        let outcome = try Landmark.run("hand", a, b, "--overlay", scratch.path("drawn"))
        #expect(outcome.code == 0)
        let drawn = try FileManager.default.contentsOfDirectory(atPath: scratch.path("drawn"))
        #expect(drawn.sorted() == ["a-2.png", "a.png"])
    }

    @Test("an overlay never replaces its image")
    func overlayOverInput() throws {
        let scratch = try Scratch()
        let image = try scratch.copy(Repository.image("rgb.png"), as: "a.png")
        let before = FileManager.default.contents(atPath: image)
        for overlay in [image, scratch.folder] {
            let outcome = try Landmark.run("hand", image, "--overlay", overlay)
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("--overlay would overwrite an input"))
        }
        #expect(FileManager.default.contents(atPath: image) == before)
        #expect(scratch.names == ["a.png"])
    }

    @Test("each pose has a mask of the image's size")
    func masks() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run("pose", Landmark.astronaut, "--masks", scratch.path("m"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let path = scratch.path("m/astronaut-1.png")
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        // Width, height, bit depth and color type of a PNG: 512 × 512, 8-bit gray.
        #expect(Array(bytes[16..<26]) == [0, 0, 2, 0, 0, 0, 2, 0, 8, 0])
    }
}
