public import Foundation

/// The properties common to the results of all tasks.
#if canImport(ObjectiveC)
@objc(MPPTaskResult) @objcMembers
#endif
open class TaskResult: NSObject, NSCopying {
    /// The frame's timestamp in milliseconds. In image mode, it is 0 for the first image and
    /// increases by 1000 for each further one.
    public let timestampInMilliseconds: Int

    /// Creates a result with a timestamp in milliseconds.
    public init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
        super.init()
    }

    /// Returns a result of the same library class with the same content.
    open func copy(with zone: NSZone? = nil) -> Any {
        TaskResult(timestampInMilliseconds: timestampInMilliseconds)
    }
}

/// The results of a classifier for one image.
#if canImport(ObjectiveC)
@objc(MPPClassificationResult) @objcMembers
#endif
open class ClassificationResult: NSObject {
    /// The categories of each output of the classifier.
    public let classifications: [Classifications]
    /// The image's timestamp in milliseconds.
    public let timestampInMilliseconds: Int

    /// Creates a result.
    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
        super.init()
    }
}

/// The categories of one output (head) of a classifier.
#if canImport(ObjectiveC)
@objc(MPPClassifications) @objcMembers
#endif
open class Classifications: NSObject {
    /// The index of the output.
    public let headIndex: Int
    /// The name of the output; nil if it has none.
    public let headName: String?
    /// The categories.
    public let categories: [ResultCategory]

    /// Creates classifications of an output without a name.
    public convenience init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    /// Creates classifications.
    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
        super.init()
    }
}

/// A category with its score, such as `Left` for a hand or `jawOpen` for a face.
#if canImport(ObjectiveC)
@objc(MPPCategory) @objcMembers
#endif
open class ResultCategory: NSObject {
    /// The index among the model's categories; -1 if it has none.
    public let index: Int
    /// The score, usually 0…1.
    public let score: Float
    /// The category's name.
    public let categoryName: String?
    /// The category's name in the requested locale.
    public let displayName: String?

    /// Creates a category.
    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
        super.init()
    }
}
