/// Joins modules into one script, each after those that it imports.
///
/// The names of all modules end up in one scope, so no two modules may declare the same name.
/// `scripts/check-page`, rather than the runtime, ensures that modules use only each other's exports.
struct ModuleJoiner {
    private let files: PageFiles
    /// The modules whose imports are being joined, outermost first.
    private var open: [String] = []
    private var joined: [String: PageModule] = [:]
    private var scripts: [String] = []
    /// The module that declares each name.
    private var owners: [String: String] = [:]

    private init(_ files: PageFiles) { self.files = files }

    /// Returns a module and everything that it imports as one script.
    ///
    /// - Parameters:
    ///   - path: The module.
    ///   - files: Where modules are.
    ///   - user: The file that refers to the module.
    /// - Throws: ``PageError``.
    static func script(
        of path: String, in files: PageFiles, for user: String
    ) throws(PageError) -> String {
        var joiner = ModuleJoiner(files)
        _ = try joiner.module(path, for: user)
        return joiner.scripts.joined(separator: "\n")
    }

    /// Joins a module unless it is joined already.
    private mutating func module(_ path: String, for user: String) throws(PageError) -> PageModule {
        if let module = joined[path] { return module }
        if let start = open.firstIndex(of: path) { throw .cycle(paths: Array(open[start...])) }
        let module = try PageModule(files.text(of: path, for: user), at: path)
        open.append(path)
        for wanted in module.imports {
            let other = try self.module(wanted.path, for: path)
            for name in wanted.names where !other.exported.contains(name) {
                throw .notExported(name: name, by: wanted.path, user: path)
            }
        }
        open.removeLast()
        for name in module.declared {
            if let owner = owners.updateValue(path, forKey: name) {
                throw .declaredTwice(name: name, files: [owner, path])
            }
        }
        joined[path] = module
        scripts.append(module.script)
        return module
    }
}
