import AppSupport
import Combine
import Foundation
import LandmarkApple
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import SwiftUI
import UIKit

/// The settings of the app, as the user changes them.
struct HandsSettings: Sendable, Equatable {
    static let models = ["hand_landmarker.task"]

    var model = Self.models[0]
    var count = 2
    var detection = 0.5
    var presence = 0.5
    var tracking = 0.5
    var delegate = ProcessorChoice.cpu

    var options: HandLandmarkerOptions {
        var options = HandLandmarkerOptions(model: .resource(model))
        options.numHands = count
        options.minDetectionConfidence = Float(detection)
        options.minPresenceConfidence = Float(presence)
        options.minTrackingConfidence = Float(tracking)
        options.preprocessor = delegate.preprocessor
        return options
    }
}

/// The camera or video with its session, or an image with its result.
@MainActor
final class HandsModel: ObservableObject {
    @Published var settings = HandsSettings() {
        didSet { if settings != oldValue { session.use(.hands(settings.options)) } }
    }
    @Published private(set) var session: LandmarkSession<HandLandmarkerResult>
    @Published private(set) var still: Still<HandLandmarkerResult>?
    /// Whether to tell the user why media cannot be shown.
    @Published var showsMessage = false
    private(set) var message = ""
    /// The video that the session plays; nil for the camera.
    private var file: TemporaryFile?
    /// Finds landmarks in the image that was picked last.
    private var detection: Task<Void, Never>?

    init() {
        session = LandmarkSession(.hands(HandsSettings().options), camera: CameraService())
    }

    /// Shows the camera.
    func showCamera() { show(CameraService()) }

    /// Shows what the user has picked.
    func show(_ media: PickedMedia) {
        switch media {
        case .video(let file): show(VideoFileCamera(url: file.url), of: file)
        case .image(let image): detect(image)
        case .failure(let reason): report(reason)
        }
    }

    private func report(_ reason: String) {
        message = reason
        showsMessage = true
    }

    private func show(_ camera: any CameraSource, of file: TemporaryFile? = nil) {
        detection?.cancel()
        session.stop()
        still = nil
        session = LandmarkSession(.hands(settings.options), camera: camera)
        self.file = file
        session.start()
    }

    /// Finds the hands in an image, in the background: preparing the model takes a while.
    private func detect(_ image: UIImage) {
        detection?.cancel()
        session.stop()
        let options = settings.options
        detection = Task {
            let found = await Task.detached { Result { try Self.detect(image, options) } }.value
            // The user has meanwhile picked something else.
            guard !Task.isCancelled else { return }
            switch found {
            case .success(let still): self.still = still
            case .failure(let error): report(error.localizedDescription)
            }
        }
    }

    private nonisolated static func detect(
        _ image: UIImage, _ options: HandLandmarkerOptions
    ) throws -> Still<HandLandmarkerResult> {
        let landmarker = try HandLandmarker(options: options)
        let pixels = try PixelBuffer(image)
        let start = Uptime.now
        let output = try landmarker.detect(pixels)
        return Still(
            image: image,
            result: SessionResult(
                output: output, geometry: FrameGeometry(imageSize: pixels.size),
                timestamp: .milliseconds(0), inferenceMilliseconds: (Uptime.now - start) * 1000))
    }
}
