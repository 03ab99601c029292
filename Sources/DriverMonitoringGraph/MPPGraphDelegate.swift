#if canImport(ObjectiveC)
import Foundation
#endif

/// Receives the results of an `MPPGraph`, on the main queue.
///
/// A class that is not bound to the main actor must be `Sendable`, because it is called there.
#if canImport(ObjectiveC)
@objc(MPPGraphDelegate)
#endif
public protocol MPPGraphDelegate: AnyObject, Sendable {
    /// Receives the driver's state after an image.
    #if canImport(ObjectiveC)
    @objc(graph:didOutputResult:)
    #endif
    @MainActor func graph(_ graph: MPPGraph, didOutput result: DMSResult)

    #if canImport(ObjectiveC)
    /// Receives the error of an image without a result, a `DMSError`. Optional.
    @MainActor @objc optional func graph(_ graph: MPPGraph, didFailWithError error: any Error)
    #else
    /// Receives the error of an image without a result, a `DMSError`. Optional.
    @MainActor func graph(_ graph: MPPGraph, didFailWithError error: any Error)
    #endif
}

#if !canImport(ObjectiveC)
extension MPPGraphDelegate {
    /// Ignores the error.
    @MainActor public func graph(_ graph: MPPGraph, didFailWithError error: any Error) {}
}
#endif
