/// The width of the numbers in an exported network.
public enum ExportPrecision: String, Sendable, Hashable, CaseIterable {
    /// 32-bit floats: the results of the exported network equal this package's except for the order of
    /// sums.
    case single = "f32"
    /// 16-bit floats for weights and for all arithmetic that the other runtime does in 16 bits. Files are
    /// half as large, and landmarks move by fractions of a pixel.
    case half = "f16"
}

extension ExportPrecision {
    /// The bytes of numbers in this precision, little-endian.
    func bytes(of values: [Float]) -> [UInt8] {
        switch self {
        case .single: Self.bytes(values) { $0.bitPattern.littleEndian }
        case .half: Self.bytes(values) { HalfPrecision.narrow($0).littleEndian }
        }
    }

    private static func bytes<Word: FixedWidthInteger>(
        _ values: [Float], _ word: (Float) -> Word
    ) -> [UInt8] {
        let size = MemoryLayout<Word>.size
        return [UInt8](unsafeUninitializedCapacity: values.count * size) { buffer, used in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for (index, value) in values.enumerated() {
                raw.storeBytes(of: word(value), toByteOffset: index * size, as: Word.self)
            }
            used = values.count * size
        }
    }
}

extension HalfPrecision {
    /// Returns the half-precision number nearest to `value`, ties to even; too large ones become
    /// infinite.
    package static func narrow(_ value: Float) -> UInt16 {
        let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 16) & 0x8000
        let magnitude = value.magnitude
        guard magnitude == magnitude else { return sign | 0x7e00 }
        // From here on, values round up to infinity.
        guard magnitude < 65520 else { return sign | 0x7c00 }
        // Below 2⁻¹⁴, numbers are multiples of 2⁻²⁴.
        guard magnitude >= 0x1p-14 else {
            return sign | UInt16((magnitude * 0x1p24).rounded(.toNearestOrEven))
        }
        // Rounding may carry into the exponent, which yields the right number.
        let bits = magnitude.bitPattern - (112 << 23)
        let kept = bits >> 13
        let rest = bits & 0x1fff
        let up = rest > 0x1000 || rest == 0x1000 && kept & 1 == 1
        return sign | UInt16(truncatingIfNeeded: kept + (up ? 1 : 0))
    }
}
