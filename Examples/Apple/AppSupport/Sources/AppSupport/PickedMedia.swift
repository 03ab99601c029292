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
    /// The copy, which has the name of the original.
    public let url: URL
    private let folder: URL

    /// Copies a file, on any thread.
    ///
    /// - Throws: The system's error if the file cannot be copied.
    public init(copying original: URL) throws {
        let files = FileManager.default
        folder = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        url = folder.appendingPathComponent(original.lastPathComponent)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try files.copyItem(at: original, to: url)
        } catch {
            // There may be a part of it, as on a full disk.
            try? files.removeItem(at: folder)
            throw error
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
