#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The running process: its environment, executable, resource use and end.
package enum CurrentProcess {
    /// The process ID.
    package static var id: Int32 { getpid() }

    /// The value of an environment variable; nil when it is unset or empty.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return Path.decode(value)
    }

    /// The seconds of CPU time that all threads of the process have used so far.
    package static var cpuTime: Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The resolved path of the running executable.
    package static var executablePath: String {
        #if canImport(Darwin)
        var size: UInt32 = 4096
        var buffer = [CChar](repeating: 0, count: Int(size))
        guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments[0] }
        return Path.resolved(
            String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        #else
        Path.resolved("/proc/self/exe")
        #endif
    }

    #if os(macOS) || !canImport(Darwin)
    /// Replaces the program that the process runs, keeping its ID, standard streams and
    /// environment.
    ///
    /// - Throws: ``SystemError`` when the program cannot be started.
    package static func replace(
        with program: String, _ arguments: [String]
    ) throws(SystemError) -> Never {
        var words = ([program] + arguments).map { strdup(Path.systemText($0)) }
        words.append(nil)
        defer { for word in words { free(word) } }
        // The new program inherits this thread's signal mask, and pool threads block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        execv(Path.systemText(program), words)
        throw .last
    }
    #endif

    /// Ends the process with an exit status.
    package static func exit(_ status: Int32) -> Never {
        posixExit(status)
    }
}

/// The memory, file descriptors and threads of the running process.
package struct ProcessState: Sendable {
    /// Resident set size in bytes.
    package let residentBytes: Int
    /// The largest resident set size so far, in bytes.
    package let peakBytes: Int
    /// The number of open file descriptors.
    package let descriptors: Int
    /// The number of threads.
    package let threads: Int

    /// The state at this time; nil except on Linux.
    package static var now: ProcessState? {
        // Each reading counts one descriptor too many: that of the folder being listed.
        guard let status = try? FileSystem.read("/proc/self/status"),
            let descriptors = try? FileSystem.names(in: "/proc/self/fd").count
        else { return nil }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let resident = number(after: "VmRSS:", in: lines),
            let peak = number(after: "VmHWM:", in: lines),
            let threads = number(after: "Threads:", in: lines)
        else { return nil }
        return ProcessState(
            residentBytes: resident << 10, peakBytes: peak << 10, descriptors: descriptors,
            threads: threads)
    }

    private static func number(after name: String, in lines: [Substring]) -> Int? {
        guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first.flatMap {
            Int($0)
        }
    }
}

/// The machine and operating system that the process runs on.
package enum Host {
    /// The number of online processors, at least 1.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The number of processors that are no slower than any other in the machine, such as the two
    /// performance cores of an iPhone; nil if the system does not distinguish them.
    package static var performanceCores: Int? {
        #if canImport(Darwin)
        // The first level is the fastest.
        var count: Int32 = 0
        var size = MemoryLayout<Int32>.size
        guard sysctlbyname("hw.perflevel0.logicalcpu", &count, &size, nil, 0) == 0, count > 0
        else { return nil }
        return Int(count)
        #else
        return performanceCores(in: "/sys/devices/system/cpu", of: processorCount)
        #endif
    }

    /// The number of processors with at least three quarters of the highest capacity, as Linux
    /// reports it on ARM: `cpu_capacity` is the speed of a processor relative to the fastest one,
    /// which has 1024. nil if any of the `count` processors has none.
    package static func performanceCores(in folder: String, of count: Int) -> Int? {
        var capacities: [Int] = []
        for processor in 0..<count {
            guard
                let bytes = try? FileSystem.read("\(folder)/cpu\(processor)/cpu_capacity"),
                let capacity = Int(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
            else { return nil }
            capacities.append(capacity)
        }
        guard let highest = capacities.max(), highest > 0 else { return nil }
        return capacities.count { 4 * $0 >= 3 * highest }
    }

    /// The name of the machine's model, such as `iPhone14,2` or `Mac14,2`; nil if the system has
    /// none. In a simulator it is the simulated device's.
    package static var modelName: String? {
        #if os(macOS)
        var size = 0
        guard sysctlbyname("hw.model", nil, &size, nil, 0) == 0, size > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        guard sysctlbyname("hw.model", &bytes, &size, nil, 0) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #elseif canImport(Darwin)
        if let simulated = getenv("SIMULATOR_MODEL_IDENTIFIER") {
            return String(cString: simulated)
        }
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        return text(of: &name.machine)
        #else
        return nil
        #endif
    }

    /// The system's name, release and processor architecture, from `uname`.
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
}

#if os(macOS) || !canImport(Darwin)
/// A program run by this one.
package enum ChildProcess {
    /// Runs a program with this process's standard streams and environment, and waits for it.
    ///
    /// - Returns: Its exit status, or 128 plus the number of the signal that ended it.
    /// - Throws: ``SystemError`` when the program cannot be started.
    package static func run(
        _ program: String, _ arguments: [String]
    ) throws(SystemError) -> Int32 {
        var words = ([program] + arguments).map { strdup(Path.systemText($0)) }
        words.append(nil)
        defer { for word in words { free(word) } }
        #if canImport(Darwin)
        let environment = _NSGetEnviron().pointee
        #else
        let environment = environ
        #endif
        var child = pid_t()
        let problem = posix_spawn(&child, Path.systemText(program), nil, nil, words, environment)
        guard problem == 0 else { throw SystemError(code: problem) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw .last }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }
}
#endif

/// The identity of a thread, unique among the threads that are alive.
package struct ThreadIdentity: Sendable, Hashable {
    private let bits: UInt

    /// The calling thread.
    package static var current: ThreadIdentity {
        // `pthread_t` is a number on some systems and a pointer on others.
        ThreadIdentity(bits: withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) })
    }
}

// The C function that the method above shadows.
private func posixExit(_ code: Int32) -> Never { exit(code) }
