import LandmarkCore

/// A model, mostly a bundle, that the command knows by name.
package struct KnownModel: Sendable {
    /// The name for `models fetch`.
    package let name: String
    /// The name of its file.
    package let file: String
    /// The SHA-256 digests of the file in MediaPipe's model bucket, or of the one that `models fetch` makes,
    /// and then of repackaged bundles.
    package let digests: [String]
    /// What it detects, in a few words.
    package let summary: String
    /// Whether only a single command, or an option, needs it.
    package var isOptional = false

    /// All known models; `scripts/models.tsv` has the same names, files and first digests.
    package static let all = [
        hand, poseFull, face, poseLite, poseHeavy, holisticHands, faceMesh, selfie, selfieLandscape,
    ]

    package static let hand = KnownModel(
        name: "hand", file: "hand_landmarker.task",
        digests: ["fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"],
        summary: "hands, 21 landmarks each")
    package static let poseFull = KnownModel(
        name: "pose-full", file: "pose_landmarker_full.task",
        digests: ["4eaa5eb7a98365221087693fcc286334cf0858e2eb6e15b506aa4a7ecdcec4ad"],
        summary: "poses, 33 landmarks each")
    package static let face = KnownModel(
        name: "face", file: "face_landmarker.task",
        digests: ["64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"],
        summary: "faces, 478 landmarks each, with blendshapes")
    package static let poseLite = KnownModel(
        name: "pose-lite", file: "pose_landmarker_lite.task",
        digests: [
            "59929e1d1ee95287735ddd833b19cf4ac46d29bc7afddbbf6753c459690d574a",
            "88fd227d67ac831d1d26674bc9d72e11e9a901fe70be175144112d9548f438a3",
        ],
        summary: "poses, faster", isOptional: true)
    package static let poseHeavy = KnownModel(
        name: "pose-heavy", file: "pose_landmarker_heavy.task",
        digests: [
            "64437af838a65d18e5ba7a0d39b465540069bc8aae8308de3e318aad31fcbc7b",
            "ca5f8617b58d0df885f9fca5e7eff8fd74ded97d289a33f4f18fe4240c877dc1",
        ],
        summary: "poses, more accurate", isOptional: true)

    package static let holisticHands = KnownModel(
        name: "holistic-hands", file: "holistic_hands.task",
        digests: ["103054228f7220b556233ec71a23113169316abfb2e8b926474f54bb8bda29b5"],
        summary: "hands of a body, for holistic", isOptional: true)
    package static let faceMesh = KnownModel(
        name: "face-mesh", file: "face_mesh_with_attention.task",
        digests: ["85b78f01e84ebfd2544928fd3dd2972fe54389efc9c54319f18ffbe50157ed12"],
        summary: "face of a body, for holistic", isOptional: true)
    package static let selfie = KnownModel(
        name: "selfie", file: "selfie_segmentation.tflite",
        digests: ["9ee168ec7c8f2a16c56fe8e1cfbc514974cbbb7e434051b455635f1bd1462f5c"],
        summary: "masks of people, for segment", isOptional: true)
    package static let selfieLandscape = KnownModel(
        name: "selfie-landscape", file: "selfie_segmentation_landscape.tflite",
        digests: ["a77d03f4659b9f6b6c1f5106947bf40e99d7655094b6527f214ea7d451106edd"],
        summary: "masks of people in wide images, faster", isOptional: true)

    /// The networks for `segment`, by the names that `--model` accepts.
    package static let selfies: [String: KnownModel] = [
        "general": .selfie, "landscape": .selfieLandscape,
    ]

    /// The pose bundles, by the names that `--model` accepts.
    package static let poses: [String: KnownModel] = [
        "lite": .poseLite, "full": .poseFull, "heavy": .poseHeavy,
    ]
}

/// The folders in which model bundles are searched for.
package enum ModelStore {
    /// The folders in order of precedence: `LANDMARK_MODELS`, `models` in the current folder,
    /// `models` in the package that the program was built in, the share folder next to an installed
    /// program, and the user's data folder.
    package static var folders: [String] {
        var folders: [String] = []
        if let chosen = CurrentProcess.environment("LANDMARK_MODELS") { folders.append(chosen) }
        folders.append("models")
        let program = Path.folder(of: CurrentProcess.executablePath)
        if let package = packageFolder { folders.append(Path.join(package, "models")) }
        folders.append(Path.join(Path.folder(of: program), "share/landmarkkit/models"))
        if let data = CurrentProcess.environment("XDG_DATA_HOME") {
            folders.append(Path.join(data, "landmarkkit/models"))
        } else if let home = CurrentProcess.environment("HOME") {
            folders.append(Path.join(home, ".local/share/landmarkkit/models"))
        }
        return folders
    }

    /// The package that the program was built in; nil if it does not exist.
    package static var packageFolder: String? {
        var folder = Path.folder(of: CurrentProcess.executablePath)
        while folder != "/", folder != "." {
            if Path.name(of: folder) == ".build" {
                let package = Path.folder(of: folder)
                return FileSystem.isFile(Path.join(package, "Package.swift")) ? package : nil
            }
            folder = Path.folder(of: folder)
        }
        return nil
    }

    /// The path of a bundle's file, even if it cannot be examined, in which case it still hides those in
    /// later folders; nil if it is in none of the folders.
    package static func find(_ file: String) -> String? {
        folders.map { Path.join($0, file) }.first(where: FileSystem.mayBeFile)
    }

    /// The options whose values are models.
    private static let modelOptions = ["--model", "--hand-model", "--face-model"]

    /// All models that the arguments can refer to: the values of `--model` and similar options, as PATH or
    /// NAME=PATH, and the known models.
    package static func files(for arguments: Arguments) -> [String] {
        let values = modelOptions.flatMap(arguments.texts)
        return values
            + values.compactMap { text in
                text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) }
            }
            + KnownModel.all.compactMap { find($0.file) }
    }

    /// The path of a known model.
    ///
    /// - Parameter option: The option that can give another path.
    /// - Throws: `CommandError.modelNotFound`, with the folders.
    package static func path(
        of model: KnownModel, option: String = "--model"
    ) throws(CommandError) -> String {
        guard let path = find(model.file) else {
            throw .modelNotFound(
                file: model.file, name: model.name, option: option, searched: folders)
        }
        return path
    }

    /// The path of the bundle that `--model` names, by one of the names in `named` or by its path;
    /// without the option, the path of `model`.
    ///
    /// - Throws: `CommandError.modelNotFound` for a known bundle that is in none of the folders.
    package static func path(
        for arguments: Arguments, model: KnownModel, named: [String: KnownModel] = [:]
    ) throws(CommandError) -> String {
        try path(arguments.text("--model"), model: model, named: named)
    }

    /// The path of a bundle by one of the names in `named` or by its path; nil stands for `model`.
    ///
    /// - Throws: `CommandError.modelNotFound` for a known bundle that is in none of the folders.
    package static func path(
        _ choice: String?, model: KnownModel, named: [String: KnownModel] = [:]
    ) throws(CommandError) -> String {
        guard let choice else { return try path(of: model) }
        return try named[choice].map { known throws(CommandError) in try path(of: known) } ?? choice
    }
}
