#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

func symlinkTo(_ target: String, at path: String) -> Bool { symlink(target, path) == 0 }

func setSize(of path: String, to bytes: Int) -> Bool { truncate(path, off_t(bytes)) == 0 }

func setMode(of path: String, to mode: UInt32) -> Bool { chmod(path, mode_t(mode)) == 0 }

var isSuperuser: Bool { geteuid() == 0 }

/// Makes every file that grows past `bytes` fail, as a full disk does, instead of killing.
func limitFileSize(to bytes: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if os(Linux)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}

enum Code {
    static let nameTooLong = ENAMETOOLONG
    static let noSpace = ENOSPC
    static let fileTooLarge = EFBIG
}
