extension TFLiteModel {
    /// The files that are appended to the model as a zip archive, such as `handedness.txt`.
    /// - Returns: nil when nothing is appended.
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)`` when what is appended is broken.
    public func associatedFiles() throws(ModelFileError) -> ModelBundle? {
        do {
            return try ModelBundle(archive: bytes, name: name)
        } catch .archive(_, _, .noEndRecord) {
            return nil
        }
    }

    /// The bytes of the associated file called `file`; nil when there is none.
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)`` when what is appended is broken.
    public func associatedFile(named file: String) throws(ModelFileError) -> FileBytes? {
        guard let files = try associatedFiles(), files.contains(named: file) else { return nil }
        return try files.bytes(named: file)
    }
}
