#if os(Linux)
/// The counts of a run in Prometheus' text format.
enum LiveMetrics {
    static func text(_ run: LiveRun, _ input: LiveInput) -> String {
        let counts = run.counts
        var text = ""
        func add(_ name: String, _ help: String, _ value: Int) {
            text += "# HELP landmark_\(name) \(help)\n# TYPE landmark_\(name) counter\n"
            text += "landmark_\(name) \(value)\n"
        }
        add("frames_received_total", "Frames received from the input.", counts.received)
        add("frames_processed_total", "Frames processed by the task.", counts.processed)
        add(
            "frames_dropped_total", "Frames replaced by newer ones before they were processed.",
            counts.dropped)
        if let camera = input.camera {
            add(
                "images_damaged_total", "Browser images that could not be decoded.",
                camera.counts.damaged)
        }
        text += "# HELP landmark_events_total Events by kind.\n"
        text += "# TYPE landmark_events_total counter\n"
        for (name, count) in counts.alerts.sorted(by: { $0.key < $1.key }) {
            text += "landmark_events_total{kind=\"\(name)\"} \(count)\n"
        }
        return text
    }
}
#endif
