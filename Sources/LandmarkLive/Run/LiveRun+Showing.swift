#if os(Linux)
import DriverMonitoring
import LandmarkCore
import LandmarkDashboard
import LandmarkImageFiles
import LandmarkImaging
import LandmarkReports

extension LiveRun {
    /// The number of events that a browser gets when it connects.
    private static let keptEvents = 200
    private static let jpegQuality = 80

    /// Passes on a result.
    func add(_ frame: Frame, dropped: Int, _ output: LiveOutput) throws {
        let result = state.withLock { state -> LiveResult in
            var noted = output
            noted.events = state.between + output.events
            state.between = []
            state.number += 1
            state.processed += 1
            state.dropped += dropped
            let now = MonotonicTime.now
            state.times.append(now)
            if state.times.count > 31 { state.times.removeFirst() }
            let span = Double(now.nanoseconds - state.times[0].nanoseconds) * 1e-9
            let arrival = state.arrivals.first { $0.timestamp == frame.timestamp }?.time
            state.arrivals.removeAll { $0.timestamp <= frame.timestamp }
            let result = LiveResult(
                number: state.number, frame: frame, dropped: dropped, arrival: arrival ?? now,
                output: noted, rate: span > 0 ? Double(state.times.count - 1) / span : 0,
                isStarved: state.supply.isStarved)
            state.newest = result
            return result
        }
        for observer in observers { observer.add(result) }
        tell(output.events)
        try show(result)
    }

    private func show(_ result: LiveResult) throws {
        let number = input.camera?.number(at: result.frame.timestamp)
        let owner = number == nil ? nil : input.camera?.owner
        let isWatched = feed.hasRoom
        guard isWatched || owner != nil else { return }
        let json = result.json
        let jpeg = isWatched || result.isDrawn ? try Self.jpeg(of: result) : []
        if let owner, let number {
            // The browser already has the image, unless something was drawn on it.
            feed.answer(
                LiveFrame(
                    number: number, capture: result.arrival, json: json,
                    jpeg: result.isDrawn ? jpeg : [], isAnswer: true),
                to: owner)
        }
        if isWatched { feed.show(Self.frame(result, json, jpeg)) }
    }

    /// Leaves the last image with its drawing on the page, including for browsers that connect later.
    func keepNewest() {
        let newest = state.withLock { state in
            defer { state.newest = nil }
            return state.newest
        }
        // An image that cannot be encoded has already failed the run.
        guard let newest, let jpeg = try? Self.jpeg(of: newest) else { return }
        feed.keep(Self.frame(newest, newest.json, jpeg))
    }

    private static func frame(
        _ result: LiveResult, _ json: [UInt8], _ jpeg: [UInt8]
    ) -> LiveFrame {
        LiveFrame(number: result.number, capture: result.arrival, json: json, jpeg: jpeg)
    }

    private static func jpeg(of result: LiveResult) throws(ImagingError) -> [UInt8] {
        try JPEGFile.encode(result.image(), name: "image of the page", quality: jpegQuality)
    }

    /// Sends events to everyone.
    func tell(_ events: [LiveEvent]) {
        guard !events.isEmpty else { return }
        let texts = events.map(\.json)
        state.withLock { state in
            state.events = (state.events + texts).suffix(Self.keptEvents)
            for event in events { state.alerts[event.name, default: 0] += 1 }
        }
        for text in texts { feed.send(text) }
    }

    /// Changes the state and sends it to everyone.
    ///
    /// The state is sent while it cannot change: of two simultaneous changes, pages must keep the later one.
    func update(_ change: (inout LiveState) -> Void) {
        state.withLock { state in
            change(&state.live)
            feed.send(state.live.json)
        }
    }
}

extension LiveEvent {
    /// The name for counts.
    fileprivate var name: String {
        switch kind {
        case .driver(let record): "\(record.event.kind.rawValue)"
        case .exercise(let event): event.name
        case .target: "target"
        case .supply(_, let isStarved): isStarved ? "starved" : "supplied"
        }
    }
}
#endif
