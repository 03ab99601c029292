"""Runs a program that the kernel kills, with SIGSYS, at its first system call for a network.

usage: offline.py PROGRAM ARGUMENT…
       offline.py --calls              the names of these calls

The filter (seccomp) holds for the program's threads and for all programs that it starts.
"""

import ctypes
import os
import platform
import struct
import sys

# Those of io_uring among them, which could open a socket without another call.
CALLS = {
    "x86_64": {
        "socket": 41, "connect": 42, "accept": 43, "sendto": 44, "recvfrom": 45, "sendmsg": 46, "recvmsg": 47,
        "bind": 49, "listen": 50, "socketpair": 53, "accept4": 288, "recvmmsg": 299, "sendmmsg": 307,
        "io_uring_setup": 425, "io_uring_enter": 426,
    },
    "aarch64": {
        "socket": 198, "socketpair": 199, "bind": 200, "listen": 201, "accept": 202, "connect": 203, "sendto": 206,
        "recvfrom": 207, "sendmsg": 211, "recvmsg": 212, "accept4": 242, "recvmmsg": 243, "sendmmsg": 269,
        "io_uring_setup": 425, "io_uring_enter": 426,
    },
}
# The processors' numbers in linux/audit.h, and the bit of x86-64's second set of calls.
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000

KILL, ALLOW = 0x80000000, 0x7FFF0000
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value)


def program(machine):
    """The filter: it looks at the processor, and then at the number of the call."""
    calls = sorted(CALLS[machine].values())
    parts = [instruction(LOAD, 4), instruction(EQUAL, AUDIT[machine], 1, 0), instruction(RETURN, KILL),
             instruction(LOAD, 0), instruction(AT_LEAST, X32, len(calls) + 1, 0)]
    parts += [instruction(EQUAL, number, len(calls) - place, 0) for place, number in enumerate(calls)]
    return parts + [instruction(RETURN, ALLOW), instruction(RETURN, KILL)]


def forbid(machine):
    parts = program(machine)
    code = ctypes.create_string_buffer(b"".join(parts))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(parts), ctypes.addressof(code)))
    library = ctypes.CDLL(None, use_errno=True)
    for call in [(NO_NEW_PRIVILEGES, 1, 0, 0, 0), (SECCOMP, FILTER, header, 0, 0)]:
        if library.prctl(*call):
            sys.exit(f"offline: expected a filter, got {os.strerror(ctypes.get_errno())}")


def main():
    machine = platform.machine()
    if machine not in CALLS:
        sys.exit(f"offline: expected x86_64 or aarch64, got {machine}")
    if sys.argv[1:] == ["--calls"]:
        print("\n".join(CALLS[machine]))
        return
    forbid(machine)
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
