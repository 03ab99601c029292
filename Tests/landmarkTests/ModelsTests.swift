import Foundation
import LandmarkTestSupport
import Testing

@Suite("Known models", .enabled(if: Landmark.isReady))
struct ModelsTests {
    @Test("the command and the script fetch-models know the same models")
    func oneTable() throws {
        let rows = try Repository.text("scripts/models.tsv").split(separator: "\n").dropFirst()
        let known = rows.map { $0.split(separator: "\t").prefix(3).map(String.init) }
        let listed = try Landmark.run("models", "list").output.split(separator: "\n")
        #expect(
            listed.map { $0.split(separator: "\t").prefix(2).map(String.init) }
                == known.map { Array($0.prefix(2)) })
    }

    @Test("verify passes the models that were fetched")
    func verify() throws {
        let outcome = try Landmark.run("models", "verify", "hand", "pose-full", "face")
        #expect(outcome.code == 0)
        #expect(outcome.output.components(separatedBy: ", verified\n").count == 4)
    }

    @Test("verify reports damaged and missing models")
    func damaged() throws {
        let scratch = try Scratch()
        _ = try scratch.file("hand_landmarker.task", Array("abc".utf8))
        let outcome = try Landmark.run(
            "models", "verify", "hand", environment: ["LANDMARK_MODELS": scratch.folder])
        #expect(outcome.code == 1)
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(outcome.output.contains("a different SHA-256: \(digest)"))
        #expect(outcome.errors.contains("models missing or damaged: 1"))
    }

    @Test(
        "SHA-256 is correct at every length around the end of a block",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        ])
    func sha256(count: Int, digest: String) throws {
        let scratch = try Scratch()
        _ = try scratch.file(
            "face_landmarker.task", Array(repeating: UInt8(ascii: "a"), count: count))
        let outcome = try Landmark.run(
            "models", "verify", "face", environment: ["LANDMARK_MODELS": scratch.folder])
        #expect(outcome.output.contains(digest))
    }

    @Test("doctor prints the version, the kernels and each model's state")
    func doctor() throws {
        let outcome = try Landmark.run("doctor", environment: ["LANDMARK_KERNELS": "scalar"])
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.firstMatch(of: /kernels +scalar/) != nil)
        #expect(outcome.output.firstMatch(of: /chosen kernels +scalar\n/) != nil)
        #expect(outcome.output.firstMatch(of: /libpng +1\./) != nil)
        #expect(outcome.output.firstMatch(of: /libavcodec +\d+\.\d+\.\d+\n/) != nil)
        #expect(outcome.output.contains("hand_landmarker.task, verified"))
        #if os(Linux)
        for library in ["SQLite", "libwebsockets", "libmosquitto"] {
            let line = try #require(
                outcome.output.split(separator: "\n").first { $0.hasPrefix(library) })
            #expect(line.contains(/\s(\d+\.\d+\.\d+|not installed; the Debian package lib.+)$/))
        }
        #endif
    }
}
