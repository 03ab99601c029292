public import Foundation

/// What the results of all tasks have in common.
open class TaskResult: NSObject, NSCopying {
    /// The frame's timestamp in milliseconds; in image mode 0 for the first image, and 1000 more
    /// for each one after it.
    public let timestampInMilliseconds: Int

    /// A result of the moment `timestampInMilliseconds`.
    public init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
        super.init()
    }

    /// A result of the same kind and of its own, with the same content.
    open func copy(with zone: NSZone? = nil) -> Any {
        TaskResult(timestampInMilliseconds: timestampInMilliseconds)
    }
}
