import LandmarkImaging
import Synchronization

/// A source of frames that the test gives one by one, and whose every move is noted.
struct ScriptedSource: AsyncSequence, Sendable {
    enum Event: Equatable {
        /// It was asked for the frame with this index.
        case asked(Int)
    }

    struct Broken: Error, Equatable {}

    let journal = Journal<Event>()
    private let frames: AsyncThrowingStream<Frame, any Error>
    private let continuation: AsyncThrowingStream<Frame, any Error>.Continuation

    init() {
        (frames, continuation) = AsyncThrowingStream.makeStream()
    }

    /// A source that has these frames, and ends.
    init(_ timestamps: some Sequence<Int>) throws {
        self.init()
        for milliseconds in timestamps { try give(milliseconds) }
        end()
    }

    func give(_ milliseconds: Int) throws { continuation.yield(try .at(milliseconds)) }
    func end(_ error: Broken? = nil) { continuation.finish(throwing: error) }

    func makeAsyncIterator() -> Iterator {
        Iterator(journal: journal, frames: frames.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let journal: Journal<Event>
        var frames: AsyncThrowingStream<Frame, any Error>.AsyncIterator
        var index = 0

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Frame? {
            journal.note(.asked(index))
            index += 1
            return try await frames.next(isolation: actor)
        }
    }
}

/// A source that takes no notice of being cancelled, and gives a frame when it is let.
final class StubbornSource: AsyncSequence, Sendable {
    let asked = Journal<Void>()
    private let waiting = Mutex<CheckedContinuation<Frame?, Never>?>(nil)

    func give(_ frame: Frame?) {
        let waiter = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiter?.resume(returning: frame)
    }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
        let source: StubbornSource

        func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Frame? {
            await withCheckedContinuation { waiter in
                source.waiting.withLock { $0 = waiter }
                source.asked.note(())
            }
        }
    }
}
