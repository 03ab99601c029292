public import Foundation

/// The options of every task: its model and what to run on.
open class BaseOptions: NSObject, NSCopying {
    /// The model's file: an absolute path, or one that is looked for in the main bundle's resources
    /// and then in the working folder.
    open var modelAssetPath = ""
    /// What to run on; the processor whatever is said.
    open var delegate = Delegate.CPU

    /// Options without a model.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { copied() }

    func copied() -> BaseOptions {
        let copy = BaseOptions()
        copy.modelAssetPath = modelAssetPath
        copy.delegate = delegate
        return copy
    }
}
