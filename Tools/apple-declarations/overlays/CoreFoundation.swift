@_exported import CoreFoundation
@_exported import Darwin

@frozen public struct CGFloat: Sendable {
    public typealias NativeType = Double
    public var native: Double
    public init() { native = 0 }
    public init(_ value: Float) { native = Double(value) }
    public init(_ value: Double) { native = value }
    public init(_ value: CGFloat) { native = value.native }
}
extension CGFloat: BinaryFloatingPoint {
    public typealias RawSignificand = UInt64
    public typealias RawExponent = UInt
    public typealias Exponent = Int
    public typealias Stride = CGFloat
    public typealias Magnitude = CGFloat
    public static var exponentBitCount: Int { 11 }
    public static var significandBitCount: Int { 52 }
    public var exponentBitPattern: UInt { native.exponentBitPattern }
    public var significandBitPattern: UInt64 { native.significandBitPattern }
    public init(sign: FloatingPointSign, exponentBitPattern: UInt, significandBitPattern: UInt64) {
        native = 0
    }
    public init(sign: FloatingPointSign, exponent: Int, significand: CGFloat) { native = 0 }
    public init(signOf sign: CGFloat, magnitudeOf magnitude: CGFloat) { native = 0 }
    public init<Source: BinaryInteger>(_ value: Source) { native = Double(value) }
    public init?<Source: BinaryInteger>(exactly value: Source) { native = 0 }
    public init(integerLiteral value: Int) { native = Double(value) }
    public init(floatLiteral value: Double) { native = value }
    public static var radix: Int { 2 }
    public static var nan: CGFloat { CGFloat(Double.nan) }
    public static var signalingNaN: CGFloat { CGFloat(Double.nan) }
    public static var infinity: CGFloat { CGFloat(Double.infinity) }
    public static var greatestFiniteMagnitude: CGFloat { CGFloat(Double.greatestFiniteMagnitude) }
    public static var pi: CGFloat { CGFloat(Double.pi) }
    public static var leastNormalMagnitude: CGFloat { CGFloat(Double.leastNormalMagnitude) }
    public static var leastNonzeroMagnitude: CGFloat { CGFloat(Double.leastNonzeroMagnitude) }
    public var ulp: CGFloat { CGFloat(native.ulp) }
    public var sign: FloatingPointSign { native.sign }
    public var exponent: Int { native.exponent }
    public var significand: CGFloat { CGFloat(native.significand) }
    public var binade: CGFloat { CGFloat(native.binade) }
    public var significandWidth: Int { native.significandWidth }
    public var nextUp: CGFloat { CGFloat(native.nextUp) }
    public var magnitude: CGFloat { CGFloat(native.magnitude) }
    public var isNormal: Bool { native.isNormal }
    public var isFinite: Bool { native.isFinite }
    public var isZero: Bool { native.isZero }
    public var isSubnormal: Bool { native.isSubnormal }
    public var isInfinite: Bool { native.isInfinite }
    public var isNaN: Bool { native.isNaN }
    public var isSignalingNaN: Bool { native.isSignalingNaN }
    public var isCanonical: Bool { true }
    public mutating func formRemainder(dividingBy other: CGFloat) {}
    public mutating func formTruncatingRemainder(dividingBy other: CGFloat) {}
    public mutating func formSquareRoot() {}
    public mutating func addProduct(_ lhs: CGFloat, _ rhs: CGFloat) {}
    public mutating func round(_ rule: FloatingPointRoundingRule) {}
    public func isEqual(to other: CGFloat) -> Bool { native == other.native }
    public func isLess(than other: CGFloat) -> Bool { native < other.native }
    public func isLessThanOrEqualTo(_ other: CGFloat) -> Bool { native <= other.native }
    public func distance(to other: CGFloat) -> CGFloat { other - self }
    public func advanced(by amount: CGFloat) -> CGFloat { self + amount }
    public func hash(into hasher: inout Hasher) { hasher.combine(native) }
    public static func == (lhs: CGFloat, rhs: CGFloat) -> Bool { lhs.native == rhs.native }
    public static func < (lhs: CGFloat, rhs: CGFloat) -> Bool { lhs.native < rhs.native }
    public static func <= (lhs: CGFloat, rhs: CGFloat) -> Bool { lhs.native <= rhs.native }
    public static func > (lhs: CGFloat, rhs: CGFloat) -> Bool { lhs.native > rhs.native }
    public static func >= (lhs: CGFloat, rhs: CGFloat) -> Bool { lhs.native >= rhs.native }
    public static prefix func - (value: CGFloat) -> CGFloat { value }
    public mutating func negate() {}
    public static func + (lhs: CGFloat, rhs: CGFloat) -> CGFloat { lhs }
    public static func - (lhs: CGFloat, rhs: CGFloat) -> CGFloat { lhs }
    public static func * (lhs: CGFloat, rhs: CGFloat) -> CGFloat { lhs }
    public static func / (lhs: CGFloat, rhs: CGFloat) -> CGFloat { lhs }
    public static func += (lhs: inout CGFloat, rhs: CGFloat) {}
    public static func -= (lhs: inout CGFloat, rhs: CGFloat) {}
    public static func *= (lhs: inout CGFloat, rhs: CGFloat) {}
    public static func /= (lhs: inout CGFloat, rhs: CGFloat) {}
}
extension CGFloat: CustomStringConvertible, Codable {
    public var description: String { "" }
    public init(from decoder: any Decoder) throws { native = 0 }
    public func encode(to encoder: any Encoder) throws {}
}
extension Double {
    public init(_ value: CGFloat) { self = value.native }
}
extension Float {
    public init(_ value: CGFloat) { self = Float(value.native) }
}
extension Int {
    public init(_ value: CGFloat) { self = Int(value.native) }
}
public func sin(_ x: CGFloat) -> CGFloat { x }
public func cos(_ x: CGFloat) -> CGFloat { x }
public func atan2(_ y: CGFloat, _ x: CGFloat) -> CGFloat { y }
public func hypot(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x }
public func abs(_ x: CGFloat) -> CGFloat { x }

extension CGPoint: @retroactive Equatable, @retroactive Codable {
    public static let zero = CGPoint(x: 0 as CGFloat, y: 0 as CGFloat)
    public init(x: Int, y: Int) { self.init() }
    public init(x: Double, y: Double) { self.init() }
    public static func == (a: CGPoint, b: CGPoint) -> Bool { true }
    public init(from decoder: any Decoder) throws { self.init() }
    public func encode(to encoder: any Encoder) throws {}
    public func applying(_ t: CGAffineTransform) -> CGPoint { self }
}
extension CGSize: @retroactive Equatable, @retroactive Codable {
    public static let zero = CGSize(width: 0 as CGFloat, height: 0 as CGFloat)
    public init(width: Int, height: Int) { self.init() }
    public init(width: Double, height: Double) { self.init() }
    public static func == (a: CGSize, b: CGSize) -> Bool { true }
    public init(from decoder: any Decoder) throws { self.init() }
    public func encode(to encoder: any Encoder) throws {}
}
extension CGRect: @retroactive Equatable, @retroactive Codable {
    public static let zero = CGRect(x: 0 as CGFloat, y: 0, width: 0, height: 0)
    public static let null = CGRect.zero
    public static let infinite = CGRect.zero
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { self.init() }
    public init(x: Int, y: Int, width: Int, height: Int) { self.init() }
    public init(x: Double, y: Double, width: Double, height: Double) { self.init() }
    public static func == (a: CGRect, b: CGRect) -> Bool { true }
    public init(from decoder: any Decoder) throws { self.init() }
    public func encode(to encoder: any Encoder) throws {}
    public var width: CGFloat { 0 }
    public var height: CGFloat { 0 }
    public var minX: CGFloat { 0 }
    public var midX: CGFloat { 0 }
    public var maxX: CGFloat { 0 }
    public var minY: CGFloat { 0 }
    public var midY: CGFloat { 0 }
    public var maxY: CGFloat { 0 }
    public var isEmpty: Bool { true }
    public var isNull: Bool { true }
    public var integral: CGRect { self }
    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
    public func contains(_ point: CGPoint) -> Bool { true }
    public func contains(_ other: CGRect) -> Bool { true }
    public func intersects(_ other: CGRect) -> Bool { true }
    public func intersection(_ other: CGRect) -> CGRect { self }
    public func union(_ other: CGRect) -> CGRect { self }
    public func applying(_ t: CGAffineTransform) -> CGRect { self }
}
extension CGAffineTransform: @retroactive Equatable {
    public static let identity = CGAffineTransform()
    public init(translationX tx: CGFloat, y ty: CGFloat) { self.init() }
    public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init() }
    public init(rotationAngle angle: CGFloat) { self.init() }
    public init(
        _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
    ) { self.init() }
    public static func == (a: CGAffineTransform, b: CGAffineTransform) -> Bool { true }
    public var isIdentity: Bool { true }
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform { self }
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform { self }
    public func rotated(by angle: CGFloat) -> CGAffineTransform { self }
    public func inverted() -> CGAffineTransform { self }
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform { self }
}

// What MediaPipe's sample apps use.
public let CGSizeZero = CGSize.zero
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { .zero }
public func CGRectMake(
    _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat
) -> CGRect { .zero }
