@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import ObjectiveC

// Bridging, which the compiler asks for by name.

extension String: @retroactive _ObjectiveCBridgeable {
    @_semantics("convertToObjectiveC") public func _bridgeToObjectiveC() -> NSString { NSString() }
    public static func _forceBridgeFromObjectiveC(_ x: NSString, result: inout String?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSString, result: inout String?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSString?) -> String { "" }
}
extension Array: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSArray { NSArray() }
    public static func _forceBridgeFromObjectiveC(_ x: NSArray, result: inout Array<Element>?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSArray, result: inout Array<Element>?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSArray?) -> Array<Element> { [] }
}
extension Dictionary: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDictionary { NSDictionary() }
    public static func _forceBridgeFromObjectiveC(
        _ x: NSDictionary, result: inout Dictionary<Key, Value>?
    ) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSDictionary, result: inout Dictionary<Key, Value>?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSDictionary?) -> Dictionary<
        Key, Value
    > { [:] }
}
extension Set: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSSet { NSSet() }
    public static func _forceBridgeFromObjectiveC(_ x: NSSet, result: inout Set<Element>?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSSet, result: inout Set<Element>?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSSet?) -> Set<Element> { [] }
}
extension Bool: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Bool?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout Bool?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> Bool { false }
}
extension Int: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Int?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout Int?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> Int { 0 }
}
extension UInt: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout UInt?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout UInt?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> UInt { 0 }
}
extension Int32: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Int32?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout Int32?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> Int32 { 0 }
}
extension Int64: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Int64?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout Int64?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> Int64 { 0 }
}
extension UInt32: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout UInt32?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout UInt32?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> UInt32 { 0 }
}
extension Float: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Float?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout Float?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> Float { 0 }
}
extension Double: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Double?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout Double?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> Double { 0 }
}
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout CGFloat?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNumber, result: inout CGFloat?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNumber?) -> CGFloat { 0 }
}
extension Data: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSData { NSData() }
    public static func _forceBridgeFromObjectiveC(_ x: NSData, result: inout Data?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSData, result: inout Data?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSData?) -> Data { Data() }
}
extension URL: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURL { NSURL() }
    public static func _forceBridgeFromObjectiveC(_ x: NSURL, result: inout URL?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSURL, result: inout URL?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSURL?) -> URL {
        URL(fileURLWithPath: "")
    }
}
extension Date: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDate { NSDate() }
    public static func _forceBridgeFromObjectiveC(_ x: NSDate, result: inout Date?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSDate, result: inout Date?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSDate?) -> Date { Date() }
}
extension UUID: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSUUID { NSUUID() }
    public static func _forceBridgeFromObjectiveC(_ x: NSUUID, result: inout UUID?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSUUID, result: inout UUID?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSUUID?) -> UUID { UUID() }
}
extension Notification: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNotification { NSNotification() }
    public static func _forceBridgeFromObjectiveC(_ x: NSNotification, result: inout Notification?)
    {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ x: NSNotification, result: inout Notification?
    ) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ x: NSNotification?) -> Notification {
        Notification(name: .init(""))
    }
}

extension NSError: @retroactive Error {}
public func _convertErrorToNSError(_ error: any Error) -> NSError {
    NSError(domain: "", code: 0, userInfo: nil)
}
public func _convertNSErrorToError(_ error: NSError?) -> any Error { error! }
public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}
public protocol CustomNSError: Error {
    static var errorDomain: String { get }
    var errorCode: Int { get }
    var errorUserInfo: [String: Any] { get }
}
extension CustomNSError {
    public static var errorDomain: String { "" }
    public var errorCode: Int { 0 }
    public var errorUserInfo: [String: Any] { [:] }
}
extension Error {
    public var localizedDescription: String { "" }
}

extension NSNumber: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public required convenience init(floatLiteral value: Double) { self.init(value: value) }
    public required convenience init(integerLiteral value: Int) { self.init(value: value) }
    public required convenience init(booleanLiteral value: Bool) { self.init(value: value) }
    public convenience init(value: UInt8) { self.init(value: Int32(value)) }
}
extension NSString: ExpressibleByStringLiteral {
    public required convenience init(stringLiteral value: StaticString) { self.init() }
}
extension NSLocking {
    public func withLock<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}

public typealias TimeInterval = Double

public struct Data: Hashable, Sendable, Codable, RandomAccessCollection, MutableCollection,
    RangeReplaceableCollection
{
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = Data
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mappedIfSafe = ReadingOptions(rawValue: 1)
        public static let alwaysMapped = ReadingOptions(rawValue: 8)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
    }
    public init() {}
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init(count: Int) {}
    public init(capacity: Int) {}
    public init(repeating: UInt8, count: Int) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { self }
        set {}
    }
    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
    where C.Element == UInt8 {}
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    public mutating func withUnsafeMutableBytes<R>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> R
    ) rethrows -> R { try body(UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
}

public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
    public enum DirectoryHint: Sendable {
        case isDirectory, notDirectory, checkFileSystem, inferFromPath
    }
    public init?(string: String) {}
    public init(fileURLWithPath path: String) {}
    public init(fileURLWithPath path: String, isDirectory: Bool) {}
    @available(iOS 16, macOS 13, tvOS 16, *)
    public init(
        filePath path: String, directoryHint: DirectoryHint = .inferFromPath,
        relativeTo base: URL? = nil
    ) {}
    public var path: String { "" }
    @available(iOS 16, macOS 13, tvOS 16, *)
    public func path(percentEncoded: Bool = true) -> String { "" }
    public var absoluteString: String { "" }
    public var isFileURL: Bool { true }
    public var scheme: String? { nil }
    public var lastPathComponent: String { "" }
    public var pathExtension: String { "" }
    public var description: String { "" }
    public var standardizedFileURL: URL { self }
    public var standardized: URL { self }
    public func resolvingSymlinksInPath() -> URL { self }
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
    public func appendingPathExtension(_ name: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
    @available(iOS 16, macOS 13, tvOS 16, *)
    public func appending(path: String) -> URL { self }
    @available(iOS 16, macOS 13, tvOS 16, *)
    public func appending(component: String) -> URL { self }
    public func startAccessingSecurityScopedResource() -> Bool { true }
    public func stopAccessingSecurityScopedResource() {}
}

public struct Date: Hashable, Comparable, Sendable, Codable {
    public init() {}
    public init(timeIntervalSince1970 seconds: TimeInterval) {}
    public init(timeIntervalSinceNow seconds: TimeInterval) {}
    public var timeIntervalSince1970: TimeInterval { 0 }
    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
    public var timeIntervalSinceNow: TimeInterval { 0 }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
    public func addingTimeInterval(_ seconds: TimeInterval) -> Date { self }
    public static func < (a: Date, b: Date) -> Bool { false }
    @available(iOS 15, macOS 12, tvOS 15, *)
    public static var now: Date { Date() }
}

public struct UUID: Hashable, Sendable, Codable {
    public init() {}
    public init?(uuidString string: String) {}
    public var uuidString: String { "" }
}

public struct Notification: Sendable {
    public typealias Name = NSNotification.Name
    public var name: Name
    // SAFETY: as in Apple's own, these are whatever the sender gives.
    public nonisolated(unsafe) var object: Any?
    public nonisolated(unsafe) var userInfo: [AnyHashable: Any]?
    public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
        self.name = name
    }
}
extension NSNotification.Name {
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}
extension NotificationCenter {
    public final class Notifications: AsyncSequence, Sendable {
        public typealias Element = Notification
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async -> Notification? { nil }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }
    @available(iOS 15, macOS 12, tvOS 15, *)
    public func notifications(named name: Notification.Name, object: AnyObject? = nil)
        -> Notifications
    { Notifications() }
}
extension Bundle {
    public convenience init?(identifier: String) { return nil }
}

open class JSONDecoder: @unchecked Sendable {
    public enum KeyDecodingStrategy: Sendable {
        case useDefaultKeys, convertFromSnakeCase
    }
    public init() {}
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { .useDefaultKeys }
        set {}
    }
    @available(iOS 15, macOS 12, tvOS 15, *)
    open var allowsJSON5: Bool {
        get { false }
        set {}
    }
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public init() {}
    open var outputFormatting: OutputFormatting {
        get { [] }
        set {}
    }
    open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

public struct Locale: Hashable, Sendable {
    public init(identifier: String) {}
    public static var current: Locale { Locale(identifier: "") }
    public var identifier: String { "" }
    public static var preferredLanguages: [String] { [] }
}
extension String {
    public init(format: String, locale: Locale?, arguments: [any CVarArg]) { self = format }
    public init(format: String, _ arguments: any CVarArg...) { self = format }
    public init(format: String, locale: Locale?, _ arguments: any CVarArg...) { self = format }
    public struct Encoding: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let utf8 = Encoding(rawValue: 4)
        public static let ascii = Encoding(rawValue: 1)
        public static let isoLatin1 = Encoding(rawValue: 5)
    }
    public struct CompareOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let backwards = CompareOptions(rawValue: 4)
        public static let regularExpression = CompareOptions(rawValue: 1024)
    }
    public init?(data: Data, encoding: Encoding) { return nil }
    public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
    public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
    public func data(using encoding: Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
    public init(
        localized key: String, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) { self = key }
}
extension StringProtocol {
    public func contains<T: StringProtocol>(_ other: T) -> Bool { false }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
    public func components(separatedBy separator: CharacterSet) -> [String] { [] }
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
        of target: Target, with replacement: Replacement, options: String.CompareOptions = [],
        range searchRange: Range<Index>? = nil
    ) -> String { "" }
    public func range<T: StringProtocol>(
        of aString: T, options mask: String.CompareOptions = [], range: Range<Index>? = nil,
        locale: Locale? = nil
    ) -> Range<Index>? { nil }
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
}
public func NSLocalizedString(
    _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "",
    comment: String
) -> String { key }

public protocol _KeyValueCodingAndObserving {}
extension NSObject: _KeyValueCodingAndObserving {}
public final class NSKeyValueObservation: NSObject {
    public func invalidate() {}
}
public struct NSKeyValueObservedChange<Value> {
    public let newValue: Value?
    public let oldValue: Value?
    public let isPrior: Bool
}
extension _KeyValueCodingAndObserving {
    @preconcurrency public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { NSKeyValueObservation() }
}

// What only tests use.

public func NSTemporaryDirectory() -> String { "" }
open class XMLParser: NSObject {
    public init(data: Data) {}
    open func parse() -> Bool { true }
    open var parserError: (any Error)? { nil }
}
extension Data {
    public init?(base64Encoded base64String: String) {}
}
public struct URLResourceKey: Hashable, Sendable {}
extension FileManager {
    public func enumerator(
        at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?
    ) -> DirectoryEnumerator? { nil }
}
extension FileManager.DirectoryEnumerator: @retroactive Sequence {
    public func makeIterator() -> AnyIterator<Any> { AnyIterator { nil } }
}

public struct CharacterSet: Hashable, Sendable {
    public static var whitespaces: CharacterSet { CharacterSet() }
    public static var newlines: CharacterSet { CharacterSet() }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
    public init() {}
    public init(charactersIn string: String) {}
}
public struct CocoaError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let fileNoSuchFile = Code(rawValue: 4)
        public static let fileReadUnknown = Code(rawValue: 256)
        public static let fileReadCorruptFile = Code(rawValue: 259)
    }
    public var code: Code
    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
}
open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let sortedKeys = WritingOptions(rawValue: 2)
    }
    open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { data }
    open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data {
        Data()
    }
}
open class PropertyListEncoder: @unchecked Sendable {
    public init() {}
    open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}
open class PropertyListDecoder: @unchecked Sendable {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
extension FileHandle {
    public convenience init(forReadingFrom url: URL) throws { self.init() }
    public convenience init(forWritingTo url: URL) throws { self.init() }
    public convenience init(forUpdating url: URL) throws { self.init() }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, *)
    public func readToEnd() throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, *)
    public func read(upToCount count: Int) throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, *)
    public func write<T: Sequence>(contentsOf data: T) throws where T.Element == UInt8 {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, *)
    @discardableResult
    public func seekToEnd() throws -> UInt64 { 0 }
    @available(macOS 10.15, iOS 13.0, tvOS 13.0, *)
    public func seek(toOffset offset: UInt64) throws {}
}

// What MediaPipe's sample apps use.
extension String {
    public init(_ cocoaString: NSString) { self = "" }
}
