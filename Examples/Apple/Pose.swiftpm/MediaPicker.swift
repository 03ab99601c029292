import PhotosUI
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// An image or video of the media library. The user picks it, so that the app needs no permission.
enum PickedMedia: Sendable {
    case image(UIImage)
    /// A copy of the video in the temporary folder.
    case video(URL)
    case failure(String)
}

/// The system's picker for one image or video.
struct MediaPicker: UIViewControllerRepresentable {
    let onPick: @MainActor (PickedMedia?) -> Void

    func makeUIViewController(context: Context) -> PHPickerViewController {
        var configuration = PHPickerConfiguration()
        configuration.filter = .any(of: [.images, .videos])
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = context.coordinator
        return picker
    }

    func updateUIViewController(_ picker: PHPickerViewController, context: Context) {}

    func makeCoordinator() -> Coordinator { Coordinator(onPick) }

    @MainActor
    final class Coordinator: NSObject, PHPickerViewControllerDelegate {
        private let onPick: @MainActor (PickedMedia?) -> Void

        init(_ onPick: @escaping @MainActor (PickedMedia?) -> Void) { self.onPick = onPick }

        func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
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
                        report(.failure(error?.localizedDescription ?? "no image"))
                    }
                }
            }
        }

        private nonisolated static func copy(_ url: URL?, error: (any Error)?) -> PickedMedia {
            guard let url else { return .failure(error?.localizedDescription ?? "no video") }
            let copy = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
                .appendingPathExtension(url.pathExtension)
            do {
                try FileManager.default.copyItem(at: url, to: copy)
                return .video(copy)
            } catch {
                return .failure(error.localizedDescription)
            }
        }
    }
}
