/// A model bundle that the command knows by name.
package struct KnownModel: Sendable {
    /// The name for `models fetch`.
    package let name: String
    /// Its file.
    package let file: String
    /// The SHA-256 of the bundle in MediaPipe's model bucket, then of known repackings.
    package let digests: [String]
    /// What it finds.
    package let summary: String
    /// Whether everything but a choice of model works without it.
    package var isOptional = false

    /// Every known bundle; `scripts/models.tsv` has the same names, files and first digests.
    package static let all = [hand, poseFull, face, poseLite, poseHeavy]

    package static let hand = KnownModel(
        name: "hand", file: "hand_landmarker.task",
        digests: ["fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"],
        summary: "hands, 21 points each")
    package static let poseFull = KnownModel(
        name: "pose-full", file: "pose_landmarker_full.task",
        digests: ["4eaa5eb7a98365221087693fcc286334cf0858e2eb6e15b506aa4a7ecdcec4ad"],
        summary: "bodies, 33 points each")
    package static let face = KnownModel(
        name: "face", file: "face_landmarker.task",
        digests: ["64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"],
        summary: "faces, 478 points each, with expression")
    package static let poseLite = KnownModel(
        name: "pose-lite", file: "pose_landmarker_lite.task",
        digests: [
            "59929e1d1ee95287735ddd833b19cf4ac46d29bc7afddbbf6753c459690d574a",
            "88fd227d67ac831d1d26674bc9d72e11e9a901fe70be175144112d9548f438a3",
        ],
        summary: "bodies, faster", isOptional: true)
    package static let poseHeavy = KnownModel(
        name: "pose-heavy", file: "pose_landmarker_heavy.task",
        digests: [
            "64437af838a65d18e5ba7a0d39b465540069bc8aae8308de3e318aad31fcbc7b",
            "ca5f8617b58d0df885f9fca5e7eff8fd74ded97d289a33f4f18fe4240c877dc1",
        ],
        summary: "bodies, more exact", isOptional: true)

    /// The pose bundles, by the names that `--model` takes.
    package static let poses: [String: KnownModel] = [
        "lite": .poseLite, "full": .poseFull, "heavy": .poseHeavy,
    ]
}
