public import SwiftUI

/// The buttons for the camera, the other camera, and the media library, whose videos also play where
/// there is no camera, as in the simulator; beside them what an app adds.
public struct SourceButtons<More: View>: View {
    private let picksImages: Bool
    private let showCamera: () -> Void
    private let switchCamera: () -> Void
    private let show: @MainActor (PickedMedia) -> Void
    private let more: More
    @State private var showsPicker = false

    /// Creates the buttons.
    ///
    /// - Parameters:
    ///   - picksImages: Whether images can be picked, too.
    ///   - showCamera: Goes back to the camera.
    ///   - switchCamera: Changes between the front and the back camera.
    ///   - show: Shows what the user has picked.
    ///   - more: Other buttons.
    public init(
        picksImages: Bool = false, showCamera: @escaping () -> Void,
        switchCamera: @escaping () -> Void, show: @escaping @MainActor (PickedMedia) -> Void,
        @ViewBuilder more: () -> More
    ) {
        self.picksImages = picksImages
        self.showCamera = showCamera
        self.switchCamera = switchCamera
        self.show = show
        self.more = more()
    }

    /// The buttons in a row.
    public var body: some View {
        HStack(spacing: 32) {
            Button(action: showCamera) { Image(systemName: "camera") }
                .accessibilityLabel(Text(Localized.text("button.camera")))
            Button(action: switchCamera) {
                Image(systemName: "arrow.triangle.2.circlepath.camera")
            }
            .accessibilityLabel(Text(Localized.text("button.otherCamera")))
            Button(action: { showsPicker = true }) { Image(systemName: "photo.on.rectangle") }
                .accessibilityLabel(Text(Localized.text("button.media")))
            more
        }
        .font(.title2)
        .padding()
        .sheet(isPresented: $showsPicker) {
            MediaPicker(picksImages: picksImages) { media in
                showsPicker = false
                if let media { show(media) }
            }
        }
    }
}
