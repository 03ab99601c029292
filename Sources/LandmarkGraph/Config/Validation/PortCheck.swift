/// Checks names, tags and indices of the streams or side packets of one kind: MediaPipe's rules
/// (mediapipe/framework/tool/tag_map.cc).
enum PortCheck {
    static func faults(
        _ references: [StreamReference], _ kind: PortKind, _ node: NodeLabel?
    ) -> [GraphFault] {
        var faults: [GraphFault] = []
        var seen: Set<Port> = []
        var last: [String: StreamReference] = [:]
        var counts: [String: Int] = [:]
        for reference in references {
            guard isWellWritten(reference) else {
                faults.append(
                    GraphFault(
                        .reference(kind, reference.description), node: node,
                        at: reference.position))
                continue
            }
            let (tag, index) = (reference.tag, reference.index)
            guard seen.insert(Port(reference)).inserted else {
                faults.append(
                    GraphFault(
                        .repeatedPort(kind, tag: tag, index: index), node: node,
                        at: reference.position))
                continue
            }
            counts[tag, default: 0] += 1
            if index >= last[tag]?.index ?? 0 { last[tag] = reference }
        }
        for (tag, reference) in last.sorted(by: { $0.key < $1.key })
        where reference.index >= counts[tag, default: 0] {
            let gap = (0...reference.index).first { !seen.contains(Port(tag: tag, index: $0)) }
            faults.append(
                GraphFault(
                    .missingIndex(kind, tag: tag, index: gap ?? 0), node: node,
                    at: reference.position))
        }
        return faults
    }

    private static func isWellWritten(_ reference: StreamReference) -> Bool {
        PortName.isName(reference.name)
            && (reference.tag.isEmpty
                || PortName.isTag(reference.tag)
                    && 0...PortName.greatestIndex ~= reference.index)
    }
}
