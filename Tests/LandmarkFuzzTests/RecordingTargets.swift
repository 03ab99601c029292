#if os(Linux)
import FoundationEssentials
import LandmarkCore

@testable import LandmarkHistory

extension FuzzTarget {
    /// Files of recordings.
    static let recordings: [FuzzTarget] = [chunk, history]

    /// Frames of a recording, as they are compressed in its file, or as they are before that.
    private static let chunk = FuzzTarget(name: "chunk") { bytes in
        Recording.load()
        let chunk = bytes.first ?? 0 < 64 ? bytes : Recording.chunk(bytes.dropFirst())
        _ = try? FrameChunk.decode(chunk, withShapes: false)
        guard let frames = try? FrameChunk.decode(chunk), frames.count < 1000 else { return }
        // What was read must survive being written.
        precondition((try? FrameChunk.decode(FrameChunk.encode(frames))) == frames)
    }

    /// A recording's file with some bytes changed.
    private static let history = FuzzTarget(name: "history", maximumLength: 512) { bytes in
        Recording.readDamaged(by: bytes)
    }
}

/// A small recording, whole or damaged.
package enum Recording {
    // SAFETY: libFuzzer calls targets on one thread.
    nonisolated(unsafe) private static let library = try? Database(":memory:", mayCreate: true)
    private static let folder = "/dev/shm/landmark-fuzz-\(CurrentProcess.id)"
    private static let sample: [UInt8] = {
        let path = "\(folder).lmk"
        defer { remove(path) }
        do {
            try write(to: path)
            return try FileSystem.read(path, atMost: 1 << 20)
        } catch { preconditionFailure("\(error)") }
    }()
    /// A recording that many inputs read.
    static func lasting() -> String {
        let path = "\(folder)-sessions.lmk"
        guard !FileSystem.isFile(path) else { return path }
        do { try write(to: path) } catch { preconditionFailure("\(error)") }
        return path
    }

    /// Removes the recording that many inputs have read.
    package static func clean() { remove("\(folder)-sessions.lmk") }

    /// Loads the library that recordings need.
    static func load() { _ = library }

    /// Writes a session with frames, an event and a report.
    private static func write(to path: String) throws {
        let file = try HistoryFile(path, mayCreate: true)
        try file.database.run(
            "INSERT INTO session (task, input, settings, program, began, frames) "
                + "VALUES ('pose', 'i', '{}', '1', 1, 5)")
        let frames = (0..<5).map { index in
            HistoryFrame(
                time: index * 33,
                shapes: [HistoryShape(id: 1, label: "a", stride: 2, values: [index, 2, 3, 4])],
                state: "{\"a\":[1,{\"b\":\(index)}]}")
        }
        try file.database.run(
            "INSERT INTO chunk (session, first, last, data) VALUES (1, 0, 132, ?)",
            .bytes(FrameChunk.encode(frames)))
        try file.database.run(
            "INSERT INTO event (session, time, sentence, json) VALUES (1, 3, 's', '{}')")
        try file.database.run("INSERT INTO report VALUES (1, ?)", .bytes(Deflated.encode([1, 2])))
        try file.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Returns a chunk of frames with a sound checksum: the first byte is the size of the values, which
    /// follow, before the heads.
    static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let values = bytes.dropFirst().prefix(Int(bytes.first ?? 0))
        var heads: [UInt8] = []
        var sum = FrameChunk.checksum(values)
        repeat {
            heads.append(UInt8(sum & 127) | (sum > 127 ? 128 : 0))
            sum >>= 7
        } while sum > 0
        heads += bytes.dropFirst(1 + values.count)
        let deflated = Deflated.encode(heads)
        return [2] + LittleEndian.bytes(of: deflated.count) + deflated + values
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { FileSystem.remove(path + suffix) }
    }

    /// Changes the sample at the places that `input` names, and reads all of it.
    static func readDamaged(by input: [UInt8]) {
        var bytes = sample
        var choices = Choices(input)
        while !choices.isEmpty {
            let place = choices.below(bytes.count)
            let bit: UInt8 = 1 << UInt8(choices.below(8))
            bytes[place] = choices.once(in: 2) ? choices.byte() : bytes[place] ^ bit
        }
        let path = "\(folder)-damaged.lmk"
        defer { remove(path) }
        do {
            try Data(bytes).write(to: URL(filePath: path))
            let file = try HistoryFile(path)
            for session in try file.sessions() {
                _ = try? file.events(of: session.id)
                _ = try? file.report(of: session.id)
                _ = try? file.imageTimes(of: session.id, at: 0...1000)
                _ = try? file.image(of: session.id, at: 10)
                _ = try? file.frames(of: session, spread: 7)
                try? file.readFrames(of: session.id) { _ in }
            }
        } catch { return }
    }
}
#else
extension FuzzTarget {
    static let recordings: [FuzzTarget] = []
}
#endif
