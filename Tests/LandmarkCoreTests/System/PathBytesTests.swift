import Foundation
import LandmarkCore
import Testing

@Suite("Paths that are not UTF-8") struct PathBytesTests {
    /// Names of files, and whether they are UTF-8.
    static let names: [([UInt8], Bool)] = [
        (Array("plain".utf8), true),
        (Array("é – 手".utf8), true),
        (Array("e\u{301}".utf8), true),
        ([0x63, 0x61, 0x66, 0xE9], false),
        ([0xFF, 0xFE, 0x80], false),
        // Cut off, too long, and a surrogate.
        ([0xE2, 0x82], false),
        ([0xC0, 0xAF], false),
        ([0xED, 0xA0, 0x80], false),
        ([0x61, 0xF0, 0x9F, 0x98, 0x80, 0xE9, 0x62], false),
        // A character that stands for a byte in other names.
        (Array("\u{10FEE9}".utf8), false),
    ]

    @Test("every name survives", arguments: names)
    func roundTrip(name: [UInt8], isText: Bool) {
        let path = Path.decode(name)
        #expect(Path.encode(path) == name)
        #expect(Path.hasEscapes(path) != isText)
        #expect(Path.shown(path).utf8.elementsEqual(name) == isText)
    }

    @Test("different names have different paths")
    func distinct() {
        let paths = Self.names.map { Array(Path.decode($0.0).utf8) }
        #expect(Set(paths).count == paths.count)
    }

    @Test("what cannot be read is shown as a replacement character")
    func shown() {
        #expect(Path.shown(Path.decode([0x63, 0xE9, 0x2E])) == "c\u{FFFD}.")
    }

    @Test("files of such names are written, listed, read and removed")
    func files() throws {
        let scratch = try ScratchFolder()
        let names: [[UInt8]] = [[0x80], [0xC3, 0xA9], [0xE9, 0x2E, 0x70, 0x6E, 0x67]]
        for name in names {
            let file = try AtomicFile(Path.join(scratch.path, Path.decode(name)))
            try file.file.write(name)
            try file.commit()
        }
        let listed = try FileSystem.names(in: scratch.path)
        #expect(listed.map(Path.encode) == names)
        for (name, bytes) in zip(listed, names) {
            let path = Path.join(scratch.path, name)
            #expect(try FileSystem.read(path) == bytes)
            #expect(Path.encode(Path.name(of: Path.resolved(path))) == bytes)
            FileSystem.remove(path)
        }
        #expect(try FileSystem.names(in: scratch.path).isEmpty)
        let folder = Path.join(scratch.path, Path.decode([0xE9, 0x2F, 0xEA]))
        try FileSystem.makeFolder(folder)
        #expect(FileSystem.isFolder(folder))
    }

    @Test("a name is split at bytes, also before a combining character")
    func parts() {
        #expect(Path.name(of: "a/\u{301}b") == "\u{301}b")
        #expect(Path.folder(of: "a/\u{301}b") == "a")
        #expect(Path.suffix(of: "a.\u{301}") == "\u{301}")
        #expect(Path.stem(of: Path.decode([0x61, 0x2E, 0xE9, 0x2E, 0x62])).utf8.count == 6)
        #expect(Path.name(of: "ordner/bildé/") == "bildé")
    }
}
