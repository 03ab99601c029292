extension NetworkGraph {
    /// Moves zero borders into the windows of the convolutions that read them.
    mutating func foldPads() {
        let producers = producers()
        let readable = Set(
            nodes.indices.filter { nodes[$0].operation.window != nil }.flatMap { nodes[$0].inputs })
        let others = Set(
            nodes.filter { $0.operation.window == nil }.flatMap(\.reads) + outputs.map(\.value))
        for value in readable.subtracting(others) {
            guard let producer = producers[value],
                case .padImage(let top, let left) = nodes[producer].operation
            else { continue }
            let source = nodes[producer].inputs[0]
            let bottom = values[value].height - values[source].height - top
            let right = values[value].width - values[source].width - left
            for index in nodes.indices where nodes[index].inputs == [value] {
                nodes[index].inputs = [source]
                nodes[index].operation.pad(top: top, bottom: bottom, left: left, right: right)
            }
        }
        prune()
    }
}

extension NetworkGraph.Operation {
    /// The window of a convolution, whose padding is zero. Pooling ignores padding, so nothing can
    /// be folded into it.
    fileprivate var window: NetworkGraph.Window? {
        switch self {
        case .convolution(let window, _, _), .depthwise(let window, _, _): window
        default: nil
        }
    }

    fileprivate mutating func pad(top: Int, bottom: Int, left: Int, right: Int) {
        func padded(_ window: NetworkGraph.Window) -> NetworkGraph.Window {
            var window = window
            window.top += top
            window.bottom += bottom
            window.left += left
            window.right += right
            return window
        }
        switch self {
        case .convolution(let window, let weights, let bias):
            self = .convolution(padded(window), weights: weights, bias: bias)
        case .depthwise(let window, let weights, let bias):
            self = .depthwise(padded(window), weights: weights, bias: bias)
        default:
            break
        }
    }
}
