@_exported import Foundation

// As much of XCTest as the tests of MediaPipe's sample apps use.

@objcMembers open class XCTestCase: NSObject {}
public func XCTAssertEqual<T: Equatable>(
    _ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertEqual<T: FloatingPoint>(
    _ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, accuracy: T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertNotNil(
    _ a: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTUnwrap<T>(
    _ a: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> T {
    guard let value = try a() else { throw CancellationError() }
    return value
}
