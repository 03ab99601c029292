import LandmarkCommandSupport
import LandmarkGraph

/// The files that a graph reads and writes by itself, as its nodes and side packets name them.
struct GraphFiles {
    /// The graph file, models that nodes name, and what side packets name.
    let read: [String]
    /// What side packets say is to be written.
    let written: [String]

    init(_ config: GraphConfig, at path: String, sidePackets: [String: Packet]) {
        let targets = Set(
            config.nodes.flatMap(\.inputSidePackets).filter { $0.tag == "OUTPUT_FILE_PATH" }
                .map(\.name))
        func texts(_ isWanted: (String) -> Bool) -> [String] {
            sidePackets.keys.sorted().filter(isWanted).compactMap { name in
                try? sidePackets[name]?.get(String.self)
            }
        }
        written = texts { targets.contains($0) }
        let models = config.nodes.flatMap(\.options.entries).compactMap { entry in
            try? entry.message.string("model_path")
        }
        read = [path] + models + texts { !targets.contains($0) }
    }

    /// Refuses side packets that say to write where something is read.
    func check(_ arguments: Arguments) throws(CommandError) {
        try InputFiles([], and: read, arguments).check(written, for: "--side-packet")
    }
}
