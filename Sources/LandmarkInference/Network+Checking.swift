internal import LandmarkCore

extension Network {
    /// Checks that the last run returned usable numbers: neither NaN nor beyond ±10⁹, whose squares in pixels
    /// still fit a float. Damaged weights and defective devices return others. Lazy outputs are not checked.
    ///
    /// - Throws: `InferenceError.outputValue`.
    package func checkValues() throws(InferenceError) {
        for (position, output) in outputs.enumerated() where isComputed[position] {
            guard let start = executable.output(position) else { continue }
            let values = UnsafeBufferPointer(start: start, count: output.count)
            if let index = values.firstBeyond(1e9) {
                throw .outputValue(
                    model: name, position: position, output: output.name, index: index,
                    value: values[index])
            }
        }
    }
}

extension UnsafeBufferPointer<Float> {
    /// The index of the first value that is NaN or of a magnitude above `limit`, which is finite.
    fileprivate func firstBeyond(_ limit: Float) -> Int? {
        // Magnitudes order like their bits, and NaN is above infinity. A sum has its highest bit set if
        // the magnitude is above the limit. The loop has no branch, so the compiler can vectorize it.
        let distance = 0x7fff_ffff - limit.bitPattern
        var sums: UInt32 = 0
        for value in self { sums |= (value.bitPattern & 0x7fff_ffff) &+ distance }
        return sums >> 31 == 0 ? nil : firstIndex { !($0.magnitude <= limit) }
    }
}
