import LandmarkCore

/// The state of one browser's connection, used on the server's thread.
struct BrowserConnection {
    let id: BrowserID
    /// The newest frame that has not been sent to the browser.
    private(set) var frame: LiveFrame?
    /// A frame for this browser alone, which is sent however many are in flight.
    var answer: LiveFrame?
    /// Whether its camera is the input: it gets answers to its images, and no frames.
    var isCamera = false
    /// Whether the connection is about to be closed because the browser does not read what it is sent.
    var isClosing = false
    /// Waiting texts, oldest first.
    private(set) var texts: [[UInt8]] = []
    /// Frames that were sent and are not on the screen yet.
    private var inFlight: [(number: UInt32, capture: MonotonicTime)] = []
    /// The microseconds that the last shown frame took.
    private var latency: UInt32 = 0
    /// The message that is being received, and whether it is binary.
    var incoming: [UInt8] = []
    var incomingIsBinary = false

    init(_ id: BrowserID) { self.id = id }

    /// Whether a new frame would be sent at once.
    func isReady(_ limits: DashboardOptions.Limits) -> Bool {
        !isCamera && frame == nil && inFlight.count < limits.framesInFlight
    }

    /// Whether there is something to send.
    func hasWork(_ limits: DashboardOptions.Limits) -> Bool {
        !texts.isEmpty || answer != nil
            || frame != nil && inFlight.count < limits.framesInFlight
    }

    /// Replaces the frame that has not been sent.
    ///
    /// - Returns: Whether a frame was replaced.
    mutating func put(_ newer: LiveFrame) -> Bool {
        defer { frame = newer }
        return frame != nil
    }

    /// Adds a text; false when there are too many.
    mutating func add(_ text: [UInt8], _ limits: DashboardOptions.Limits) -> Bool {
        guard texts.count < limits.waitingTexts else { return false }
        texts.append(text)
        return true
    }

    /// The next message of a connection.
    enum Message {
        case text([UInt8])
        case frame([UInt8])
    }

    /// Takes the next message: texts before frames, because frames become outdated.
    mutating func takeNext(_ limits: DashboardOptions.Limits) -> Message? {
        if !texts.isEmpty { return .text(texts.removeFirst()) }
        if let answer {
            self.answer = nil
            return .frame(send(answer))
        }
        guard let frame, inFlight.count < limits.framesInFlight else { return nil }
        self.frame = nil
        return .frame(send(frame))
    }

    private mutating func send(_ frame: LiveFrame) -> [UInt8] {
        // A browser need not report the images that it has sent itself.
        if inFlight.count > 16 { inFlight.removeFirst() }
        inFlight.append((frame.number, frame.capture))
        return frame.message(latency: latency)
    }

    /// Notes that a frame is on the screen.
    ///
    /// - Returns: The seconds that it took; nil for a frame that was not in flight.
    mutating func shown(_ number: UInt32) -> Double? {
        guard let index = inFlight.firstIndex(where: { $0.number == number }) else { return nil }
        let seconds = inFlight[index].capture.elapsedSeconds
        // Frames before it were skipped by the browser.
        inFlight.removeSubrange(...index)
        latency = UInt32(clamping: Int(seconds * 1e6))
        return seconds
    }
}
