import Foundation

/// Resolves the model path of a task's options.
package enum ModelPath {
    /// Returns the path of the model file for `path`. An absolute path is returned as is. For a
    /// relative path, the following are tried in order: the resource with that path, the resource
    /// with its last component, and the path relative to the current directory.
    ///
    /// - Parameter resources: The directory of the main bundle's resources; nil if it has none.
    /// - Throws: `NSError` with MediaPipe's codes: 3 for an empty path, 13 for a name without a
    ///   slash that is not a resource, 2 for an empty file.
    package static func resolve(
        _ path: String, resources: String? = Bundle.main.resourcePath
    ) throws -> String {
        guard !path.isEmpty else {
            throw NSError.status(
                .invalidArgumentError,
                "ExternalFile must specify at least one of 'file_content', 'file_name',"
                    + " 'file_pointer_meta' or 'file_descriptor_meta'. (modelAssetPath is empty; is the"
                    + " model among the resources of the app's target?)")
        }
        let resolved = try path.hasPrefix("/") ? path : relative(path, resources: resources)
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        if attributes?[.type] as? FileAttributeType == .typeRegular,
            (attributes?[.size] as? NSNumber)?.intValue == 0
        {
            throw NSError.status(
                .unknownError, "Unable to get file size, errno=0 (\(resolved) is empty)")
        }
        return resolved
    }

    private static func relative(_ path: String, resources: String?) throws -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let candidates = resources.map { [$0 + "/" + path, $0 + "/" + name] } ?? []
        if let existing = (candidates + [path]).first(
            where: FileManager.default.fileExists(atPath:))
        {
            return existing
        }
        guard path.contains("/") else {
            throw NSError.status(
                .internalError,
                "\(path) doesn't have a slash in it (and there is no resource of that name)")
        }
        return path
    }
}
