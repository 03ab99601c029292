import LandmarkModelFile
import LandmarkTestSupport
import Testing

struct ModelBundleTests {
    private let words = Array("left right left right left right".utf8)

    private func open(_ zip: ZipWriter) throws -> ModelBundle {
        try ModelBundle(bytes: FileBytes(zip.bytes()), name: "b")
    }

    private func fault(_ body: () throws -> Void) throws -> ArchiveFault? {
        do {
            try body()
            return nil
        } catch ModelFileError.archive(let file, let offset, let fault) {
            #expect(file == "b" && offset >= 0)
            return fault
        }
    }

    private func fault(of zip: ZipWriter) throws -> ArchiveFault? {
        try fault { _ = try open(zip) }
    }

    private func fault(_ change: (inout ZipWriter) -> Void) throws -> ArchiveFault? {
        var zip = ZipWriter([.init("a", words), .init("b", words)])
        change(&zip)
        return try fault(of: zip)
    }

    @Test("stored and deflated entries are equivalent")
    func reading() throws {
        let bundle = try open(
            ZipWriter([.init("a", words), .init(deflating: "b", words), .init("dir/", [])]))
        #expect(bundle.entries.map(\.name) == ["a", "b"])
        #expect(bundle.entries.map(\.isCompressed) == [false, true])
        #expect(bundle.entries.map(\.size) == [32, 32])
        for name in ["a", "b"] {
            #expect(bundle.contains(named: name))
            #expect(try bundle.bytes(named: name).withUnsafeBytes { Array($0) } == words)
        }
        try bundle.verify()
    }

    @Test("an archive after other bytes is read, with offsets relative to either start")
    func prefixed() throws {
        var zip = ZipWriter([.init("a", words)])
        zip.comment = Array("PK comment".utf8)
        let plain = zip.bytes()
        zip.prefix = [UInt8](repeating: 7, count: 1000)
        for bytes in [zip.bytes(), zip.prefix + plain] {
            let bundle = try ModelBundle(bytes: FileBytes(bytes), name: "b")
            #expect(try bundle.bytes(named: "a").withUnsafeBytes { Array($0) } == words)
        }
    }

    @Test("an empty archive has no entries")
    func empty() throws {
        #expect(try open(ZipWriter([])).entries.isEmpty)
    }

    @Test("a missing entry is reported with the available ones")
    func missing() throws {
        let bundle = try open(ZipWriter([.init("a", words)]))
        #expect(throws: ModelFileError.noEntry(file: "b", entry: "x", available: ["a"])) {
            try bundle.model(named: "x")
        }
    }

    @Test("a single model is distinguished from a bundle")
    func looseModel() throws {
        let model = FileBytes(TinyModels.add().bytes())
        #expect(ModelBundle.isModel(model))
        #expect(try fault { _ = try ModelBundle(bytes: model, name: "b") } == .looseModel)
        let bundle = FileBytes(ZipWriter([.init("a", words)]).bytes())
        #expect(!ModelBundle.isModel(bundle))
        #expect(throws: ModelFileError.self) { try TFLiteModel(bytes: bundle, name: "b") }
    }

    @Test("every inconsistency in the end record is reported")
    func endRecord() throws {
        #expect(try fault { $0.disk = 1 } == .multiDisk)
        #expect(try fault { $0.count = 0xffff } == .zip64)
        #expect(try fault { $0.directoryOffset = 0xffff_ffff } == .zip64)
        #expect(try fault { $0.count = 3 } == .directoryMismatch)
        #expect(try fault { $0.count = 5000 } == .tooManyEntries(5000, limit: 4096))
        #expect(try fault { $0.directoryOffset = 1 << 20 } == .directoryMismatch)
        #expect(try fault { $0.directorySize = 1 << 20 } == .directoryMismatch)
        #expect(try fault { $0.directorySize = 20 } == .recordOutside)
        let cut = ZipWriter([.init("a", words)]).bytes().dropLast()
        #expect(
            try fault { _ = try ModelBundle(bytes: FileBytes(Array(cut)), name: "b") }
                == .noEndRecord)
    }

    @Test("every inconsistency in an entry is reported")
    func entries() throws {
        #expect(try fault { $0.entries[1].flags = 1 } == .encrypted("b"))
        #expect(try fault { $0.entries[1].method = 12 } == .compression("b", method: 12))
        #expect(try fault { $0.entries[1].disk = 2 } == .multiDisk)
        #expect(try fault { $0.entries[1].size = 0xffff_ffff } == .zip64)
        #expect(
            try fault { $0.entries[1].size = 33 }
                == .storedSize("b", stored: 32, declared: 33))
        #expect(try fault { $0.entries[1].offset = 1 << 30 } == .dataOutside("b"))
        #expect(
            try fault {
                $0.entries[1].size = 1 << 20
                $0.entries[1].storedSize = 1 << 20
            } == .dataOutside("b"))
        #expect(try fault { $0.entries[1].localName = "c" } == .nameMismatch("b"))
        #expect(
            try fault {
                $0.entries[1].name = ""
                $0.entries[1].localName = ""
            } == .badName)
        #expect(
            try fault {
                $0.entries[1].name = "a"
                $0.entries[1].localName = "a"
            } == .duplicateName("a"))
        #expect(
            try fault { $0.entries[1].offset = 5 }
                == .badSignature(expected: 0x0403_4b50, found: 0))
    }

    @Test("overlapping entries are reported")
    func overlap() throws {
        #expect(
            try fault {
                $0.entries[0].size = 40
                $0.entries[0].storedSize = 40
            } == .overlap("a", "b"))
    }

    @Test("an entry with a huge declared size is rejected before inflating")
    func bombs() throws {
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let bomb = ZipWriter.Entry(deflating: "z", zeros)
        #expect(
            try fault(of: ZipWriter([bomb]))
                == .expansion("z", compressed: bomb.storedSize, declared: zeros.count))
        var large = ZipWriter.Entry(deflating: "z", words)
        large.size = 300 << 20
        #expect(
            try fault(of: ZipWriter([large]))
                == .tooLarge("z", size: 300 << 20, limit: 256 << 20))
        // Three entries of 200 MB exceed the total limit, though each is within its own.
        let half = [UInt8](repeating: 1, count: 3 << 20)
        var zip = ZipWriter(["x", "y", "z"].map { ZipWriter.Entry($0, half) })
        for index in zip.entries.indices {
            zip.entries[index].method = 8
            zip.entries[index].size = 200 << 20
        }
        #expect(try fault(of: zip) == .tooLarge("z", size: 600 << 20, limit: 512 << 20))
    }

    @Test("an entry that inflates to more or less than declared is corrupt", arguments: [31, 33])
    func wrongSize(size: Int) throws {
        var entry = ZipWriter.Entry(deflating: "a", words)
        entry.size = size
        let bundle = try open(ZipWriter([entry]))
        let found = try fault { _ = try bundle.bytes(named: "a") }
        guard case .inflate("a", _, 32, size) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test("checksums of stored and deflated entries are verified when they are read")
    func checksums() throws {
        for entry in [ZipWriter.Entry("a", words), ZipWriter.Entry(deflating: "a", words)] {
            var damaged = entry
            damaged.checksum ^= 1
            let expected = ArchiveFault.checksum(
                "a", expected: damaged.checksum, found: entry.checksum)
            let bundle = try open(ZipWriter([ZipWriter.Entry("b", words), damaged]))
            #expect(try fault { _ = try bundle.bytes(named: "a") } == expected)
            #expect(try fault { try bundle.verify() } == expected)
            // Only what is read is checked.
            #expect(try bundle.bytes(named: "b").count == words.count)
        }
    }

    @Test("four bytes overwritten anywhere in a stored entry are found, and told where it lies")
    func overwrites() throws {
        let content = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let zip = ZipWriter([ZipWriter.Entry("weights", content)])
        let whole = zip.bytes()
        let start = try #require(
            (0..<whole.count - content.count).first { whole[$0...].starts(with: content) })
        for place in stride(from: start, to: start + content.count - 4, by: 97) {
            var bytes = whole
            for index in place..<place + 4 { bytes[index] ^= 0x5a }
            let bundle = try ModelBundle(bytes: FileBytes(bytes), name: "x.task")
            let error = #expect(throws: ModelFileError.self) {
                try bundle.bytes(named: "weights")
            }
            guard case .archive("x.task", start, .checksum("weights", _, _)) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
