import Foundation

func symlinkTo(_ target: String, at path: String) -> Bool { symlink(target, path) == 0 }

func setSize(of path: String, to bytes: Int) -> Bool { truncate(path, off_t(bytes)) == 0 }

func setMode(of path: String, to mode: UInt32) -> Bool { chmod(path, mode_t(mode)) == 0 }

var isSuperuser: Bool { geteuid() == 0 }

enum Code {
    static let nameTooLong = ENAMETOOLONG
    static let noSpace = ENOSPC
    static let fileTooLarge = EFBIG
}
