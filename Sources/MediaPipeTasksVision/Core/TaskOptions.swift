public import Foundation

/// Options common to all tasks.
///
/// A task reads its options once, when it is created.
#if canImport(ObjectiveC)
@objc(MPPTaskOptions) @objcMembers
#endif
open class TaskOptions: NSObject, NSCopying {
    private var storedBaseOptions = BaseOptions()

    /// The model and the processor to run on. An assigned object is copied; reading returns the
    /// stored object itself, so `options.baseOptions.modelAssetPath = path` takes effect.
    open var baseOptions: BaseOptions {
        get { storedBaseOptions }
        set { storedBaseOptions = newValue.copied() }
    }

    /// Creates options with default values.
    public override init() { super.init() }

    /// Returns options of the same library class with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = TaskOptions()
        copy.assign(from: self)
        return copy
    }

    /// Assigns the values of `other`, as far as it is of the same class.
    func assign(from other: TaskOptions) {
        baseOptions = other.baseOptions
    }
}

/// The model of a task and the processor to run on.
#if canImport(ObjectiveC)
@objc(MPPBaseOptions) @objcMembers
#endif
open class BaseOptions: NSObject, NSCopying {
    private var storedPath = ""

    /// The model file: an absolute path, or a path relative to the main bundle's resources or the
    /// current directory, in this order.
    ///
    /// It takes the optional that `Bundle.main.path(forResource:ofType:)` returns. Nil is stored as
    /// an empty path, which creating a task reports as a missing model; reading never returns nil.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var modelAssetPath: String! {
        get { storedPath }
        set { storedPath = newValue ?? "" }
    }
    /// The processor to run on; see ``Delegate/GPU`` for what that means here.
    open var delegate = Delegate.CPU

    /// Creates options without a model.
    public override init() { super.init() }

    /// Returns a `BaseOptions` with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { copied() }

    func copied() -> BaseOptions {
        let copy = BaseOptions()
        copy.storedPath = storedPath
        copy.delegate = delegate
        return copy
    }
}

// The cases are spelled as MediaPipe spells them.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The processor to run on.
#if canImport(ObjectiveC)
@objc(MPPDelegate)
#endif
public enum Delegate: UInt, Sendable {
    /// The CPU.
    case CPU = 0
    /// The GPU. Accepted for source compatibility, and changes nothing in this module: networks run
    /// on the CPU, and so does what comes before them, turning the image into a network's input.
    ///
    /// LandmarkApple can run the latter on the GPU, through Metal, where its load policy says so;
    /// the networks run on the CPU there, too. Results are the same in all cases.
    case GPU = 1
}

/// Which categories a classifier reports. Declared for source compatibility: no task of this module
/// has a configurable classifier.
#if canImport(ObjectiveC)
@objc(MPPClassifierOptions) @objcMembers
#endif
open class ClassifierOptions: NSObject, NSCopying {
    /// The locale of display names; nil for the model's first.
    open var displayNamesLocale: String?
    /// Maximum number of categories; negative for all.
    open var maxResults = -1
    /// Minimum score of a category.
    open var scoreThreshold: Float = 0
    /// The only categories to report; nil for all.
    open var categoryAllowlist: [String]?
    /// The categories to leave out; nil for none.
    open var categoryDenylist: [String]?

    /// Creates options that report all categories.
    public override init() { super.init() }

    /// Returns a `ClassifierOptions` with the same values.
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
