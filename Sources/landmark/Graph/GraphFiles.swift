import LandmarkGraph

/// The files that a graph reads and writes by itself, as its nodes and side packets name them.
struct GraphFiles {
    /// The graph file, models that nodes name, and what side packets name.
    let read: [String]
    /// What side packets say is to be written.
    let written: [String]

    init(_ arguments: Arguments, _ config: GraphConfig, at path: String) {
        let targets = Set(
            config.nodes.flatMap(\.inputSidePackets).filter { $0.tag == "OUTPUT_FILE_PATH" }
                .map(\.name))
        let sides = arguments.texts("--side-packet").compactMap(NamedValue.init)
        func texts(_ isWanted: (NamedValue) -> Bool) -> [String] {
            sides.filter(isWanted).compactMap { try? $0.packet.get(String.self) }
        }
        written = texts { targets.contains($0.name) }
        let models = config.nodes.flatMap(\.options.entries).compactMap { entry in
            try? entry.message.string("model_path")
        }
        read = [path] + models + texts { !targets.contains($0.name) }
    }

    /// Refuses side packets that say to write where something is read.
    func check(_ arguments: Arguments) throws(CommandError) {
        try InputFiles([], and: read, arguments).check(written, for: "--side-packet")
    }
}
