import PhotosUI
public import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// The system's picker for one image or video.
public struct MediaPicker: UIViewControllerRepresentable {
    private let picksImages: Bool
    private let onPick: @MainActor (PickedMedia?) -> Void

    /// Creates a picker for videos, and for images if the app shows them. `onPick` is called once what
    /// was picked is loaded, and gets nil when the user picks nothing.
    public init(picksImages: Bool, onPick: @escaping @MainActor (PickedMedia?) -> Void) {
        self.picksImages = picksImages
        self.onPick = onPick
    }

    /// Creates the system's picker.
    public func makeUIViewController(context: Context) -> PHPickerViewController {
        var configuration = PHPickerConfiguration()
        // As it is: to convert a long video takes minutes.
        configuration.preferredAssetRepresentationMode = .current
        configuration.filter = picksImages ? .any(of: [.images, .videos]) : .videos
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = context.coordinator
        return picker
    }

    /// Does nothing: a picker never changes.
    public func updateUIViewController(_ picker: PHPickerViewController, context: Context) {}

    /// Creates the picker's delegate.
    public func makeCoordinator() -> Coordinator { Coordinator(onPick) }

    /// The picker's delegate, which copies or loads what was picked.
    @MainActor
    public final class Coordinator: NSObject, PHPickerViewControllerDelegate {
        private let onPick: @MainActor (PickedMedia?) -> Void

        init(_ onPick: @escaping @MainActor (PickedMedia?) -> Void) { self.onPick = onPick }

        /// Reports what was picked.
        public func picker(
            _ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]
        ) {
            guard let provider = results.first?.itemProvider else { return onPick(nil) }
            let onPick = onPick
            let report: @Sendable (PickedMedia) -> Void = { media in
                Task { @MainActor in onPick(media) }
            }
            if provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier) {
                provider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) {
                    // The file is gone when this closure returns.
                    report(Self.copy($0, error: $1))
                }
            } else {
                provider.loadObject(ofClass: UIImage.self) { image, error in
                    if let image = image as? UIImage {
                        report(.image(image))
                    } else {
                        report(
                            .failure(error?.localizedDescription ?? Localized.text("media.noImage"))
                        )
                    }
                }
            }
        }

        private nonisolated static func copy(_ url: URL?, error: (any Error)?) -> PickedMedia {
            guard let url else {
                return .failure(error?.localizedDescription ?? Localized.text("media.noVideo"))
            }
            do {
                return .video(try TemporaryFile(copying: url))
            } catch {
                return .failure(error.localizedDescription)
            }
        }
    }
}
