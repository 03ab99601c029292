import LandmarkCore
import LandmarkGraph

/// The tags of streams that carry regions: one or several, as fractions of the image or in pixels.
enum RectTag: String, CaseIterable {
    case normalized = "NORM_RECT"
    case severalNormalized = "NORM_RECTS"
    case pixels = "RECT"
    case severalPixels = "RECTS"

    /// The payload.
    var type: any Any.Type {
        switch self {
        case .normalized: NormalizedRect.self
        case .severalNormalized: [NormalizedRect].self
        case .pixels: IntegerRect.self
        case .severalPixels: [IntegerRect].self
        }
    }

    /// Declares the streams of a kind; a node must have exactly one of them.
    ///
    /// - Returns: The tag that the node has.
    /// - Throws: `StandardCalculatorError` if there is none or more than one.
    static func declare(
        _ contract: inout CalculatorContract, _ kind: PortKind, _ node: NodeConfig
    ) throws(StandardCalculatorError) -> RectTag {
        let used = allCases.filter { node.count(kind, tag: $0.rawValue) > 0 }
        for tag in allCases {
            if kind == .inputStream {
                contract.input(tag.rawValue, 0, .type(tag.type), optional: true)
            } else {
                contract.output(tag.rawValue, 0, .type(tag.type), optional: true)
            }
        }
        guard used.count == 1, let tag = used.first else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw StandardCalculatorError("exactly one \(kind) of \(names) is required")
        }
        return tag
    }
}
