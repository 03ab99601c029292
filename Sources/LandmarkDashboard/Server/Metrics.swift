/// The server's own counts.
package struct Metrics: Sendable {
    /// The upper bounds of the latencies that are counted, in seconds.
    static let bounds = [0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]

    /// Frames that were sent, to all browsers together.
    package var framesSent = 0
    /// Frames that were not sent to a browser because it was not ready.
    package var framesSkipped = 0
    /// Frames that browsers have shown.
    package var framesShown = 0
    /// Requests that were answered.
    package var answered = 0
    /// Requests that were refused.
    package var refused = 0
    /// Browsers that currently show the page.
    package var browsers = 0
    /// Connections that were closed because they sent data that no page sends, or were too slow.
    package var closed = 0
    /// Latencies by bound, and above all bounds.
    private(set) var latencies = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all latencies in seconds.
    private(set) var latencySum = 0.0

    /// Adds the time in seconds from the camera to a screen and back.
    mutating func add(latency: Double) {
        framesShown += 1
        latencySum += latency
        let index = Self.bounds.firstIndex { latency <= $0 } ?? Self.bounds.count
        latencies[index] += 1
    }

    /// The counts in Prometheus' text format.
    package var text: String {
        var text = ""
        func add(_ name: String, _ type: String, _ help: String, _ value: Int) {
            text += "# HELP landmark_\(name) \(help)\n# TYPE landmark_\(name) \(type)\n"
            text += "landmark_\(name) \(value)\n"
        }
        add("browsers", "gauge", "Browsers that see the page.", browsers)
        add("frames_sent_total", "counter", "Frames sent to all browsers.", framesSent)
        add(
            "frames_skipped_total", "counter",
            "Frames not sent because the browser was not ready.", framesSkipped)
        add("requests_answered_total", "counter", "Requests that were answered.", answered)
        add("requests_refused_total", "counter", "Requests that were refused.", refused)
        add(
            "connections_closed_total", "counter",
            "Connections closed because of what they sent, or because they were too slow.", closed)
        let name = "landmark_camera_to_screen_seconds"
        text += "# HELP \(name) From the camera to a browser's screen and back.\n"
        text += "# TYPE \(name) histogram\n"
        var count = 0
        for (bound, number) in zip(Self.bounds, latencies) {
            count += number
            text += "\(name)_bucket{le=\"\(bound)\"} \(count)\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(framesShown)\n"
        text += "\(name)_sum \(latencySum)\n\(name)_count \(framesShown)\n"
        return text
    }
}
