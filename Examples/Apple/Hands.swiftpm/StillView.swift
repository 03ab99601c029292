import LandmarkApple
import SwiftUI
import UIKit

/// An image of the media library and what was found in it.
struct Still<Output: LandmarkDrawable>: Sendable {
    var image: UIImage
    var result: SessionResult<Output>
}

/// Shows an image with its landmarks.
struct StillView<Output: LandmarkDrawable>: View {
    let still: Still<Output>

    var body: some View {
        ZStack {
            Image(uiImage: still.image).resizable().aspectRatio(contentMode: .fit)
            LandmarkResultOverlay(still.result, scaling: .fit)
        }
        .overlay(alignment: .bottomLeading) {
            Text(String(format: "Inference %.1f ms", still.result.inferenceMilliseconds))
                .font(.headline)
                .padding(12)
                .background(Color.black.opacity(0.6))
                .foregroundColor(.white)
                .cornerRadius(12)
                .padding()
        }
    }
}
