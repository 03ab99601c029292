import LandmarkCommandSupport
import LandmarkCore
import LandmarkModelFile

/// The state of a known model bundle on this machine.
enum ModelCheck {
    case missing
    case unreadable(path: String, reason: String)
    /// The file has one of the bundle's known digests.
    case verified(path: String)
    /// The file has another digest.
    case different(path: String, digest: String)

    /// Searches for the file of `model` and computes its digest.
    init(_ model: KnownModel) {
        guard let path = ModelStore.find(model.file) else {
            self = .missing
            return
        }
        do throws(SystemError) {
            let digest = SHA256.hexDigest(of: try FileSystem.read(path))
            let isKnown = model.digests.contains(digest)
            self = isKnown ? .verified(path: path) : .different(path: path, digest: digest)
        } catch {
            self = .unreadable(path: path, reason: "\(error)")
        }
    }

    /// Whether the model needs no action.
    func isFine(mayBeMissing: Bool) -> Bool {
        switch self {
        case .verified: true
        case .missing: mayBeMissing
        case .unreadable, .different: false
        }
    }

    /// The state in a few words.
    var description: String {
        switch self {
        case .missing: "missing"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .verified(let path): "\(path), verified"
        case .different(let path, let digest): "\(path) has a different SHA-256: \(digest)"
        }
    }
}
