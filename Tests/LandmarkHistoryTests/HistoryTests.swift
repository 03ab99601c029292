#if os(Linux)
import Foundation
import LandmarkCore
import Testing

@testable import LandmarkHistory

@Suite("History")
struct HistoryTests {
    /// A file in a separate folder, which is removed afterwards.
    final class Place {
        let folder: URL
        var path: String { folder.appendingPathComponent("history.sqlite").path }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "history-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    /// Problems that a recorder reported.
    final class Told: Sendable {
        let all = Mutex<[HistoryError?]>([])
        @Sendable func add(_ problem: HistoryError?) { all.withLock { $0.append(problem) } }
        var list: [HistoryError?] { all.withLock { $0 } }
    }

    private func frames(of id: Int, in file: HistoryFile) throws -> [HistoryFrame] {
        var frames: [HistoryFrame] = []
        try file.readFrames(of: id) { frames += $0 }
        return frames
    }

    private func record(
        _ frames: [HistoryFrame], at path: String, limits: HistoryLimits = HistoryLimits()
    ) throws {
        let recorder = try HistoryRecorder(path, limits: limits) { _ in }
        recorder.begin(Samples.head)
        for frame in frames { recorder.add(frame) }
        try recorder.finish()
    }

    private func wait(_ seconds: Double = 10, for condition: () throws -> Bool) rethrows -> Bool {
        let start = MonotonicTime.now
        while start.elapsedSeconds < seconds {
            if try condition() { return true }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return false
    }

    @Test("keeps frames, events and settings of a session")
    func session() throws {
        let place = try Place()
        let recorder = try HistoryRecorder(place.path) { _ in }
        recorder.begin(Samples.head)
        let events = [
            HistoryEvent(time: 33, sentence: "A blink", json: "{\"kind\":\"BLINK\"}"),
            HistoryEvent(time: 66, sentence: "睡", json: "{}"),
        ]
        for (index, frame) in Samples.frames(700).enumerated() {
            recorder.add(frame, index == 1 ? events : [])
        }
        recorder.end([HistoryEvent(time: 99, sentence: "The end", json: "{}")])
        recorder.begin(
            HistoryHead(task: "drive", input: "video.mp4", settings: "{}", program: "1"))
        try recorder.finish()

        let file = try HistoryFile(place.path)
        let sessions = try file.sessions()
        #expect(sessions.map(\.id) == [2, 1])
        let session = try file.session(1)
        #expect(session.head == Samples.head)
        #expect(session.frames == 700 && session.lost == 0 && session.events == 3)
        #expect(session.span == 0...699 * 33)
        #expect(try #require(session.ended) >= session.began)
        #expect(abs(session.began - Int(Date().timeIntervalSince1970 * 1000)) < 60_000)
        #expect(try frames(of: 1, in: file) == Samples.frames(700))
        #expect(try file.events(of: 1).map(\.sentence) == ["A blink", "睡", "The end"])
        #expect(try file.session(2).span == nil)
        var part: [HistoryFrame] = []
        try file.readFrames(of: 1, at: 330...660) { part += $0 }
        #expect(part == Samples.frames(11, from: 10))
    }

    @Test("is whole up to the last second when the program is killed")
    func killed() throws {
        let place = try Place()
        let recorder = try HistoryRecorder(place.path) { _ in }
        recorder.begin(Samples.head)
        for frame in Samples.frames(20) { recorder.add(frame) }
        // What another process would find now, with the log that belongs to the file.
        let copy = try Place()
        let isThere = try wait {
            for suffix in ["", "-wal"] {
                try? FileManager.default.removeItem(atPath: copy.path + suffix)
                try FileManager.default.copyItem(
                    atPath: place.path + suffix, toPath: copy.path + suffix)
            }
            return try HistoryFile(copy.path).sessions().first?.frames == 20
        }
        #expect(isThere)
        let file = try HistoryFile(copy.path)
        #expect(try file.session(1).ended == nil)
        #expect(try frames(of: 1, in: file) == Samples.frames(20))
        try recorder.finish()
    }

    @Test("waits for a lock, and loses nothing")
    func locked() throws {
        let place = try Place()
        let told = Told()
        let recorder = try HistoryRecorder(place.path, tell: told.add)
        let other = try Database(place.path, mayCreate: false)
        try other.execute("BEGIN EXCLUSIVE")
        recorder.begin(Samples.head)
        for frame in Samples.frames(20) { recorder.add(frame) }
        #expect(wait { told.list.count == 1 })
        #expect(told.list == [.locked(file: place.path)])
        for frame in Samples.frames(20, from: 20) { recorder.add(frame) }
        try other.execute("COMMIT")
        #expect(wait { told.list.count == 2 })
        #expect(told.list.last == .some(nil) && recorder.problem == nil)
        try recorder.finish()
        #expect(try frames(of: 1, in: HistoryFile(place.path)) == Samples.frames(40))
    }

    @Test("goes on where there was no room, and counts what it could not keep")
    func full() throws {
        let place = try Place()
        let told = Told()
        let recorder = try HistoryRecorder(place.path, tell: told.add)
        try recorder.limitPages(to: 12)
        recorder.begin(Samples.head)
        let count = HistoryRecorder.frameLimit + 50
        let frames = Samples.frames(count)
        let event = HistoryEvent(time: 1, sentence: "Kept", json: "{}")
        for frame in frames { recorder.add(frame, [event]) }
        #expect(wait { told.list == [.full(file: place.path)] })
        try recorder.limitPages(to: 1 << 20)
        #expect(wait(30) { told.list.last == .some(nil) })
        try recorder.finish()
        let file = try HistoryFile(place.path)
        let session = try file.session(1)
        #expect(session.frames == count && session.events == count)
        #expect(session.lost > 0)
        #expect(try self.frames(of: 1, in: file).count == count - session.lost)
    }

    @Test("counts the images that it could not keep while the file was locked")
    func lostImages() throws {
        let place = try Place()
        let told = Told()
        let recorder = try HistoryRecorder(place.path, tell: told.add)
        let other = try Database(place.path, mayCreate: false)
        try other.execute("BEGIN EXCLUSIVE")
        recorder.begin(Samples.head)
        // They fill the limit one and a half times; only references to the bytes are copied.
        let jpeg = [UInt8](repeating: 7, count: HistoryRecorder.imageLimit / 8)
        for time in 0..<12 { recorder.add(HistoryImage(time: time, jpeg: jpeg)) }
        #expect(wait { told.list == [.locked(file: place.path)] })
        try other.execute("COMMIT")
        #expect(wait(30) { told.list.last == .some(nil) })
        recorder.add(HistoryImage(time: 99, jpeg: [1]))
        try recorder.finish()
        let file = try HistoryFile(place.path)
        let session = try file.session(1)
        #expect(session.images == 9 && session.lostImages == 4)
        #expect(try file.imageTimes(of: 1, at: 0...100) == Array(0..<8) + [99])
    }

    @Test("goes on as another session when its own is deleted")
    func deletedMeanwhile() throws {
        let place = try Place()
        let recorder = try HistoryRecorder(place.path) { _ in }
        recorder.begin(Samples.head)
        recorder.add(Samples.frames(1)[0])
        let file = try HistoryFile(place.path)
        #expect(try wait { try file.sessions().count == 1 })
        try file.delete(1)
        recorder.add(Samples.frames(2)[1])
        try recorder.finish()
        #expect(try file.sessions().map(\.id) == [2])
        #expect(try frames(of: 2, in: file) == [Samples.frames(2)[1]])
    }

    @Test("stops recording in a file that is damaged, and says so")
    func damaged() throws {
        let place = try Place()
        try record(Samples.frames(2000), at: place.path)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: place.path))
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xa5, count: 16_384))
        try handle.close()
        let told = Told()
        do {
            let recorder = try HistoryRecorder(place.path, tell: told.add)
            recorder.begin(Samples.head)
            recorder.add(Samples.frames(1)[0])
            #expect(throws: HistoryError.self) { try recorder.finish() }
        } catch {
            #expect("\(error)".contains("damaged"))
        }
    }

    @Test("says what is wrong with a chunk")
    func damagedChunk() throws {
        let place = try Place()
        try record(Samples.frames(10), at: place.path)
        let database = try Database(place.path, mayCreate: false)
        try database.run("UPDATE chunk SET data = substr(data, 1, 40)")
        let error = #expect(throws: HistoryError.self) {
            try HistoryFile(place.path).readFrames(of: 1) { _ in }
        }
        #expect(error.map { "\($0)".contains("truncated") } == true)
    }

    @Test("refuses other files and leaves them alone")
    func otherFiles() throws {
        let place = try Place()
        #expect(throws: HistoryError.cannotOpen(file: place.path, reason: "there is no such file"))
        {
            try HistoryFile(place.path)
        }
        let text = Data(String(repeating: "no database ", count: 200).utf8)
        try text.write(to: URL(fileURLWithPath: place.path))
        #expect(throws: HistoryError.notAHistory(file: place.path)) {
            try HistoryFile(place.path, mayCreate: true)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == text)

        let other = try Place()
        try Database(other.path, mayCreate: true).execute("CREATE TABLE t (a)")
        #expect(throws: HistoryError.notAHistory(file: other.path)) {
            try HistoryFile(other.path, mayCreate: true)
        }

        let newer = try Place()
        try record([], at: newer.path)
        try Database(newer.path, mayCreate: false).execute("PRAGMA user_version = 99")
        #expect(throws: HistoryError.newer(file: newer.path, version: 99, supported: 4)) {
            try HistoryFile(newer.path)
        }
        try Database(newer.path, mayCreate: false).execute("PRAGMA user_version = 1")
        #expect(throws: HistoryError.older(file: newer.path, version: 1, supported: 4)) {
            try HistoryFile(newer.path)
        }
        let folder = try Place()
        #expect(throws: HistoryError.self) {
            try HistoryRecorder(folder.folder.path) { _ in }
        }
        #expect(throws: HistoryError.noSession(5, file: newer.path)) {
            try Database(newer.path, mayCreate: false).execute("PRAGMA user_version = 4")
            _ = try HistoryFile(newer.path).session(5)
        }
    }

    @Test("keeps images and the last report of a session, and deletes them with it")
    func imagesAndReports() throws {
        let place = try Place()
        let recorder = try HistoryRecorder(place.path) { _ in }
        let reports = Mutex(0)
        recorder.begin(Samples.head) {
            reports.withLock { $0 += 1 }
            return Array(String(repeating: "<p>report</p>", count: 500).utf8)
        }
        for frame in Samples.frames(30) { recorder.add(frame) }
        for time in [0, 200, 400] {
            recorder.add(HistoryImage(time: time, jpeg: [0xFF, 0xD8, UInt8(time / 2)]))
        }
        #expect(recorder.isRecording)
        recorder.end()
        #expect(!recorder.isRecording)
        recorder.add(HistoryImage(time: 600, jpeg: [1]))
        recorder.begin(Samples.head)
        try recorder.finish()
        #expect(reports.withLock { $0 } == 1)

        let file = try HistoryFile(place.path)
        let session = try file.session(1)
        #expect(session.images == 3 && session.hasReport)
        #expect(try file.report(of: 1)?.count == 6500)
        #expect(try file.report(of: 2) == nil)
        #expect(try file.imageTimes(of: 1, at: 1...400) == [200, 400])
        #expect(try file.image(of: 1, at: 399) == [0xFF, 0xD8, 100])
        #expect(try file.image(of: 1, at: -1) == nil)
        #expect(try file.sessions(before: 2, limit: 5).map(\.id) == [1])
        #expect(try file.sessions(before: .max, limit: 1).map(\.id) == [2])
        try file.delete(1)
        #expect(try file.database.value("SELECT count(*) FROM image") == 0)
        #expect(try file.database.value("SELECT count(*) FROM report") == 0)
    }

    @Test("gives frames that are spread over a session without reading all of it")
    func spread() throws {
        let place = try Place()
        try record(Samples.frames(2000), at: place.path)
        let file = try HistoryFile(place.path)
        let session = try file.session(1)
        let frames = try file.frames(of: session, spread: 10)
        #expect(frames.count == 10)
        for (part, frame) in frames.enumerated() {
            #expect(abs(frame.time - 1999 * 33 * part / 10) <= 33)
        }
        let all = Samples.frames(2000).map {
            HistoryFrame(time: $0.time, shapes: [], state: $0.state)
        }
        #expect(try file.frames(of: session, spread: 5000) == all)
        #expect(try file.frames(of: session, spread: 1) == [all[0]])
    }

    @Test("deletes the oldest sessions beyond a limit of bytes, and gives the room back")
    func bytesLimit() throws {
        let place = try Place()
        for _ in 0..<4 { try record(Samples.frames(6000), at: place.path) }
        let file = try HistoryFile(place.path)
        let size = try #require(try file.sessions().first?.bytes)
        try record([], at: place.path, limits: HistoryLimits(bytes: size * 5 / 2))
        #expect(try file.sessions().map(\.id).suffix(2) == [4, 3])
        let bytes = try FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int
        #expect(try #require(bytes) < size * 3)
    }

    @Test("deletes sessions beyond an age")
    func age() throws {
        let place = try Place()
        for _ in 0..<3 { try record(Samples.frames(1), at: place.path) }
        let database = try Database(place.path, mayCreate: false)
        try database.run("UPDATE session SET began = 0, ended = 86400000 * id")
        let file = try HistoryFile(place.path)
        try file.apply(HistoryLimits(days: 3), now: 86_400_000 * 5)
        #expect(try file.sessions().map(\.id) == [3, 2])
        try file.delete(3)
        #expect(throws: HistoryError.noSession(3, file: place.path)) { try file.delete(3) }
        #expect(try file.database.value("SELECT count(*) FROM chunk") == 1)
    }
}
#endif
