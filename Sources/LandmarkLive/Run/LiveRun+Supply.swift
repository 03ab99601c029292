#if os(Linux)
import LandmarkCore
import LandmarkImaging

extension LiveRun {
    /// Watches how often frames arrive, until the task is canceled.
    func watchSupply() async {
        while !Task.isCancelled {
            try? await Task.sleep(nanoseconds: 250_000_000)
            checkSupply()
        }
    }

    private func checkSupply() {
        let event = state.withLock { state -> LiveEvent? in
            guard state.live.phase == .running, let rate = state.supply.change() else { return nil }
            let isStarved = state.supply.isStarved
            let event = LiveEvent(
                kind: .supply(rate: rate, isStarved: isStarved),
                timestamp: state.newest?.frame.timestamp ?? .milliseconds(0),
                sentence: LiveSupply.sentence(rate, isStarved: isStarved))
            state.between.append(event)
            return event
        }
        guard let event, case .supply(_, var isStarved) = event.kind else { return }
        problems.set(isStarved ? LiveProblem(starved: event.sentence) : nil, of: .camera)
        if isStarved, state.withLock({ !$0.supply.isStarved }) {
            // The run ended meanwhile, and cleared the problem before it was set.
            problems.set(nil, of: .camera)
            isStarved = false
        }
        report(event.sentence)
        tell([event])
        for observer in observers { observer.setStarved(isStarved) }
    }

    /// Forgets the frames so far, because they end.
    ///
    /// - Returns: Events that observers have not received.
    func endSupply() -> [LiveEvent] {
        defer { problems.set(nil, of: .camera) }
        return state.withLock { state in
            state.supply = LiveSupply()
            defer { state.between = [] }
            return state.between
        }
    }
}
#endif
