import LandmarkCore
import LandmarkGraph

extension GraphConfig {
    /// The nonexistent files that the graph's `ResourceProviderCalculator`s read, if constants name
    /// them. If a side packet of the run selects one of several constants, one existing file is
    /// enough.
    var missingResources: [MissingFile] {
        let sources = SidePacketSources(nodes)
        return nodes.filter { $0.calculator == "ResourceProviderCalculator" }.flatMap { node in
            node.inputSidePackets.filter { $0.tag == "RESOURCE_ID" }.compactMap { packet in
                let paths = sources.texts(of: packet.name)
                guard let first = paths.first, !paths.contains(where: FileSystem.isFile)
                else { return nil }
                return MissingFile(node: node.label, option: packet.tag, path: first)
            }
        }
    }
}

/// The origins of a graph's side packets.
private struct SidePacketSources {
    private var producers: [String: (node: NodeConfig, port: StreamReference)] = [:]

    init(_ nodes: [NodeConfig]) {
        for node in nodes {
            for port in node.outputSidePackets { producers[port.name] = (node, port) }
        }
    }

    /// The possible texts of a side packet, if they come from constants.
    func texts(of name: String) -> [String] {
        var texts: [String] = []
        var pending = [name]
        var seen: Set<String> = []
        while let name = pending.popLast() {
            guard seen.insert(name).inserted, let (node, port) = producers[name] else { continue }
            switch node.calculator {
            case "ConstantSidePacketCalculator": texts += text(node, port.index)
            case "SwitchMuxCalculator": pending += chosen(node, port).reversed()
            case "DefaultSidePacketCalculator":
                pending += node.inputSidePackets.filter { $0.tag == "DEFAULT_VALUE" }.map(\.name)
            default: continue
            }
        }
        return texts
    }

    private func text(_ node: NodeConfig, _ index: Int) -> [String] {
        let options = node.options.message("ConstantSidePacketCalculatorOptions")
        guard let packets = try? options?.messages("packet"), packets.indices.contains(index),
            let text = try? packets[index].string("string_value")
        else { return [] }
        return [text]
    }

    /// The side packets of the channel that the options select, or of all channels if the run
    /// selects.
    private func chosen(_ mux: NodeConfig, _ port: StreamReference) -> [String] {
        let all = mux.inputSidePackets.filter {
            $0.index == port.index && $0.tag.hasSuffix("__" + port.tag)
        }
        if mux.inputSidePackets.contains(where: { $0.tag == "SELECT" || $0.tag == "ENABLE" }) {
            return all.map(\.name)
        }
        let options = mux.options.message("SwitchContainerOptions")
        let channel = (try? options?.chosenChannel()) ?? 0
        return all.filter { $0.tag == "C\(channel)__\(port.tag)" }.map(\.name)
    }
}
