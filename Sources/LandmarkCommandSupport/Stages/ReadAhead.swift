import LandmarkCore
import LandmarkInference

/// Elements that a separate task produces up to `limit` ahead of their use.
///
/// It lets two stages of a run work in parallel: the producer waits while `limit` elements have not been
/// taken, and the consumer waits while there are none. One task at a time may call ``next()``. Producing
/// stops when the last reference is released.
package final class ReadAhead<Element: Sendable>: Sendable {
    private let channel: Channel<Element>
    private let task: Task<Void, Never>

    /// Starts producing.
    ///
    /// - Parameters:
    ///   - limit: The number of elements ahead, at least 1.
    ///   - reservesProcessor: Whether `produce` computes on the calling thread; worker pools then
    ///     leave a processor free for it.
    ///   - produce: Returns the next element; nil at the end, and soon after its task is canceled.
    package init(
        limit: Int, reservesProcessor: Bool = false,
        _ produce: sending @escaping () async -> Element?
    ) {
        let channel = Channel<Element>(limit: max(1, limit))
        self.channel = channel
        task = Task {
            while !Task.isCancelled {
                if reservesProcessor { WorkerPool.reserveProcessor() }
                let element = await produce()
                if reservesProcessor { WorkerPool.returnProcessor() }
                guard let element, await channel.add(element) else { break }
            }
            channel.end()
        }
    }

    deinit { cancel() }

    /// Returns the next element; nil after the last one, and as soon as the calling task is
    /// canceled.
    package func next() async -> Element? {
        await withTaskCancellationHandler {
            await channel.take()
        } onCancel: {
            cancel()
        }
    }

    /// Stops producing. Elements that have not been taken are dropped.
    package func cancel() {
        task.cancel()
        channel.drop()
    }
}

/// The elements between a producer and a consumer.
private final class Channel<Element: Sendable>: Sendable {
    private struct State {
        /// Elements that have not been taken, oldest first.
        var elements: [Element] = []
        var hasEnded = false
        /// Resumed with the next element, or at the end.
        var consumer: CheckedContinuation<Element?, Never>?
        /// Resumed when there is room, or at the end.
        var producer: CheckedContinuation<Void, Never>?
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Returns the next element; nil at the end.
    func take() async -> Element? {
        await withCheckedContinuation { continuation in
            let (isReady, element, producer) = state.withLock {
                state -> (Bool, Element?, CheckedContinuation<Void, Never>?) in
                guard !state.elements.isEmpty else {
                    if !state.hasEnded { state.consumer = continuation }
                    return (state.hasEnded, nil, nil)
                }
                defer { state.producer = nil }
                return (true, state.elements.removeFirst(), state.producer)
            }
            producer?.resume()
            if isReady { continuation.resume(returning: element) }
        }
    }

    /// Adds an element, and waits until there is room for another.
    ///
    /// - Returns: Whether more elements are wanted.
    func add(_ element: Element) async -> Bool {
        let consumer: CheckedContinuation<Element?, Never>? = state.withLock { state in
            defer { state.consumer = nil }
            if state.consumer == nil, !state.hasEnded { state.elements.append(element) }
            return state.consumer
        }
        consumer?.resume(returning: element)
        await withCheckedContinuation { continuation in
            let isFull = state.withLock { state in
                let isFull = !state.hasEnded && state.elements.count >= limit
                if isFull { state.producer = continuation }
                return isFull
            }
            if !isFull { continuation.resume() }
        }
        return state.withLock { !$0.hasEnded }
    }

    /// Ends after the pending elements.
    func end() { finish(dropping: false) }

    /// Ends without the pending elements.
    func drop() { finish(dropping: true) }

    private func finish(dropping: Bool) {
        let (consumer, producer) = state.withLock {
            state -> (
                CheckedContinuation<Element?, Never>?, CheckedContinuation<Void, Never>?
            ) in
            defer { (state.consumer, state.producer) = (nil, nil) }
            state.hasEnded = true
            if dropping { state.elements.removeAll() }
            return (state.consumer, state.producer)
        }
        consumer?.resume(returning: nil)
        producer?.resume()
    }
}
