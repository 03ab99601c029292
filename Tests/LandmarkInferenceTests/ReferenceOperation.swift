import Foundation
import LandmarkInference

/// One node with its operands, computed one value at a time.
struct ReferenceOperation {
    typealias Memory = UnsafeMutableBufferPointer<Float>

    let node: NetworkGraph.Node
    let output: NetworkGraph.Value
    private let source: NetworkGraph.Value
    /// The inputs with their shapes.
    private let inputs: [(value: NetworkGraph.Value, memory: Memory)]
    private let residual: (channels: Int, memory: Memory)?
    /// Constants of the operation: weights and bias, or factors and epsilon.
    private let weights: [Float]
    private let bias: [Float]
    private let slopes: [Float]

    init(
        _ node: NetworkGraph.Node, of graph: NetworkGraph, _ memory: [Int: Memory],
        _ constants: ConstantReader
    ) throws(InferenceError) {
        func floats(_ value: Int?) throws(InferenceError) -> [Float] {
            guard let value, let constant = graph.values[value].constant else { return [] }
            return try constants.floats(of: constant)
        }
        self.node = node
        output = graph.values[node.output]
        source = graph.values[node.inputs[0]]
        inputs = node.inputs.compactMap { value in
            memory[value].map { (graph.values[value], $0) }
        }
        residual = node.epilogue.residual.flatMap { value in
            memory[value].map { (graph.values[value].channels, $0) }
        }
        switch node.operation {
        case .convolution(_, let weights, let bias), .depthwise(_, let weights, let bias):
            self.weights = try floats(weights)
            self.bias = try floats(bias)
        case .layerNorm(let factors, let epsilon, _):
            weights = try floats(factors)
            bias = try floats(epsilon)
        default:
            weights = []
            bias = []
        }
        if case .prelu(let slopes) = node.epilogue.activation {
            self.slopes = try floats(slopes)
        } else {
            slopes = []
        }
    }

    /// Computes all values of the output.
    func run(into target: Memory) {
        switch node.operation {
        case .binary(let function, let activation):
            for index in target.indices {
                let result = function.apply(broadcast(0, at: index), broadcast(1, at: index))
                target[index] = activation?.apply(result) ?? result
            }
        case .unary(let function):
            for index in target.indices { target[index] = function.apply(inputs[0].memory[index]) }
        case .copies(let copies, let fill):
            if let fill { target.update(repeating: fill) }
            for copy in copies { run(copy, into: target) }
        case .reshape:
            _ = target.update(from: inputs[0].memory)
        case .reduce(let axes, let mean):
            reduce(axes, mean: mean, into: target)
        case .softmax(let beta):
            softmax(beta, into: target)
        case .layerNorm(_, _, let transposed):
            normalize(transposed: transposed, into: target)
        default:
            for pixel in 0..<output.pixels {
                for channel in 0..<output.channels {
                    target[pixel * output.channels + channel] = value(
                        pixel: pixel, channel: channel)
                }
            }
        }
    }

    // MARK: Operations on images

    /// Computes one value of an operation on images, with its epilogue.
    func value(pixel: Int, channel: Int) -> Float {
        var result = bare(pixel, channel)
        let added =
            residual.map {
                channel < $0.channels ? $0.memory[pixel * $0.channels + channel] : 0
            } ?? 0
        if !node.epilogue.residualLast { result += added }
        switch node.epilogue.activation {
        case .none: break
        case .relu: result = UnaryFunction.relu.apply(result)
        case .relu6: result = UnaryFunction.relu6.apply(result)
        case .hardSwish: result = UnaryFunction.hardSwish.apply(result)
        case .prelu: result = max(result, 0) + slopes[channel] * min(result, 0)
        }
        return node.epilogue.residualLast ? result + added : result
    }

    /// Computes one value without the epilogue.
    private func bare(_ pixel: Int, _ channel: Int) -> Float {
        let (y, x) = (pixel / output.width, pixel % output.width)
        switch node.operation {
        case .convolution(let window, _, _):
            guard !window.isPointwise else { return pointwise(pixel, channel) }
            return convolution(window, y, x, channel)
        case .depthwise(let window, _, _):
            var sum = Double(bias.isEmpty ? 0 : bias[channel])
            for (tap, place) in taps(window, y, x) {
                let weight = weights[tap * source.channels + channel]
                sum += Double(input(place, channel)) * Double(weight)
            }
            return Float(sum)
        case .pool(let window, let average):
            let values = taps(window, y, x).map { input($0.pixel, channel) }
            guard average else { return values.reduce(-.infinity, max) }
            return Float(values.reduce(0) { $0 + Double($1) } / Double(values.count))
        case .resize(let corners, let centers):
            return resized(y, x, channel, corners: corners, centers: centers)
        case .depthToSpace(let square):
            let corner = y % square * square + x % square
            return input(
                y / square * source.width + x / square, corner * output.channels + channel)
        case .spatialMean:
            let sum = (0..<source.pixels).reduce(0.0) { $0 + Double(input($1, channel)) }
            return Float(sum / Double(source.pixels))
        case .padImage(let top, let left):
            let (row, column) = (y - top, x - left)
            guard 0..<source.height ~= row, 0..<source.width ~= column else { return 0 }
            return input(row * source.width + column, channel)
        default:
            return channel < source.channels ? input(pixel, channel) : 0
        }
    }

    private func input(_ pixel: Int, _ channel: Int) -> Float {
        inputs[0].memory[pixel * source.channels + channel]
    }

    private func pointwise(_ pixel: Int, _ channel: Int) -> Float {
        var sum = Double(bias.isEmpty ? 0 : bias[channel])
        for k in 0..<source.channels {
            sum += Double(input(pixel, k)) * Double(weights[channel * source.channels + k])
        }
        return Float(sum)
    }

    private func convolution(
        _ window: NetworkGraph.Window, _ y: Int, _ x: Int, _ channel: Int
    ) -> Float {
        var sum = Double(bias.isEmpty ? 0 : bias[channel])
        let count = source.channels
        for (tap, pixel) in taps(window, y, x) {
            let first = (channel * window.height * window.width + tap) * count
            for k in 0..<count { sum += Double(input(pixel, k)) * Double(weights[first + k]) }
        }
        return Float(sum)
    }

    /// Returns the taps of a window that lie inside the image, with their pixels.
    private func taps(
        _ window: NetworkGraph.Window, _ y: Int, _ x: Int
    ) -> [(tap: Int, pixel: Int)] {
        var taps: [(tap: Int, pixel: Int)] = []
        for ky in 0..<window.height {
            let row = y * window.strideY - window.top + ky * window.dilationY
            guard 0..<source.height ~= row else { continue }
            for kx in 0..<window.width {
                let column = x * window.strideX - window.left + kx * window.dilationX
                guard 0..<source.width ~= column else { continue }
                taps.append((ky * window.width + kx, row * source.width + column))
            }
        }
        return taps
    }

    private func resized(
        _ y: Int, _ x: Int, _ channel: Int, corners: Bool, centers: Bool
    ) -> Float {
        func place(_ index: Int, _ inputs: Int, _ outputs: Int) -> (Int, Int, Double) {
            let scale =
                corners && outputs > 1
                ? Float(inputs - 1) / Float(outputs - 1) : Float(inputs) / Float(outputs)
            let at = max(centers ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale, 0)
            let low = min(Int(at), inputs - 1)
            return (low, min(low + 1, inputs - 1), Double(at - Float(low)))
        }
        let (top, bottom, down) = place(y, source.height, output.height)
        let (left, right, across) = place(x, source.width, output.width)
        func mixed(_ row: Int) -> Double {
            Double(input(row * source.width + left, channel)) * (1 - across)
                + Double(input(row * source.width + right, channel)) * across
        }
        return Float(mixed(top) * (1 - down) + mixed(bottom) * down)
    }

    private func normalize(transposed: Bool, into target: Memory) {
        let channels = source.channels
        for row in 0..<source.pixels {
            let values = (0..<channels).map { Double(input(row, $0)) }
            let mean = values.reduce(0, +) / Double(channels)
            let variance =
                values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(channels)
            for channel in 0..<channels {
                let factor = Double(weights[channel]) / (variance + Double(bias[0])).squareRoot()
                let place =
                    transposed ? channel * source.pixels + row : row * channels + channel
                target[place] = Float((values[channel] - mean) * factor)
            }
        }
    }

    // MARK: Operations on row-major arrays

    private func broadcast(_ position: Int, at index: Int) -> Float {
        let own = inputs[position].value.shape
        var (index, place, step) = (index, 0, 1)
        for d in output.shape.indices.reversed() {
            let at = index % output.shape[d]
            index /= output.shape[d]
            let size = d - (output.shape.count - own.count)
            guard size >= 0 else { break }
            if own[size] > 1 { place += at * step }
            step *= own[size]
        }
        return inputs[position].memory[place]
    }

    private func run(_ copy: NetworkGraph.StridedCopy, into target: Memory) {
        let from = inputs[copy.input].memory
        for index in 0..<copy.shape.reduce(1, *) {
            var (index, read, written) = (index, copy.inputOffset, copy.outputOffset)
            for d in copy.shape.indices.reversed() {
                read += index % copy.shape[d] * copy.inputSteps[d]
                written += index % copy.shape[d] * copy.outputSteps[d]
                index /= copy.shape[d]
            }
            target[written] = from[read]
        }
    }

    private func reduce(_ axes: Set<Int>, mean: Bool, into target: Memory) {
        let shape = source.shape
        let count = axes.reduce(1) { $0 * shape[$1] }
        var sums = Array(repeating: 0.0, count: target.count)
        for index in inputs[0].memory.indices {
            var (rest, place, step) = (index, 0, 1)
            for d in shape.indices.reversed() {
                if !axes.contains(d) {
                    place += rest % shape[d] * step
                    step *= shape[d]
                }
                rest /= shape[d]
            }
            sums[place] += Double(inputs[0].memory[index])
        }
        for index in target.indices {
            target[index] = Float(mean ? sums[index] / Double(count) : sums[index])
        }
    }

    private func softmax(_ beta: Float, into target: Memory) {
        for row in 0..<source.pixels {
            let powers = (0..<source.channels).map { exp(Double(input(row, $0)) * Double(beta)) }
            let sum = powers.reduce(0, +)
            for (channel, power) in powers.enumerated() {
                target[row * source.channels + channel] = Float(power / sum)
            }
        }
    }
}

private typealias UnaryFunction = NetworkGraph.UnaryFunction

extension NetworkGraph.BinaryFunction {
    fileprivate func apply(_ a: Float, _ b: Float) -> Float {
        switch self {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        case .divide: a / b
        case .maximum: max(a, b)
        case .minimum: min(a, b)
        case .squaredDifference: (a - b) * (a - b)
        }
    }
}

extension NetworkGraph.UnaryFunction {
    fileprivate func apply(_ x: Float) -> Float {
        switch self {
        case .negate: -x
        case .absolute: abs(x)
        case .squareRoot: x.squareRoot()
        case .reciprocalSquareRoot: 1 / x.squareRoot()
        case .square: x * x
        case .exponential: Float(exp(Double(x)))
        case .logistic: Float(1 / (1 + exp(-Double(x))))
        case .tanh: Float(Foundation.tanh(Double(x)))
        case .relu: max(x, 0)
        case .relu6: min(max(x, 0), 6)
        case .reluN1To1: min(max(x, -1), 1)
        case .hardSwish: x * min(max(x + 3, 0), 6) / 6
        case .leakyRelu(let slope): x > 0 ? x : slope * x
        }
    }
}
