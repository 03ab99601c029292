import LandmarkCommandSupport
import LandmarkSystem

/// Whether a known bundle is here and is what it should be.
enum ModelCheck {
    case missing
    case unreadable(path: String, reason: String)
    /// The bytes are those of a known bundle.
    case verified(path: String)
    /// Some other bytes have the bundle's name.
    case different(path: String, digest: String)

    /// Looks for `model` and reads all of it.
    init(_ model: KnownModel) {
        guard let path = ModelStore.find(model.file) else {
            self = .missing
            return
        }
        do throws(SystemError) {
            let digest = SHA256.hexadecimal(of: try FileSystem.read(path))
            let isKnown = model.digests.contains(digest)
            self = isKnown ? .verified(path: path) : .different(path: path, digest: digest)
        } catch {
            self = .unreadable(path: path, reason: "\(error)")
        }
    }

    /// Whether nothing needs to be done, when a bundle may be `missing` or not.
    func isFine(mayBeMissing: Bool) -> Bool {
        switch self {
        case .verified: true
        case .missing: mayBeMissing
        case .unreadable, .different: false
        }
    }

    /// What was found, in a few words.
    var description: String {
        switch self {
        case .missing: "missing"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .verified(let path): "\(path), verified"
        case .different(let path, let digest): "\(path) has another SHA-256: \(digest)"
        }
    }
}
