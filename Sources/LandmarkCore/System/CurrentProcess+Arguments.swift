import CLandmarkSystem

extension CurrentProcess {
    /// The arguments of the command line, without the program.
    package static var arguments: [String] {
        #if canImport(Glibc)
        // Swift finds them through /proc/self/maps, and returns none if it cannot read that file.
        let (count, words) = (Int(lk_argument_count()), lk_arguments())
        return (1..<max(1, count)).compactMap { words?[$0].map { Path.decode($0) } }
        #else
        return (1..<max(1, Int(CommandLine.argc))).map { Path.decode(CommandLine.unsafeArgv[$0]) }
        #endif
    }
}
