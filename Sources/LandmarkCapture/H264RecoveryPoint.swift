/// Where decoding of H.264 can begin: packets that a file marks as keyframes may only begin an intra refresh, after
/// which images become complete gradually.
package enum H264RecoveryPoint {
    private static let instantRefresh: UInt8 = 5
    private static let supplement: UInt8 = 6
    private static let recoveryPoint = 6

    /// Whether the first image of a packet is incomplete if decoding begins there: it has a recovery point that
    /// lies in a later image (ITU-T H.264, D.2.8).
    ///
    /// - Parameters:
    ///   - packet: NAL units.
    ///   - configuration: The stream's `AVCDecoderConfigurationRecord`; without one, NAL units begin with start
    ///     codes.
    package static func isLater(_ packet: UnsafeBufferPointer<UInt8>, configuration: [UInt8])
        -> Bool
    {
        var isLater = false
        for unit in units(of: packet, configuration: configuration) {
            guard let first = unit.first else { continue }
            switch first & 31 {
            case instantRefresh: return false
            case supplement:
                if let isImmediate = immediate(in: unescaped(unit.dropFirst())) {
                    isLater = !isImmediate
                }
            default: break
            }
        }
        return isLater
    }

    private static func units(
        of packet: UnsafeBufferPointer<UInt8>, configuration: [UInt8]
    ) -> [Slice<UnsafeBufferPointer<UInt8>>] {
        guard configuration.count > 4, configuration[0] == 1 else {
            return unitsAfterStartCodes(packet)
        }
        let lengthSize = Int(configuration[4] & 3) + 1
        var units: [Slice<UnsafeBufferPointer<UInt8>>] = []
        var place = 0
        while place + lengthSize < packet.count {
            let length = packet[place..<place + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            place += lengthSize
            guard length > 0, length <= packet.count - place else { break }
            units.append(packet[place..<place + length])
            place += length
        }
        return units
    }

    private static func unitsAfterStartCodes(
        _ packet: UnsafeBufferPointer<UInt8>
    ) -> [Slice<UnsafeBufferPointer<UInt8>>] {
        let starts = (0..<max(0, packet.count - 3)).filter {
            packet[$0] == 0 && packet[$0 + 1] == 0 && packet[$0 + 2] == 1
        }
        return zip(starts, starts.dropFirst() + [packet.count]).map { packet[$0 + 3..<$1] }
    }

    /// Removes the byte 3 that is written after two zeros.
    private static func unescaped(_ unit: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }

    /// Whether the recovery point among supplemental messages is the image itself; nil if there is none.
    private static func immediate(in messages: [UInt8]) -> Bool? {
        var place = 0
        func number() -> Int? {
            var sum = 0
            while place < messages.count {
                let byte = messages[place]
                place += 1
                sum += Int(byte)
                if byte != 255 { return sum }
            }
            return nil
        }
        while let type = number(), let size = number(), size <= messages.count - place {
            // A count of images, of which 0 is written as a single bit.
            if type == recoveryPoint, size > 0 { return messages[place] & 0x80 != 0 }
            place += size
        }
        return nil
    }
}
