import Foundation
public import UIKit

// The picker of the photo library. Everything here is available since iOS 14.

public struct PHPickerFilter: Equatable, Hashable, Sendable {
    public static let images = PHPickerFilter()
    public static let videos = PHPickerFilter()
    public static let livePhotos = PHPickerFilter()
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter() }
}
public struct PHPickerConfiguration: Equatable, Hashable, Sendable {
    public enum AssetRepresentationMode: Hashable, Sendable { case automatic, current, compatible }
    public init() {}
    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
    public var filter: PHPickerFilter?
    public var selectionLimit = 1
}
public struct PHPickerResult: Equatable, Hashable {
    public let itemProvider: NSItemProvider
    public let assetIdentifier: String?
}
@MainActor @preconcurrency public protocol PHPickerViewControllerDelegate: AnyObject {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}
@MainActor public final class PHPickerViewController: UIViewController {
    public weak var delegate: (any PHPickerViewControllerDelegate)?
    public let configuration: PHPickerConfiguration
    public init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
    }
}
