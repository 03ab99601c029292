/// The two sides of the body: the person's own left and right, regardless of the view.
public enum BodySide: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person's left.
    case left
    /// The person's right.
    case right

    /// The opposite side.
    public var other: BodySide { self == .left ? .right : .left }
}

/// A value for each side of the body.
public struct BySide<Value> {
    /// The value of the left side.
    public var left: Value
    /// The value of the right side.
    public var right: Value

    /// Creates a pair of values.
    public init(left: Value, right: Value) {
        self.left = left
        self.right = right
    }

    /// The value of a side.
    public subscript(side: BodySide) -> Value {
        get { side == .left ? left : right }
        set { if side == .left { left = newValue } else { right = newValue } }
    }
}

extension BySide: Sendable where Value: Sendable {}
extension BySide: Equatable where Value: Equatable {}
extension BySide: Hashable where Value: Hashable {}
