/// A device's model name as reported by the operating system, such as `iPhone14,2`.
///
/// Models of a family are ordered by their numbers: `iPhone9,1` < `iPhone14,2`, the opposite of
/// their order as text. Families are ordered by name, which has no significance.
public struct DeviceModel: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The name before the numbers, such as `iPhone`.
    public let family: String
    /// The number before the comma, such as 14.
    public let generation: Int
    /// The number after the comma, such as 2.
    public let variant: Int

    /// Creates a model.
    public init(family: String, generation: Int, variant: Int) {
        self.family = family
        self.generation = generation
        self.variant = variant
    }

    /// Reads a model name.
    ///
    /// - Parameter name: Letters and two numbers with a comma between them; nil for anything else,
    ///   such as `x86_64`.
    public init?(_ name: String) {
        let numbers = name.drop { $0.isLetter }
        let parts = numbers.split(separator: ",", omittingEmptySubsequences: false)
        guard numbers.startIndex > name.startIndex, parts.count == 2,
            parts.allSatisfy({
                $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
            }),
            let generation = Int(parts[0]), let variant = Int(parts[1])
        else { return nil }
        self.init(
            family: String(name[..<numbers.startIndex]), generation: generation, variant: variant)
    }

    /// The name, such as `iPhone14,2`.
    public var description: String { "\(family)\(generation),\(variant)" }

    /// Orders models by family, then by their numbers.
    public static func < (a: DeviceModel, b: DeviceModel) -> Bool {
        (a.family, a.generation, a.variant) < (b.family, b.generation, b.variant)
    }
}
