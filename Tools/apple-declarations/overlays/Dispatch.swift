@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public struct DispatchQoS: Equatable, Sendable {
    public enum QoSClass: Sendable {
        case background, utility, `default`, userInitiated, userInteractive, unspecified
    }
    public let qosClass: QoSClass
    public static let background = DispatchQoS(qosClass: .background)
    public static let utility = DispatchQoS(qosClass: .utility)
    public static let `default` = DispatchQoS(qosClass: .default)
    public static let userInitiated = DispatchQoS(qosClass: .userInitiated)
    public static let userInteractive = DispatchQoS(qosClass: .userInteractive)
    public static let unspecified = DispatchQoS(qosClass: .unspecified)
}
public struct DispatchTime: Comparable, Sendable {
    public let rawValue: UInt64
    public var uptimeNanoseconds: UInt64 { rawValue }
    public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }
    public static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 0) }
    public static let distantFuture = DispatchTime(uptimeNanoseconds: .max)
    public static func < (a: DispatchTime, b: DispatchTime) -> Bool { a.rawValue < b.rawValue }
}
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
public enum DispatchTimeInterval: Equatable, Sendable {
    case seconds(Int)
    case milliseconds(Int)
    case microseconds(Int)
    case nanoseconds(Int)
    case never
}
public enum DispatchTimeoutResult: Sendable {
    case success, timedOut
}
public struct DispatchWorkItemFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let barrier = DispatchWorkItemFlags(rawValue: 1)
    public static let enforceQoS = DispatchWorkItemFlags(rawValue: 2)
}
public enum DispatchPredicate: Sendable {
    case onQueue(DispatchQueue)
    case notOnQueue(DispatchQueue)
}
public func dispatchPrecondition(condition: @autoclosure () -> DispatchPredicate) {}
public func dispatchMain() -> Never { fatalError() }

public final class DispatchSpecificKey<T>: Sendable {
    public init() {}
}
extension DispatchQueue {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static let concurrent = Attributes(rawValue: 1)
        public static let initiallyInactive = Attributes(rawValue: 2)
    }
    public enum AutoreleaseFrequency: Sendable {
        case inherit, workItem, never
    }
    public class var main: DispatchQueue { DispatchQueue(label: "") }
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { main }
    public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
    public convenience init(
        label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
        autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
    ) { self.init() }
    public var label: String { "" }
    public var qos: DispatchQoS { .default }
    @preconcurrency public func async(
        group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {}
    @preconcurrency public func asyncAfter(
        deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {}
    public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
    public func sync<T>(flags: DispatchWorkItemFlags, execute work: () throws -> T) rethrows -> T {
        try work()
    }
    public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
    public func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
    public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
}
extension DispatchSemaphore {
    public convenience init(value: Int) { self.init() }
    @discardableResult public func signal() -> Int { 0 }
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
extension DispatchGroup {
    public func enter() {}
    public func leave() {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @preconcurrency public func notify(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {}
}

// What only tests use.
public class DispatchWorkItem: @unchecked Sendable {
    @preconcurrency public init(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        block: @escaping @Sendable @convention(block) () -> Void
    ) {}
    public func cancel() {}
}
extension DispatchQueue {
    public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {}
}

// What MediaPipe's sample apps use.
extension DispatchQueue {
    public func suspend() {}
    public func resume() {}
}
