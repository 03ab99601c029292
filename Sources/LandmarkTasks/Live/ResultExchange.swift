package import LandmarkImaging

/// Mediates between a source of frames, the processing of frames and a consumer of results.
///
/// A pure state machine without clock, thread or lock: events go in, and the actions to take come
/// out.
package struct ResultExchange<Output: Sendable, Failure: Error> {
    /// The actions to take after an event.
    package struct Actions: Sendable {
        /// A frame to process.
        package var job: LiveQueue.Job?
        /// The answer to return to the waiting consumer.
        package var answer: Answer?
        /// Whether the waiting source should produce the next frame; false ends it.
        package var pull: Bool?
    }

    /// The result of a consumer's request.
    package enum Answer: Sendable {
        case result(FrameResult<Output>)
        case failure(Failure)
        case end
    }

    private let overflow: OverflowPolicy
    private var queue = LiveQueue()
    private var ready: FrameResult<Output>?
    /// The answer to return after the last result, once the source has ended.
    private var last: Answer?
    package private(set) var isClosed = false
    private var isConsumerWaiting = false
    private var isSourceWaiting = false

    package init(_ overflow: OverflowPolicy) {
        self.overflow = overflow
    }

    /// Counts of the frames so far.
    package var statistics: LiveStatistics { queue.statistics }

    /// The consumer requests a result and waits.
    package mutating func request() -> Actions {
        isConsumerWaiting = true
        return settle()
    }

    /// The source can produce a frame and waits.
    package mutating func offer() -> Actions {
        isSourceWaiting = true
        return settle()
    }

    /// The source has produced a frame.
    package mutating func submit(_ frame: Frame) -> Actions {
        guard !isClosed else { return Actions() }
        return Actions(job: queue.submit(frame))
    }

    /// A frame has been processed.
    package mutating func didProcess(_ result: FrameResult<Output>) -> Actions {
        if case .failure = result.result {
            queue.didProcess(failed: true)
        } else {
            queue.didProcess(failed: false)
        }
        guard !isClosed else { return Actions() }
        ready = result
        return settle()
    }

    /// A job was not started because the exchange had been closed.
    package mutating func didSkip() -> Actions {
        queue.didSkip()
        return Actions()
    }

    /// The source has no more frames.
    package mutating func end(_ failure: Failure?) -> Actions {
        last = failure.map(Answer.failure) ?? .end
        return settle()
    }

    /// The consumer will not request any more results.
    package mutating func close() -> Actions {
        isClosed = true
        ready = nil
        queue.dropWaiting()
        return settle()
    }

    /// Serves the waiting consumer and the waiting source as far as possible.
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
