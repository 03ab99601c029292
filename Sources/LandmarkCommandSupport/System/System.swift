#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The operating system, as far as the command needs it: the one file that imports a C library.
package enum System {
    /// What stands at a path.
    package enum Kind {
        case file, folder, other
    }

    /// What the operating system says about an error number.
    package static func message(for code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    /// The value of an environment variable, unless it is unset or empty.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// What stands at `path`, or the error number.
    package static func kind(of path: String) -> Result<Kind, SystemError> {
        var status = stat()
        guard stat(path, &status) == 0 else { return .failure(.last) }
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: .success(.folder)
        case S_IFREG: .success(.file)
        default: .success(.other)
        }
    }

    /// Whether a regular file stands at `path`.
    package static func isFile(_ path: String) -> Bool {
        if case .success(.file) = kind(of: path) { true } else { false }
    }

    /// What stands at `path`, behind links; nil when nothing does.
    package static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino))
    }

    /// The names in a folder, in byte order, without those that begin with a dot.
    package static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = opendir(folder) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Makes a folder and those above it; one that is there already is fine.
    package static func makeFolder(_ path: String) throws(SystemError) {
        if case .success(.folder) = kind(of: path) { return }
        let parent = Path.folder(of: path)
        if parent != path, parent != "." { try makeFolder(parent) }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
        if case .success(.folder) = kind(of: path) { return }
        throw SystemError(code: ENOTDIR)
    }

    /// The whole of a file, or its first bytes.
    package static func read(_ path: String, atMost limit: Int = .max) throws(SystemError)
        -> [UInt8]
    {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 18))
        while bytes.count < limit {
            let got = posixRead(descriptor, &chunk, min(chunk.count, limit - bytes.count))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .last }
            if got == 0 { break }
            bytes.append(contentsOf: chunk[..<got])
        }
        return bytes
    }

    /// Hands out a descriptor of a file that is open for reading.
    package static func reading<Result>(
        _ path: String, _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.last }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    /// Opens a file for writing: a new one that nobody else made, or an existing device or pipe.
    package static func openForWriting(_ path: String, new: Bool) throws(SystemError) -> Int32 {
        let flags = new ? O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC : O_WRONLY | O_CLOEXEC
        let descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// Writes all of `bytes`.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let put = bytes.withUnsafeBytes { buffer in
                posixWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]))
            }
            if put < 0, errno == EINTR { continue }
            guard put >= 0 else { throw .last }
            done += put
        }
    }

    /// Closes a descriptor; a full disk may show only here.
    package static func closeWritten(_ descriptor: Int32) throws(SystemError) {
        guard close(descriptor) == 0 else { throw .last }
    }

    /// Gives a file another name in one step, over what had that name.
    package static func rename(_ old: String, to new: String) throws(SystemError) {
        guard posixRename(old, new) == 0 else { throw .last }
    }

    /// Removes a file that may not be there.
    package static func remove(_ path: String) {
        _ = unlink(path)
    }

    /// A path without symbolic links; where nothing stands there, its folder's with its name.
    package static func resolved(_ path: String) -> String {
        if let name = realpath(path, nil) {
            defer { free(name) }
            return String(cString: name)
        }
        let folder = Path.folder(of: path)
        if path.isEmpty || path.hasSuffix("/") || folder == path { return path }
        return Path.join(resolved(folder), Path.name(of: path))
    }

    /// This process's number.
    package static var processID: Int32 { getpid() }

    /// Whether standard error is a terminal that a person watches.
    package static var errorIsTerminal: Bool { isatty(2) == 1 }

    /// Whether standard output is a terminal that a person watches.
    package static var outputIsTerminal: Bool { isatty(1) == 1 }

    /// How many columns and rows standard error's terminal has; nil when it does not say.
    package static var errorSize: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// How many processors the system runs threads on.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// What all of this process's threads took of the processors so far.
    package static var processorTime: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// The path of the running program.
    package static var executablePath: String {
        #if canImport(Darwin)
        var size: UInt32 = 4096
        var buffer = [CChar](repeating: 0, count: Int(size))
        guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments[0] }
        return resolved(String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        #else
        resolved("/proc/self/exe")
        #endif
    }

    /// The system's name, release and processor, as `uname` tells them.
    package static var platform: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return [
            text(of: &name.sysname), text(of: &name.release), text(of: &name.machine),
        ].joined(separator: " ")
    }

    private static func text<Characters>(of characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Runs a program with this one's streams and waits; returns its exit code.
    package static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> Int32 {
        var words = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child = pid_t()
        let problem = posix_spawn(&child, program, nil, nil, words, environ)
        guard problem == 0 else { throw SystemError(code: problem) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw .last }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// A line of standard input without its end, or nil at the end of input.
    package static func inputLine() -> String? { readLine(strippingNewline: true) }

    /// Ends the program.
    package static func exit(_ code: ExitCode) -> Never {
        posixExit(code.rawValue)
    }

    /// Lets writes to a closed pipe, or beyond what a file may hold, fail instead of ending the
    /// program.
    package static func letWritesFail() {
        for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    }

    /// Puts the null device in the place of standard streams that are closed, so that no file gets
    /// their numbers and with it what is meant for them.
    package static func fillStandardStreams() {
        for descriptor: Int32 in 0...2 {
            var status = stat()
            guard fstat(descriptor, &status) != 0, errno == EBADF else { continue }
            // The wrong way round: results that nobody can get are an error.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Calls `handler` at the first Ctrl-C or termination request; a second one ends the program.
    /// Calls it also when the terminal is closed, unless that is not to matter (`nohup`).
    package static func onInterrupt(_ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
        // What waits goes on waiting, rather than report an interruption as a failure.
        action.sa_flags = Int32(
            bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND)
                | UInt32(truncatingIfNeeded: SA_RESTART))
        // A parent may have started this process from a thread that blocks them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM] {
            sigaction(signal, &action, nil)
            sigaddset(&signals, signal)
        }
        // A closed terminal may be told several times, by the system and by the shell.
        if !ignores(SIGHUP) {
            action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESTART))
            sigaction(SIGHUP, &action, nil)
            sigaddset(&signals, SIGHUP)
        }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Whether a signal was ignored, as it is from here on.
    private static func ignores(_ number: Int32) -> Bool {
        let before = signal(number, SIG_IGN)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// What tells a file or folder from all others, whatever its names.
package struct FileIdentity: Hashable {
    package let device: UInt64
    package let number: UInt64
}

/// An error number of the operating system.
package struct SystemError: Error {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// What the last failed call left.
    package static var last: SystemError { SystemError(code: errno) }

    /// Whether nobody reads what was written any more.
    package var isBrokenPipe: Bool { code == EPIPE }

    /// What the operating system says about it.
    package var message: String { System.message(for: code) }
}

// The C functions whose names `System`'s own would hide.

private func posixRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
    read(descriptor, &buffer, count)
}

private func posixWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}

private func posixRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

private func posixExit(_ code: Int32) -> Never { exit(code) }
