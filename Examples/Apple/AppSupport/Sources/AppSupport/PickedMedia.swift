public import Foundation
public import UIKit

/// An image or video of the media library. The user picks it, so that the app needs no permission.
public enum PickedMedia: Sendable {
    case image(UIImage)
    case video(TemporaryFile)
    /// Why nothing can be shown, in the user's language.
    case failure(String)
}

/// A copy of a file in the temporary folder. Keep it as long as the copy is in use: it is removed with
/// its last reference.
public final class TemporaryFile: Sendable {
    /// The copy.
    public let url: URL

    /// Copies a file, on any thread.
    ///
    /// - Throws: The system's error if the file cannot be copied.
    public init(copying original: URL) throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
            .appendingPathExtension(original.pathExtension)
        do {
            try FileManager.default.copyItem(at: original, to: url)
        } catch {
            // What fits on a full disk.
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
