import Foundation

/// Finds the file that a task's options name.
package enum ModelPath {
    /// The file of `path`: itself when absolute; else the resource of that path or of its last
    /// part, else the file in the working folder.
    ///
    /// - Parameter resources: The folder of the program's resources.
    /// - Throws: An `NSError` as MediaPipe has it, for a path that is empty or leads nowhere, and
    ///   for a file without content.
    package static func resolve(
        _ path: String, resources: String? = Bundle.main.resourcePath
    ) throws -> String {
        guard !path.isEmpty else {
            throw NSError.status(
                .invalidArgumentError,
                "ExternalFile must specify at least one of 'file_content', 'file_name',"
                    + " 'file_pointer_meta' or 'file_descriptor_meta'.")
        }
        let found = try path.hasPrefix("/") ? path : relative(path, resources: resources)
        let attributes = try? FileManager.default.attributesOfItem(atPath: found)
        if attributes?[.type] as? FileAttributeType == .typeRegular,
            (attributes?[.size] as? NSNumber)?.intValue == 0
        {
            throw NSError.status(.unknownError, "Unable to get file size of \(found)")
        }
        return found
    }

    private static func relative(_ path: String, resources: String?) throws -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let places = resources.map { [$0 + "/" + path, $0 + "/" + name] } ?? []
        if let found = (places + [path]).first(where: FileManager.default.fileExists(atPath:)) {
            return found
        }
        guard path.contains("/") else {
            throw NSError.status(
                .internalError,
                "Path \(path) doesn't have a slash in it, and there is no resource of that name")
        }
        return path
    }
}
