/// Which of MediaPipe's two pipelines a landmarker follows.
///
/// Both run the same networks where the model bundles hold the same, but differ in thresholds, regions and
/// smoothing, and so in their numbers.
public enum PipelineVariant: String, Sendable, Hashable, Codable, CaseIterable {
    /// MediaPipe Tasks.
    case tasks
    /// MediaPipe Solutions, the older API: `mp.solutions` in Python, as of version 0.10.21.
    ///
    /// `minPresenceConfidence` is what Solutions call `min_tracking_confidence`; with
    /// `minTrackingConfidence` at 0.5, the results are theirs. Two regions that show the same hand give two
    /// results, and there can be more results than wanted, because only detections are limited.
    /// Hands are labeled as in Tasks, which is the opposite of Solutions. For poses, `numPoses` must be 1.
    case solutions
}
