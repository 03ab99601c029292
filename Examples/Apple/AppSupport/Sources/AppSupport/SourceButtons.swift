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
    @State private var picked: PickedMedia?

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
        HStack(spacing: 16) {
            SymbolButton("camera", label: Localized.text("button.camera"), action: showCamera)
            SymbolButton(
                "arrow.triangle.2.circlepath.camera", label: Localized.text("button.otherCamera"),
                action: switchCamera)
            SymbolButton("photo.on.rectangle", label: Localized.text("button.media")) {
                showsPicker = true
            }
            more
        }
        .font(.title2)
        // Four symbols fit beside each other up to here.
        .dynamicTypeSize(...DynamicTypeSize.accessibility2)
        .padding()
        // Shown when the picker has gone: an alert cannot be presented while it is there.
        .sheet(isPresented: $showsPicker, onDismiss: showPicked) {
            MediaPicker(picksImages: picksImages) { media in
                picked = media
                showsPicker = false
            }
        }
    }

    private func showPicked() {
        guard let media = picked else { return }
        picked = nil
        show(media)
    }
}
