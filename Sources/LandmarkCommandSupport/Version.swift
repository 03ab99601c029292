/// Which LandmarkKit this is.
package enum Version {
    /// The version of the command and the libraries, by Semantic Versioning; CHANGELOG.md tells
    /// what each brought.
    package static let current = "0.1.0"
}
