import LandmarkGraph
import LandmarkTestSupport

/// Makes messages of chance, such as reading a text gives.
struct TextChance {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func message(depth: Int) -> TextMessage {
        TextMessage((0..<generator.below(depth > 4 ? 2 : 6)).map { _ in field(depth: depth) })
    }

    private mutating func field(depth: Int) -> TextField {
        let (name, kind) = name()
        if generator.below(4) == 0 {
            let values = (0..<generator.below(4)).map { _ in value(depth: depth) }
            return TextField(name, kind: kind, list: values)
        }
        return TextField(name, kind: kind, value(depth: depth))
    }

    private mutating func name() -> (String, TextField.Kind) {
        switch generator.below(6) {
        case 0: ("\(word()).\(word()).\(word())", .extensionName)
        case 1: ("\(word()).\(word())-\(word())/\(word()).\(word())", .typeURL)
        default: (word(), .plain)
        }
    }

    private mutating func word() -> String {
        let first = Array("abcXYZ_")
        let other = Array("abcXYZ_019")
        return String(first[generator.below(first.count)])
            + String((0..<generator.below(6)).map { _ in other[generator.below(other.count)] })
    }

    private mutating func value(depth: Int) -> TextValue {
        switch generator.below(depth < 8 ? 6 : 5) {
        case 0: return TextValue(.string(bytes()))
        case 1: return .integer(Int(truncatingIfNeeded: generator.next()) >> generator.below(64))
        case 2: return TextValue(.integer(Int128(generator.next())))
        case 3:
            let number = Double(bitPattern: generator.next())
            return .double(number.isFinite ? number : 0.5)
        case 4: return .identifier(word())
        default: return .message(message(depth: depth + 1))
        }
    }

    private mutating func bytes() -> [UInt8] {
        let count = generator.below(12)
        switch generator.below(3) {
        case 0: return (0..<count).map { _ in UInt8(generator.below(256)) }
        case 1: return (0..<count).map { _ in UInt8(0x20 + generator.below(0x60)) }
        default: return Array(String("é\"\\\n\t€'😀\0x".shuffled(using: &generator)).utf8)
        }
    }
}
