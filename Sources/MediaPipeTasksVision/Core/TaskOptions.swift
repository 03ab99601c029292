public import Foundation

/// What the options of all tasks have in common.
///
/// A task reads its options once, when it is made.
open class TaskOptions: NSObject, NSCopying {
    private var storedBaseOptions = BaseOptions()

    /// The model and what to run on. What is assigned is copied; what is read is the copy itself,
    /// so that `options.baseOptions.modelAssetPath = path` has an effect.
    open var baseOptions: BaseOptions {
        get { storedBaseOptions }
        set { storedBaseOptions = newValue.copied() }
    }

    /// Options with their defaults.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = TaskOptions()
        copy.take(self)
        return copy
    }

    /// Takes the values of `other`, as far as they are of the same class.
    func take(_ other: TaskOptions) {
        baseOptions = other.baseOptions
    }
}
