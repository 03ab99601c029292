public import Foundation

/// A class that a model knows, with its score.
open class ResultCategory: NSObject {
    /// The class's number in the model; -1 where it has none.
    public let index: Int
    /// The score, usually 0…1.
    public let score: Float
    /// The class's name.
    public let categoryName: String?
    /// The class's name in the language asked for.
    public let displayName: String?

    /// Makes a category.
    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
        super.init()
    }
}
