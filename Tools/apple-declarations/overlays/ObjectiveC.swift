@_exported import ObjectiveC

public struct Selector: ExpressibleByStringLiteral, Hashable, Sendable {
    var ptr: OpaquePointer
    public init(_ string: String) { ptr = OpaquePointer(bitPattern: 1)! }
    public init(stringLiteral string: String) { ptr = OpaquePointer(bitPattern: 1)! }
}
@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
    public var boolValue: Bool
    public init(_ value: Bool) { boolValue = value }
    public init(booleanLiteral value: Bool) { boolValue = value }
}
public func _convertBoolToObjCBool(_ x: Bool) -> ObjCBool { ObjCBool(x) }
public func _convertObjCBoolToBool(_ x: ObjCBool) -> Bool { x.boolValue }
extension NSObject: Equatable, Hashable, CVarArg {
    public static func == (a: NSObject, b: NSObject) -> Bool { a.isEqual(b) }
    public func hash(into hasher: inout Hasher) {}
    public var _cVarArgEncoding: [Int] { [] }
}
public struct NSZone {
    let pointer: OpaquePointer?
}
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result { try body() }
