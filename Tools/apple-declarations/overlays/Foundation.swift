@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationEssentials
@_exported import Glibc
@_exported import ObjectiveC

extension String: @retroactive _ObjectiveCBridgeable {
    @_semantics("convertToObjectiveC") public func _bridgeToObjectiveC() -> NSString { NSString() }
    public static func _forceBridgeFromObjectiveC(_ x: NSString, result: inout String?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSString, result: inout String?)
        -> Bool
    { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSString?) -> String { "" }
}
extension Array: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSArray { NSArray() }
    public static func _forceBridgeFromObjectiveC(_ x: NSArray, result: inout [Element]?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSArray, result: inout [Element]?)
        -> Bool
    { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSArray?) -> [Element] { [] }
}
extension Dictionary: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDictionary { NSDictionary() }
    public static func _forceBridgeFromObjectiveC(_ x: NSDictionary, result: inout [Key: Value]?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSDictionary, result: inout [Key: Value]?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSDictionary?) -> [Key: Value] {
        [:]
    }
}
extension NSError: @retroactive Error, @unchecked Sendable {}
public func _convertErrorToNSError(_ e: any Error) -> NSError {
    NSError(domain: "", code: 0, userInfo: nil)
}
public func _convertNSErrorToError(_ e: NSError?) -> any Error { e! }
open class Bundle: NSObject {
    public static let main = Bundle(); open var resourcePath: String? { nil };
    open func path(forResource: String?, ofType: String?) -> String? { nil }
}
public protocol LocalizedError: Error { var errorDescription: String? { get } }
public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
public let NSUnderlyingErrorKey = "NSUnderlyingError"
public final class NSLock: @unchecked Sendable {
    public init() {}; public func lock() {}; public func unlock() {};
    public func withLock<R>(_ b: () throws -> R) rethrows -> R { try b() }
}
extension NSNumber {
    public convenience init(value: Float) { self.init() };
    public convenience init(value: Int) { self.init() };
    public convenience init(value: Double) { self.init() };
    public convenience init(value: Bool) { self.init() }
    public var floatValue: Float { 0 }; public var intValue: Int { 0 };
    public var doubleValue: Double { 0 }
}
public typealias CGFloat = Double
public struct CGPoint: Equatable, Hashable, Sendable {
    public var x, y: CGFloat; public init(x: CGFloat, y: CGFloat) { self.x = x; self.y = y };
    public static let zero = CGPoint(x: 0, y: 0)
}
public struct CGSize: Equatable, Sendable {
    public var width, height: CGFloat;
    public init(width: CGFloat, height: CGFloat) { self.width = width; self.height = height };
    public init(width: Int, height: Int) { self.width = 0; self.height = 0 }
}
public struct CGRect: Equatable, Sendable {
    public var origin: CGPoint; public var size: CGSize;
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        origin = .zero; size = CGSize(width: width, height: height)
    };
    public init(x: Int, y: Int, width: Int, height: Int) {
        origin = .zero; size = CGSize(width: width, height: height)
    }
}
