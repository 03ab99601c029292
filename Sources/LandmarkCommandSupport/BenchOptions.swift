// These are here rather than in the benchmark, because completion and the manual page also contain them.

extension BenchProgram {
    package static let synopsis = "KIND OPERAND… [options]"

    /// The kinds of benchmarks.
    package static let kinds = [
        "hand", "pose", "face", "holistic", "segment", "drive", "network", "load", "first", "graph",
        "draw", "decode", "encode", "soak", "memory", "precision",
    ]

    /// The numbers of runs that can be requested.
    package static let validCounts = 1...1_000_000

    /// The options.
    package static let options =
        [
            Option(
                name: "--model", value: .text("PATH|lite|full|heavy|general|landscape"),
                help: "model of a task")
        ] + Option.bodyParts + timing

    private static let timing = [
        Option(
            name: "--mode", value: .choice(["image", "video", "live"]),
            help:
                "default image for images and folders, video for everything else; live: from"
                + " a camera's frame to the call of the result handler, 30 frames per second"),
        Option(
            name: "--max", value: .integer(1...100),
            help: "maximum number of instances to detect (default 1)"),
        .detectionInterval,
        .precision, .device,
        Option(name: "--masks", value: .flag, help: "poses and people with masks"),
        Option(
            name: "--threads", value: .integer(1...64),
            help: "threads per landmarker (default: chosen for the machine; 1 for a network"
                + " and with --streams)"),
        Option(
            name: "--streams", value: .integer(1...64),
            help: "number of concurrent streams, each with its own landmarker (default 1)"),
        Option(
            name: "--frames", value: .integer(1...1_000_000_000),
            help: "first frames of the input to use (default 200), or frames of a soak (default"
                + " 20000)"),
        Option(name: "--size", value: .size, help: "size of raw frames"),
        Option(
            name: "--pixel-format", value: .choice(["rgb24", "bgra"]),
            help: "pixel format of raw frames (default rgb24)"),
        Option(name: "--graph", value: .flag, help: "monitor the driver with dms_graph.pbtxt"),
        Option(name: "--outputs", value: .list, help: "compute only these outputs of the network"),
        Option(
            name: "--lazy-outputs", value: .list,
            help: "outputs to compute lazily: skip the work that only they need"),
        Option(name: "--steps", value: .flag, help: "time each step of the network"),
        Option(
            name: "--reopen", value: .flag,
            help: "create a new task for each frame of a soak"),
        Option(
            name: "--tolerance", value: .integer(1...1000),
            help: "megabytes by which a soak's last quarter may exceed its second (default 2)"),
        Option(
            name: "--count", value: .integer(1...100_000),
            help: "number of landmarkers whose memory is measured (default 100)"),
        Option(
            name: "--runs", value: .integer(validCounts),
            help: "number of timed runs (default 200; 20 for load and first)"),
        Option(
            name: "--warmup", value: .integer(0...1_000_000),
            help: "number of warm-up runs before them (default 10; 0 for load and first)"),
        Option(
            name: "--json", value: .text("FILE|-"),
            help: "the report and the time of every run as JSON, instead of tables"),
        Option(name: "--interactive", value: .flag, help: "run on request"),
        Option(name: "--quiet", value: .flag, help: "print no progress"),
    ]
}
