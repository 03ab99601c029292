public import Foundation

/// Which categories a classifier reports. No task here has a classifier that can be set up.
open class ClassifierOptions: NSObject, NSCopying {
    /// The language of display names; nil for the model's first.
    open var displayNamesLocale: String?
    /// The most categories to report; below 0 for all.
    open var maxResults = -1
    /// The lowest score that is reported.
    open var scoreThreshold: Float = 0
    /// The only categories to report.
    open var categoryAllowlist: [String]?
    /// The categories to leave out.
    open var categoryDenylist: [String]?

    /// Options that report everything.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ClassifierOptions()
        copy.displayNamesLocale = displayNamesLocale
        copy.maxResults = maxResults
        copy.scoreThreshold = scoreThreshold
        copy.categoryAllowlist = categoryAllowlist
        copy.categoryDenylist = categoryDenylist
        return copy
    }
}
