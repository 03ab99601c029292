import Foundation
import LandmarkCommandSupport
import LandmarkCore
import LandmarkTestSupport
import Testing

@Suite struct PathPatternTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.url.path }

    init() throws {
        temporary = try TemporaryFolder()
        let folder = temporary.url.path
        for path in [
            "a.mp4", "b.MP4", ".c.mp4", "x/a.mp4", "x/y/b.mp4", "x/.hidden/d.mp4", "[.mp4",
        ] {
            let file = folder + "/" + path
            try FileSystem.makeFolder(Path.folder(of: file))
            #expect(FileManager.default.createFile(atPath: file, contents: Data()))
        }
        // A link back to its own folder.
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/x/loop", withDestinationPath: folder)
    }

    private func expand(_ pattern: String) throws -> [String] {
        let arguments = try Arguments(["\(folder)/\(pattern)"], options: [])
        return arguments.withPatternsExpanded.inputs.map { String($0.dropFirst(folder.count + 1)) }
    }

    @Test(
        "patterns match as those of a shell",
        arguments: [
            ("*.mp4", ["[.mp4", "a.mp4"]),
            ("?.[mM][pP]4", ["[.mp4", "a.mp4", "b.MP4"]),
            ("[!a]*4", ["[.mp4", "b.MP4"]),
            ("[a-c].mp4", ["a.mp4"]),
            (".*.mp4", [".c.mp4"]),
            ("*/*.mp4", ["x/a.mp4"]),
            ("x/*/b.mp4", ["x/y/b.mp4"]),
            ("*", ["[.mp4", "a.mp4", "b.MP4", "x"]),
            ("x/**/b.mp4", ["x/y/b.mp4"]),
            ("**/a.mp4", ["a.mp4", "x/a.mp4"]),
            ("x/**", ["x/a.mp4", "x/y/b.mp4"]),
        ])
    func matching(pattern: String, paths: [String]) throws {
        let found = try expand(pattern).filter { !$0.contains("loop") }
        #expect(found == paths)
    }

    @Test(
        "what is a file, or matches nothing, stays as it is", arguments: ["[.mp4", "no*pe", "a[b"])
    func staying(name: String) throws { #expect(try expand(name) == [name]) }

    @Test("many stars take no time")
    func stars() throws {
        #expect(try expand(String(repeating: "*a", count: 40) + "b").count == 1)
    }
}

@Suite struct MediaFolderTests {
    @Test("images, videos and others are told apart, and links are followed once")
    func levels() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url.path
        for path in ["a.png", "b.MOV", "c.txt", "s/d.heic", "s/noSuffix", "t/e.json"] {
            let file = folder + "/" + path
            try FileSystem.makeFolder(Path.folder(of: file))
            let isJPEG = path.hasSuffix("noSuffix")
            #expect(
                FileManager.default.createFile(
                    atPath: file, contents: Data(isJPEG ? [0xFF, 0xD8, 0xFF, 0xE0] : [])))
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/s/up", withDestinationPath: folder)
        let flat = try MediaFolder(folder, isRecursive: false)
        #expect(flat.levels.map(\.path) == [folder])
        #expect(flat.levels.first?.files.map { Path.name(of: $0.path) } == ["a.png", "b.MOV"])
        #expect(flat.others.map(Path.name) == ["c.txt"])
        let deep = try MediaFolder(folder, isRecursive: true)
        #expect(deep.levels.map(\.path) == [folder, folder + "/s"])
        #expect(deep.levels.last?.files.map { Path.name(of: $0.path) } == ["d.heic", "noSuffix"])
        #expect(deep.others.map(Path.name) == ["c.txt", "e.json"])
        #expect(throws: CommandError.self) { try MediaFolder(folder + "/none", isRecursive: true) }
    }
}

@Suite struct ProgressLineTests {
    private static let lines = [
        ProgressLine(done: 50, total: 200, unit: "frames", duration: 2),
        ProgressLine(
            done: 50, total: 200, unit: "frames", duration: 2,
            input: (3, 12, "a long name of a recording.mp4")),
        ProgressLine(done: 50, total: nil, unit: "frames", duration: 2, input: (3, 12, "手手手.mp4")),
        ProgressLine(done: 1_000_000, total: 2_000_000, unit: "frames", duration: 1e6),
        ProgressLine(done: 7, total: 3, unit: "frames", duration: 0),
    ]

    @Test("no line reaches the last column", arguments: 0...200)
    func fits(columns: Int) {
        for line in Self.lines { #expect(line.text(columns: columns).count <= max(0, columns - 1)) }
    }

    @Test("what matters stays longest")
    func content() {
        let line = Self.lines[1]
        #expect(line.text(columns: 120).hasPrefix("3/12 a long name of a rec"))
        #expect(line.text(columns: 120).hasSuffix("  50/200  25 frames/s  ETA 0:06"))
        #expect(line.text(columns: 40) == "3/12  50/200  25 frames/s  ETA 0:06")
        #expect(line.text(columns: 20) == "50/200  ETA 0:06")
        #expect(line.text(columns: 8) == "50/200")
        #expect(Self.lines[2].text(columns: 80) == "3/12  50 frames  25 frames/s")
        #expect(Self.lines[3].text(columns: 80).hasSuffix("ETA 277:46:40"))
        #expect(!Self.lines[4].text(columns: 80).contains("ETA"))
    }
}

@Suite struct PathTextTests {
    @Test("JSON has the bytes as Python escapes them, CSV what can be shown")
    func escapes() {
        let name = Path.decode([0x63, 0xE9, 0x22])
        var json = JSONText()
        json.string(name)
        #expect(String(decoding: json.bytes, as: UTF8.self) == #""c\udce9\"""#)
        var csv = CSVText()
        csv.field(name)
        #expect(String(decoding: csv.bytes, as: UTF8.self) == "\"c\u{FFFD}\"\"\"")
    }
}
