/// Which of MediaPipe's two pipelines a landmarker follows.
///
/// Both run the same networks where their model bundles contain the same ones, but differ in thresholds,
/// regions and smoothing, and so in their results.
public enum PipelineVariant: String, Sendable, Hashable, Codable, CaseIterable {
    /// MediaPipe Tasks.
    case tasks
    /// MediaPipe Solutions, the older API: `mp.solutions` in Python, as of version 0.10.21.
    ///
    /// `minPresenceConfidence` corresponds to `min_tracking_confidence`; with `minTrackingConfidence` at 0.5,
    /// the results are those of Solutions. Two regions that show the same hand give two results, and there
    /// can be more results than wanted, because only detections are limited. Hands are labeled as in Tasks,
    /// which is the opposite of Solutions. For poses, `numPoses` must be 1.
    case solutions
}
