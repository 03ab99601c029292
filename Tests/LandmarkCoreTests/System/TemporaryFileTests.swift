import Foundation
import LandmarkCore
import Testing

@Suite struct TemporaryFileTests {
    @Test("a temporary name does not grow with the name, and is beside it")
    func names() throws {
        let scratch = try ScratchFolder()
        for name in ["a", ".a", String(repeating: "x", count: 255), "ä ö", "a b.mp4"] {
            let path = TemporaryFile.path(beside: scratch.file(name))
            #expect(Path.folder(of: path) == scratch.path)
            let temporary = Path.name(of: path)
            #expect(temporary.utf8.count <= TemporaryFile.longestName, "\(temporary)")
            #expect(temporary.hasSuffix(".tmp") && !temporary.hasPrefix(".."))
            #expect(temporary.utf8.allSatisfy { 0x21...0x7e ~= $0 })
            #expect(path != TemporaryFile.path(beside: scratch.file(name)))
        }
    }

    @Test("a file with the longest name can be written")
    func longest() throws {
        let scratch = try ScratchFolder()
        let name = String(repeating: "x", count: 255)
        let file = try AtomicFile(scratch.file(name))
        try file.file.write([1])
        try file.commit()
        #expect(scratch.names == [name])
    }

    @Test("files of processes that have ended are removed, those of living ones are not")
    func abandoned() throws {
        let own = Path.name(of: TemporaryFile.path(beside: "a.json"))
        let process = "-\(CurrentProcess.id)-"
        #expect(own.contains(process))
        // Process 1 is alive; no process has an ID as large as the other one.
        let ended = own.replacingOccurrences(of: process, with: "-2147483647-")
        let living = own.replacingOccurrences(of: process, with: "-1-")
        let machine = try #require(own.split(separator: "-").dropFirst().first)
        let foreign = ended.replacingOccurrences(of: machine, with: "12345678")
        let scratch = try ScratchFolder()
        let kept = [
            own, living, foreign, "a.tmp", "a.lk-1-2-3.tmp", "-2147483647-.tmp",
            String(ended.dropLast(4)), "x" + ended + ".mp4",
        ]
        for name in kept + [ended] { _ = try scratch.put("", as: name) }
        let file = try AtomicFile(scratch.file("b"))
        file.discard()
        #expect(scratch.names == kept.sorted())
    }
}

@Suite struct ProcessLimitsTests {
    private let needs = ProcessLimits(
        descriptors: 16, stackBytes: 128 << 10, memoryBytes: 192 << 20)

    @Test("what is short is told with the limit and the need")
    func shortage() {
        let short: [(ProcessLimits, String)] = [
            (
                ProcessLimits(descriptors: 15, stackBytes: nil, memoryBytes: nil),
                "15 file descriptors"
            ),
            (
                ProcessLimits(descriptors: nil, stackBytes: 64 << 10, memoryBytes: nil),
                "64 KB of stack"
            ),
            (ProcessLimits(descriptors: nil, stackBytes: nil, memoryBytes: 100 << 20), "100 MB of"),
        ]
        for (limits, text) in short {
            #expect(limits.shortage(for: needs)?.hasPrefix("only \(text)") == true)
        }
    }

    @Test("exactly enough, and no limit, are enough")
    func enough() {
        #expect(needs.shortage(for: needs) == nil)
        let none = ProcessLimits(descriptors: nil, stackBytes: nil, memoryBytes: nil)
        #expect(none.shortage(for: needs) == nil)
        #expect(ProcessLimits.current.shortage(for: none) == nil)
    }
}
