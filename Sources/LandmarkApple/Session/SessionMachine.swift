/// The state of a session, determined by its events, without clock, thread or lock.
package struct SessionMachine: Sendable {
    package enum Event: Sendable {
        case start
        case cameraStarted
        case frame
        case interrupted(SessionInterruption)
        case resumed
        case ended
        case failed(String)
        case stop
    }

    package private(set) var state = SessionState.stopped

    package init() {}

    /// Whether frames may arrive.
    package var isActive: Bool {
        switch state {
        case .starting, .running, .interrupted: true
        case .stopped, .failed: false
        }
    }

    /// Handles an event; returns whether the state has changed.
    package mutating func handle(_ event: Event) -> Bool {
        let old = state
        switch event {
        case .start: if !isActive { state = .starting }
        // A frame already in progress when an interruption began does not end it.
        case .cameraStarted, .frame: if state == .starting { state = .running }
        case .resumed: if isActive { state = .running }
        case .interrupted(let reason): if isActive { state = .interrupted(reason) }
        case .ended: if isActive { state = .stopped }
        case .failed(let reason): if isActive { state = .failed(reason) }
        case .stop: state = .stopped
        }
        return state != old
    }
}
