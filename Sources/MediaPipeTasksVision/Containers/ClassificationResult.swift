public import Foundation

/// What a classifier says of one image.
open class ClassificationResult: NSObject {
    /// The categories of each output.
    public let classifications: [Classifications]
    /// The image's timestamp in milliseconds.
    public let timestampInMilliseconds: Int

    /// Makes a result.
    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
        super.init()
    }
}
