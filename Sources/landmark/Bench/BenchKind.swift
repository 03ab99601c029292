/// What `landmark bench` can time.
enum BenchKind: String, CaseIterable {
    case hand, pose, face, drive, network, load, first, graph, draw, decode, encode, soak

    /// The kinds as help and errors list them.
    static let names = allCases.map(\.rawValue).joined(separator: "|")

    /// What must follow the kind's name, word by word.
    var operands: [String] {
        switch self {
        case .hand, .pose, .face, .drive: ["INPUT"]
        case .network: ["FILE[:ENTRY]"]
        case .load: ["BUNDLE"]
        case .first, .draw: [BenchTask.names, "IMAGE"]
        case .graph: ["FILE"]
        case .decode, .encode: ["VIDEO"]
        case .soak: [BenchTask.names, "VIDEO"]
        }
    }

    /// Whether an option means something to the kind.
    func takes(_ option: String) -> Bool {
        options.contains(option) || self != .soak && Self.timingOptions.contains(option)
    }

    private var options: Set<String> {
        let find: Set = ["--model", "--threads", "--max"]
        switch self {
        case .hand, .face: return find.union(Self.frameOptions)
        case .drive:
            let unused: Set = ["--max", "--mode", "--streams"]
            return find.union(Self.frameOptions).union(["--graph"]).subtracting(unused)
        case .pose: return find.union(Self.frameOptions).union(["--masks"])
        case .network: return ["--threads", "--outputs", "--lazy-outputs", "--steps"]
        case .load: return ["--threads"]
        case .first: return find.union(["--masks"])
        case .graph, .draw, .decode, .encode: return []
        case .soak: return find.union(["--masks", "--frames", "--tolerance"])
        }
    }

    /// The options of all kinds that print times of runs.
    private static let timingOptions: Set = [
        "--runs", "--warmup", "--json", "--interactive", "--quiet",
    ]

    private static let frameOptions: Set = [
        "--mode", "--frames", "--size", "--pixel-format", "--streams",
    ]
}
