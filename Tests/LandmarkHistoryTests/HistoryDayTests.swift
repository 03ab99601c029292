#if os(Linux)
import LandmarkCore
import LandmarkTestSupport
import Testing

@testable import LandmarkHistory

/// Recordings that go on for a day and longer, by a fast clock.
@Suite("Days of recording")
struct HistoryDayTests {
    private static let hour = 3_600_000

    /// A recorder whose clock only the test advances, and its file.
    private final class Recording {
        let file: String
        let recorder: HistoryRecorder
        private let folder: TemporaryFolder
        private let clock: Mutex<Int>
        /// The milliseconds since the beginning.
        private(set) var time = 0

        init(_ limits: HistoryLimits) throws {
            folder = try TemporaryFolder()
            file = folder.path("day.sqlite")
            let clock = Mutex(86_400_000 * 20_000)
            self.clock = clock
            recorder = try HistoryRecorder(file, limits: limits, clock: { clock.withLock { $0 } }) {
                _ in
            }
        }

        /// Records frames that are `step` apart, an image with every tenth, and an event with every
        /// hundredth, and writes them.
        func add(_ frames: [HistoryFrame], every step: Int, imageSize: Int) {
            for (index, frame) in frames.enumerated() {
                let events =
                    index % 100 == 0
                    ? [HistoryEvent(time: time, sentence: "An event", json: "{}")] : []
                recorder.add(
                    HistoryFrame(time: time, shapes: frame.shapes, state: frame.state), events)
                if index % 10 == 0 {
                    let jpeg = [UInt8](repeating: UInt8(index % 251), count: imageSize)
                    recorder.add(HistoryImage(time: time, jpeg: jpeg))
                }
                time += step
                clock.withLock { $0 += step }
            }
            recorder.flush()
        }

        /// The bytes of the file, without the log beside it.
        func size() throws -> Int { try FileSystem.status(of: file).byteCount }
    }

    @Test(
        "a day without an end keeps its latest part within the limit of bytes, and little in memory"
    )
    func bytes() throws {
        let limit = 20_000_000
        let recording = try Recording(HistoryLimits(bytes: limit))
        let recorder = recording.recorder
        recorder.begin(Samples.head)
        recording.add(Samples.frames(600), every: 1000, imageSize: 10_000)
        recorder.end()
        recorder.begin(Samples.head)
        let begin = recording.time
        var memory: [Int] = []
        var largest = 0
        for part in 0..<24 * 6 {
            // Ten minutes, a frame a second.
            recording.add(
                Samples.frames(600, from: part * 600), every: 1000, imageSize: 10_000)
            largest = max(largest, try recording.size())
            if part % 6 == 5 { memory.append(try #require(ProcessState.now).residentBytes) }
        }
        // What comes at once, before anything is deleted, is ten minutes here, and a second otherwise.
        #expect(largest > limit * 8 / 10 && largest < limit + 1_000_000)
        // Other tests need memory, too, but not all the time. A day of it is more than 150 MB.
        let growth = try #require(memory.suffix(6).min()) - (try #require(memory.prefix(6).min()))
        #expect(growth < 60_000_000, "\(memory)")
        try recorder.finish()

        let file = try HistoryFile(recording.file)
        // The older session was deleted first.
        let session = try #require(try file.sessions().first)
        #expect(try file.sessions().count == 1 && session.id == 2)
        #expect(session.frames == 86_400 && session.lost == 0 && session.lostImages == 0)
        let span = try #require(session.span)
        #expect(span.upperBound == recording.time - 1000)
        #expect(
            span.lowerBound > begin + Self.hour && span.upperBound - span.lowerBound > Self.hour)
        let images = try file.imageTimes(of: 2, at: .min ... .max)
        // A chunk has ten minutes here.
        #expect(try #require(images.first) > span.lowerBound - 600_000)
        #expect(images.last == recording.time - 10_000)
        let events = try file.events(of: 2).map(\.time)
        #expect(try #require(events.first) > span.lowerBound - 600_000)
        #expect(events.last == recording.time - 100_000)
    }

    @Test("what is older than the limit of days is deleted from a session that goes on")
    func days() throws {
        let recording = try Recording(HistoryLimits(days: 1))
        recording.recorder.begin(Samples.head)
        for part in 0..<48 {
            recording.add(Samples.frames(360, from: part), every: 10_000, imageSize: 10)
        }
        try recording.recorder.finish()
        let file = try HistoryFile(recording.file)
        let session = try file.session(1)
        #expect(session.frames == 360 * 48)
        let span = try #require(session.span)
        #expect(abs(span.lowerBound - 24 * Self.hour) <= Self.hour)
        let first = try #require(try file.events(of: 1).first).time
        #expect(abs(first - span.lowerBound) <= Self.hour)
    }
}
#endif
