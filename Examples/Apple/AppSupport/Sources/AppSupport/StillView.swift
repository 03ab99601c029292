public import LandmarkApple
public import SwiftUI
public import UIKit

/// An image of the media library and what was found in it.
public struct Still<Output: LandmarkDrawable>: Sendable {
    /// The image.
    public var image: UIImage
    /// What was found.
    public var result: SessionResult<Output>

    /// Creates a still.
    public init(image: UIImage, result: SessionResult<Output>) {
        self.image = image
        self.result = result
    }
}

/// Shows an image with its landmarks.
public struct StillView<Output: LandmarkDrawable>: View {
    private let still: Still<Output>

    /// Creates a view of an image.
    public init(_ still: Still<Output>) { self.still = still }

    /// The image, the landmarks and the time.
    public var body: some View {
        ZStack {
            Image(uiImage: still.image).resizable().aspectRatio(contentMode: .fit)
            LandmarkResultOverlay(still.result, scaling: .fit)
        }
        .accessibilityHidden(true)
        .overlay(alignment: .bottomLeading) {
            Text(Localized.text("status.inference", still.result.inferenceMilliseconds))
                .font(.headline)
                .panel()
                .padding()
        }
    }
}
