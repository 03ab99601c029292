public import Foundation

/// The categories that one output of a classifier gives.
open class Classifications: NSObject {
    /// The output's number.
    public let headIndex: Int
    /// The output's name.
    public let headName: String?
    /// The categories.
    public let categories: [ResultCategory]

    /// Makes classifications of an output without a name.
    public convenience init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    /// Makes classifications.
    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
        super.init()
    }
}
