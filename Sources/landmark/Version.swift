/// Which LandmarkKit this is.
enum Version {
    /// The version of the command and the libraries, by Semantic Versioning; CHANGELOG.md tells
    /// what each brought.
    static let current = "0.1.0"
}
