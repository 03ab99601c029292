@_exported import ObjectiveC

public struct Selector: ExpressibleByStringLiteral, Sendable {
    public init(_ s: String) {}; public init(stringLiteral s: String) {}
}
public struct ObjCBool: ExpressibleByBooleanLiteral {
    public var boolValue: Bool; public init(_ b: Bool) { boolValue = b };
    public init(booleanLiteral b: Bool) { boolValue = b }
}
public func _convertBoolToObjCBool(_ x: Bool) -> ObjCBool { ObjCBool(x) }
public func _convertObjCBoolToBool(_ x: ObjCBool) -> Bool { x.boolValue }
extension NSObject: Equatable, Hashable {
    public static func == (a: NSObject, b: NSObject) -> Bool { a.isEqual(b) }
    public func hash(into h: inout Hasher) {}
}
public struct NSZone { let p: OpaquePointer? }
