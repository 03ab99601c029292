extension Network {
    /// The values of a part of an output after a run, row by row.
    ///
    /// An output that the network was made to keep for windows (`NetworkOptions.lazyOutputs`) takes
    /// time for what is read of it; any other has been computed by the run.
    public func output(
        _ position: Int, in window: ChannelWindow
    ) throws(InferenceError) -> [Float] {
        try withOutput(position, in: window) { Array($0) }
    }

    /// Hands out the values of a part of an output, row by row, as the last run left them. A window
    /// of up to 256 values takes no memory but the stack's.
    package func withOutput<Result>(
        _ position: Int, in window: ChannelWindow, _ body: (UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result {
        let place = try place(ofOutput: position)
        let output = outputs[position]
        guard output.has(window) else {
            throw .noWindow(model: name, position: position, window, shape: output.shape)
        }
        let count = window.rows.count * window.columns.count
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { values in
            if let base = values.baseAddress, count > 0 {
                switch place {
                case .deferred(let deferred): deferred.write(window, from: plan.memory, to: base)
                case .buffer(let buffer): copy(window, of: output, from: buffer, to: base)
                }
            }
            return body(UnsafeBufferPointer(values))
        }
    }

    private func copy(
        _ window: ChannelWindow, of output: TensorDescription, from buffer: Int,
        to target: UnsafeMutablePointer<Float>
    ) {
        let source = plan.memory[buffer] + window.channel
        var target = target
        for row in window.rows {
            for column in window.columns {
                target.initialize(to: source[(row * output.width + column) * output.channels])
                target += 1
            }
        }
    }

    /// All values of an output that runs leave out, row-major.
    func whole(_ deferred: DeferredOutput, of output: TensorDescription) -> [Float] {
        let count = output.count
        return [Float](unsafeUninitializedCapacity: count) { values, used in
            for channel in 0..<output.channels {
                guard let base = values.baseAddress, count > 0 else { break }
                let window = ChannelWindow(
                    channel: channel, rows: 0..<output.height, columns: 0..<output.width)
                deferred.write(
                    window, from: plan.memory, to: base + channel, step: output.channels)
            }
            used = count
        }
    }
}

extension TensorDescription {
    fileprivate var isImage: Bool { shape.count == 4 && shape[0] == 1 }
    /// Rows of pixels; what is no image has one.
    fileprivate var height: Int { isImage ? shape[1] : 1 }
    /// Pixels in a row.
    fileprivate var width: Int { isImage ? shape[2] : shape.dropLast().reduce(1, *) }
    fileprivate var channels: Int { shape.last ?? 1 }

    fileprivate func has(_ window: ChannelWindow) -> Bool {
        window.channel >= 0 && window.channel < channels && window.rows.lowerBound >= 0
            && window.rows.upperBound <= height && window.columns.lowerBound >= 0
            && window.columns.upperBound <= width
    }
}
