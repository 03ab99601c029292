/// Operators as the shortest possible loops, summed in double precision.
enum Naive {
    /// Rows of `width × channels` numbers.
    struct Image {
        let height: Int
        let width: Int
        let channels: Int
        var values: [Float]

        var shape: [Int] { [1, height, width, channels] }

        init(_ height: Int, _ width: Int, _ channels: Int, _ values: [Float]) {
            self.height = height
            self.width = width
            self.channels = channels
            self.values = values
        }

        init(_ height: Int, _ width: Int, _ channels: Int, at: (Int, Int, Int) -> Float) {
            var values: [Float] = []
            for y in 0..<height {
                for x in 0..<width {
                    for c in 0..<channels { values.append(at(y, x, c)) }
                }
            }
            self.init(height, width, channels, values)
        }

        /// A pixel's number; nil outside the image.
        subscript(y: Int, x: Int, c: Int) -> Float? {
            guard 0..<height ~= y, 0..<width ~= x else { return nil }
            return values[(y * width + x) * channels + c]
        }

        func map(_ transform: (Float) -> Float) -> Image {
            Image(height, width, channels, values.map(transform))
        }

        /// Each number with its channel.
        func mapChannels(_ transform: (Float, Int) -> Float) -> Image {
            Image(
                height, width, channels,
                values.enumerated().map { transform($1, $0 % channels) })
        }

        func zip(_ other: Image, _ combine: (Float, Float) -> Float) -> Image {
            Image(height, width, channels, Swift.zip(values, other.values).map(combine))
        }
    }

    /// A window and its start, in one direction.
    struct Span {
        let kernel: Int
        let stride: Int
        let dilation: Int
        let before: Int
        let output: Int

        init(_ input: Int, kernel: Int, stride: Int, dilation: Int = 1, isSame: Bool) {
            self.kernel = kernel
            self.stride = stride
            self.dilation = dilation
            let reach = (kernel - 1) * dilation + 1
            output = isSame ? (input + stride - 1) / stride : (input - reach) / stride + 1
            before = isSame ? max(0, (output - 1) * stride + reach - input) / 2 : 0
        }

        /// The input position of a tap.
        func position(_ index: Int, _ tap: Int) -> Int { index * stride - before + tap * dilation }
    }

    /// Weights are output channels × rows × columns × input channels.
    static func convolve(
        _ image: Image, _ weights: [Float], _ bias: [Float]?, outputs: Int, _ rows: Span,
        _ columns: Span
    ) -> Image {
        Image(rows.output, columns.output, outputs) { y, x, o in
            var sum = Double(bias?[o] ?? 0)
            for ky in 0..<rows.kernel {
                for kx in 0..<columns.kernel {
                    let at = ((o * rows.kernel + ky) * columns.kernel + kx) * image.channels
                    for c in 0..<image.channels {
                        let value = image[rows.position(y, ky), columns.position(x, kx), c]
                        sum += Double(value ?? 0) * Double(weights[at + c])
                    }
                }
            }
            return Float(sum)
        }
    }

    /// Weights are rows × columns × channels.
    static func depthwise(
        _ image: Image, _ weights: [Float], _ bias: [Float]?, _ rows: Span, _ columns: Span
    ) -> Image {
        Image(rows.output, columns.output, image.channels) { y, x, c in
            var sum = Double(bias?[c] ?? 0)
            for ky in 0..<rows.kernel {
                for kx in 0..<columns.kernel {
                    let value = image[rows.position(y, ky), columns.position(x, kx), c]
                    let weight = weights[(ky * columns.kernel + kx) * image.channels + c]
                    sum += Double(value ?? 0) * Double(weight)
                }
            }
            return Float(sum)
        }
    }

    /// The maximum or the mean of the values inside the image.
    static func pool(_ image: Image, average: Bool, _ rows: Span, _ columns: Span) -> Image {
        Image(rows.output, columns.output, image.channels) { y, x, c in
            let inside = (0..<rows.kernel * columns.kernel).compactMap { tap in
                image[
                    rows.position(y, tap / columns.kernel),
                    columns.position(x, tap % columns.kernel), c]
            }
            guard average else { return inside.max() ?? 0 }
            return Float(inside.reduce(0) { $0 + Double($1) } / Double(inside.count))
        }
    }

    static func pad(_ image: Image, top: Int, bottom: Int, left: Int, right: Int) -> Image {
        Image(image.height + top + bottom, image.width + left + right, image.channels) {
            image[$0 - top, $1 - left, $2] ?? 0
        }
    }

    static func padChannels(_ image: Image, to channels: Int) -> Image {
        Image(image.height, image.width, channels) { y, x, c in
            c < image.channels ? image[y, x, c] ?? 0 : 0
        }
    }

    static func resize(
        _ image: Image, to height: Int, _ width: Int, corners: Bool, centers: Bool
    ) -> Image {
        func source(_ index: Int, _ input: Int, _ output: Int) -> (Int, Int, Double) {
            let scale =
                corners && output > 1
                ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
            var at = centers ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale
            at = max(at, 0)
            let low = min(Int(at), input - 1)
            return (low, min(low + 1, input - 1), Double(at - Float(low)))
        }
        return Image(height, width, image.channels) { y, x, c in
            let (y0, y1, fy) = source(y, image.height, height)
            let (x0, x1, fx) = source(x, image.width, width)
            func pixel(_ y: Int, _ x: Int) -> Double { Double(image[y, x, c] ?? 0) }
            let top = pixel(y0, x0) * (1 - fx) + pixel(y0, x1) * fx
            let bottom = pixel(y1, x0) * (1 - fx) + pixel(y1, x1) * fx
            return Float(top * (1 - fy) + bottom * fy)
        }
    }

    static func depthToSpace(_ image: Image, _ block: Int) -> Image {
        let channels = image.channels / (block * block)
        return Image(image.height * block, image.width * block, channels) { y, x, c in
            image[y / block, x / block, ((y % block) * block + x % block) * channels + c] ?? 0
        }
    }
}
