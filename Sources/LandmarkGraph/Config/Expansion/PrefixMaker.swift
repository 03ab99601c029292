/// Makes the prefixes that keep the names within a subgraph apart from all others.
struct PrefixMaker {
    /// A prefix is cut off here, lest names that grow with each level fill the memory.
    private static let longest = 200

    private var taken: Set<String> = []
    /// For each beginning that has been asked for the next number.
    private var numbers: [String: Int] = [:]
    private var prefixes: Set<String> = []

    /// Keeps away from these names.
    mutating func reserve(_ names: some Sequence<String>) { taken.formUnion(names) }

    /// A prefix with which none of `names` becomes one that is taken, for what stands within a node:
    /// the node's name in lower case and two underscores, as in MediaPipe, with a number where that
    /// does not do.
    mutating func prefix(for node: String, names: [String]) -> String {
        var bytes = node.utf8.prefix(Self.longest).map { byte in
            let lower = byte.isUpper ? byte | 0x20 : byte
            return lower.isLower || lower.isDigit ? lower : UInt8(ascii: "_")
        }
        if bytes.first?.isDigit ?? true { bytes.insert(UInt8(ascii: "_"), at: 0) }
        let base = String(decoding: bytes, as: UTF8.self)
        var prefix = base + "__"
        while prefixes.contains(prefix) || names.contains(where: { taken.contains(prefix + $0) }) {
            let number = numbers[base, default: 2]
            numbers[base] = number + 1
            prefix = "\(base)_\(number)__"
        }
        prefixes.insert(prefix)
        return prefix
    }
}
