/// Follows a driver's attention to the road, and escalates warnings.
struct AttentionMachine {
    private let rules: AttentionRules
    private let lockOut: LockOutRules?
    /// In milliseconds.
    private var inattention = 0.0
    private var terminalTime = 0
    private(set) var state = AttentionState()

    init(_ options: DriverOptions) {
        rules = options.attention.isValid ? options.attention : AttentionRules()
        lockOut = options.lockOut.map { $0.isValid ? $0 : LockOutRules() }
    }

    /// Processes a frame.
    ///
    /// - Parameter isAttentive: Whether the driver watches the road; nil when unknown.
    mutating func update(isAttentive: Bool?, _ tick: Tick, _ events: inout EventTracker) {
        let limit = Double(max(1, rules.terminal.milliseconds))
        switch isAttentive {
        case false?: inattention = min(limit, inattention + Double(tick.step))
        case true?: inattention = max(0, inattention - recovery(of: limit) * Double(tick.step))
        case nil: break
        }
        state.inattentiveSeconds = inattention / 1000
        let warning = warning
        if warning == .terminal {
            if state.warning != .terminal { state.terminalAlerts += 1 }
            terminalTime += tick.step
            state.terminalSeconds = Double(terminalTime) / 1000
        }
        state.warning = warning
        guard let lockOut, !state.isLockedOut,
            lockOut.isReached(alerts: state.terminalAlerts, time: terminalTime)
        else { return }
        state.isLockedOut = true
        events.record(
            .lockedOut, start: tick.now, now: tick.now, peak: Double(state.terminalAlerts))
    }

    private func recovery(of limit: Double) -> Double {
        rules.slowRecovery + (rules.fastRecovery - rules.slowRecovery) * inattention / limit
    }

    private var warning: AttentionWarning {
        func isReached(_ seconds: Double) -> Bool {
            inattention > 0 && Elapsed.reached(Int(inattention.rounded()), seconds.milliseconds)
        }
        if isReached(rules.terminal) { return .terminal }
        if isReached(rules.prompt) { return .prompt }
        return isReached(rules.notice) ? .notice : .none
    }
}
