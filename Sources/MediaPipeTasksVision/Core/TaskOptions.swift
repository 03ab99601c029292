public import Foundation
public import LandmarkCore

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

    /// Assigns the values that `other` has in common with this class.
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

    /// The model file: an absolute path, or a path relative to the main bundle's resources or to
    /// the current directory, in this order.
    ///
    /// It accepts the optional that `Bundle.main.path(forResource:ofType:)` returns. Nil is stored
    /// as an empty path, which is reported as a missing model when a task is created; reading never
    /// returns nil.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var modelAssetPath: String! {
        get { storedPath }
        set { storedPath = newValue ?? "" }
    }
    /// The processor to run on; see ``Delegate/GPU`` for its effect here.
    open var delegate = Delegate.CPU

    /// The precision in which the landmark model runs on the CPU. MediaPipe has no such option; the default
    /// gives its results. Creating a task throws an error if the processor does not support the precision.
    open var precision = Precision.single

    /// The device given by the delegate and the precision.
    var device: ComputeDevice { delegate == .GPU ? .gpu : .cpu(precision: precision) }

    /// Creates options without a model.
    public override init() { super.init() }

    /// Returns a `BaseOptions` with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { copied() }

    func copied() -> BaseOptions {
        let copy = BaseOptions()
        copy.storedPath = storedPath
        copy.delegate = delegate
        copy.precision = precision
        return copy
    }
}

// The case names are MediaPipe's. swift-format-ignore: AlwaysUseLowerCamelCase
/// The processor to run on.
#if canImport(ObjectiveC)
@objc(MPPDelegate)
#endif
public enum Delegate: UInt, Sendable {
    /// The CPU.
    case CPU = 0
    /// The GPU, through Core ML, in single precision. Its results differ from the CPU's in the last digits.
    ///
    /// A network is compiled for it once, in the background; until then, and wherever the GPU cannot run
    /// it, the CPU does. The preprocessing, which converts the image to a network's input, runs on the
    /// CPU. LandmarkApple can run it on the GPU with Metal if its load policy selects that.
    case GPU = 1
}

/// Options that determine which categories a classifier reports. Declared for source compatibility:
/// no task of this module has a configurable classifier.
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
    /// The categories to exclude; nil for none.
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
