package import LandmarkImaging

/// Decides what happens between a source of frames, the work on them and whoever asks for results.
///
/// A value without clock, thread or lock: events go in, and what is to be done comes out.
package struct ResultExchange<Output: Sendable, Failure: Error> {
    /// What is to be done after an event.
    package struct Actions: Sendable {
        /// A frame to look at.
        package var job: LiveQueue.Job?
        /// What to tell the consumer, who waits.
        package var answer: Answer?
        /// Whether the source, which waits, is to give the next frame; false ends it.
        package var pull: Bool?
    }

    /// What a consumer is told.
    package enum Answer: Sendable {
        case result(FrameResult<Output>)
        case failure(Failure)
        case end
    }

    private let overflow: OverflowPolicy
    private var queue = LiveQueue()
    private var ready: FrameResult<Output>?
    /// What to tell after the last result, once the source has ended.
    private var last: Answer?
    package private(set) var isClosed = false
    private var isConsumerWaiting = false
    private var isSourceWaiting = false

    package init(_ overflow: OverflowPolicy) {
        self.overflow = overflow
    }

    /// The consumer asks for a result, and waits.
    package mutating func ask() -> Actions {
        isConsumerWaiting = true
        return settle()
    }

    /// The source could give a frame, and waits.
    package mutating func offer() -> Actions {
        isSourceWaiting = true
        return settle()
    }

    /// The source gave a frame.
    package mutating func submit(_ frame: Frame) -> Actions {
        guard !isClosed else { return Actions() }
        return Actions(job: queue.submit(frame))
    }

    /// A frame has been looked at.
    package mutating func looked(_ result: FrameResult<Output>) -> Actions {
        guard !isClosed else { return Actions() }
        ready = result
        return settle()
    }

    /// The source has no more frames.
    package mutating func end(_ failure: Failure?) -> Actions {
        last = failure.map(Answer.failure) ?? .end
        return settle()
    }

    /// Nobody asks any more.
    package mutating func close() -> Actions {
        isClosed = true
        ready = nil
        queue.drop()
        return settle()
    }

    /// Gives everybody who waits what there is for them.
    private mutating func settle() -> Actions {
        var actions = Actions()
        if isConsumerWaiting, let answer = answer() {
            isConsumerWaiting = false
            actions.answer = answer
            if case .result = answer {
                actions.job = queue.finish()
            } else {
                isClosed = true
            }
        }
        if isSourceWaiting, let pull = pull() {
            isSourceWaiting = false
            actions.pull = pull
        }
        return actions
    }

    private mutating func answer() -> Answer? {
        if isClosed { return .end }
        if let result = ready {
            ready = nil
            return .result(result)
        }
        return queue.isBusy ? nil : last
    }

    private func pull() -> Bool? {
        if isClosed { return false }
        switch overflow {
        case .latestOnly: return true
        case .block: return isConsumerWaiting && !queue.isBusy ? true : nil
        }
    }
}
