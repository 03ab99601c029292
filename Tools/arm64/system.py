"""The Debian systems with which this machine builds for ARM64.

`HOST` runs on this machine: Debian unstable, the only Debian with a Swift compiler, which also translates
for ARM64, and QEMU, which runs the result. `SYSROOT` is Debian unstable for ARM64, unpacked but not
installed: headers and libraries, with Swift's. `release` is the same with the libraries of this machine's
own release of Debian, for programs that others install. All contain packages and nothing else, are made
once, and are kept in the user's cache, because every clone needs the same 4 GB. `versions.tsv` in each
lists the packages.
"""

import hashlib
import os
import pathlib
import platform
import shutil
from concurrent import futures

from commands import CommandError, output
from repository import ROOT
from small_system import Unavailable, archive

COMPILER = ["swiftlang", "git", "pkg-config", "libc6-dev", "qemu-user"]
LIBRARIES = [
    "libc6", "libc6-dev", "libgcc-s1", "linux-libc-dev", "zlib1g-dev", "libturbojpeg0-dev", "libpng-dev",
    "libcairo2-dev", "libsqlite3-dev", "libwebsockets-dev", "libmosquitto-dev", "libavformat-dev",
    "libavcodec-dev", "libavfilter-dev", "libavdevice-dev", "libavutil-dev", "libheif-dev",
    "fonts-dejavu-core",
]
# The C++ library of each release of Debian.
RUNTIMES = {"sid": "libstdc++-15-dev", "bookworm": "libstdc++-12-dev", "trixie": "libstdc++-14-dev"}
OPTIONS = [
    "--mode=root", "--format=directory", "--dpkgopt=force-unsafe-io",
    "--aptopt=Acquire::Languages none", "--aptopt=APT::Install-Recommends false",
    # A mirror may keep unstable as it was on some day. Signatures are checked nevertheless.
    "--aptopt=Acquire::Check-Valid-Until false",
    *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("man", "locale", "doc", "info")),
]
# Write which packages a system has: those that are installed, or those that are unpacked.
INSTALLED = r"""dpkg-query --admindir="$1/var/lib/dpkg" -W -f '${Package}\t${Version}\n' > "$1/versions.tsv"
"""
UNPACKED = r"""set -e
cd "$1/var/cache/apt/archives"
for package in *.deb; do dpkg-deb --show --showformat '${Package}\t${Version}\n' "$package"; done \
    > "$1/versions.tsv"
"""
# Adds Swift's package without what it depends on. The programs in it are for ARM64, and never run.
SWIFT = r"""set -e
ln -s usr/lib usr/bin "$1"
cd "$1/tmp"
APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq download libswiftlang swiftlang
for package in *.deb; do dpkg-deb --show --showformat '${Package}\t${Version}\n' "$package"; done \
    >> "$1/versions.tsv"
dpkg-deb -x libswiftlang_*.deb "$1"
dpkg-deb --fsys-tarfile swiftlang_*.deb | tar -x -C "$1" --exclude '*/embedded' --exclude '*/swift/host' \
    --exclude '*/swift/pm' --exclude '*/swift/migrator' --wildcards './usr/libexec/swift/lib/clang/*' \
    './usr/libexec/swift/lib/swift/*' './usr/libexec/swift/lib/swift_static/*'
rm ./*.deb
# Tests that import Foundation are linked with a library that the package lacks; they use nothing of it.
printf '!<arch>\n' > "$1/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.a"
# Where compilers look for them.
for folder in clang swift swift_static; do ln -sfn ../libexec/swift/lib/$folder "$1/usr/lib/$folder"; done
"""
RECIPE = repr([COMPILER, LIBRARIES, RUNTIMES, OPTIONS, INSTALLED, UNPACKED, SWIFT])
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "landmarkkit"
FOLDER = CACHE / f"arm64-{hashlib.sha256(RECIPE.encode()).hexdigest()[:12]}"
HOST, SYSROOT = FOLDER / "host", FOLDER / "sysroot"
# Where Swift's package has its parts.
SWIFT_LIBRARIES = "usr/libexec/swift/lib"


def make(folder, suite, architecture, packages, *options):
    """Makes a system, whole or not at all, unless it exists."""
    if folder.exists():
        return
    source = archive(suite)
    unfinished = folder.with_suffix(".new")
    if unfinished.exists():
        try:
            shutil.rmtree(unfinished)
        except OSError as error:
            raise Unavailable(f"what an interrupted run left cannot be removed: {error}") from None
    folder.parent.mkdir(parents=True, exist_ok=True)
    print(f"arm64: making a system of Debian {suite} for {architecture} in {folder}", flush=True)
    try:
        # In a namespace of its own, so that nothing stays mounted in the folder if this is interrupted.
        output("unshare", "--mount", "mmdebstrap", *OPTIONS, f"--architectures={architecture}",
               f"--include={','.join(packages)}", *options, suite, unfinished, source)
    except CommandError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        reasons = [line for line in str(error).splitlines() if line.startswith("E: ")] or [str(error)]
        raise Unavailable(f"mmdebstrap could not make a system for {architecture}: {reasons[0]}") from None
    unfinished.rename(folder)


def prepare():
    """Makes the host and the sysroot: 1 GB to download, 4 GB on disk."""
    with futures.ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(make, HOST, "sid", "amd64", COMPILER, "--variant=apt",
                        f"--customize-hook={INSTALLED}"),
            pool.submit(make, SYSROOT, "sid", "arm64", [*LIBRARIES, RUNTIMES["sid"]], "--variant=extract",
                        f"--extract-hook={UNPACKED}", f"--extract-hook={SWIFT}"),
        ]
        for job in jobs:
            job.result()


def prepare_release():
    """Makes those two, and the system for releases with Swift's libraries from the sysroot; returns it."""
    prepare()
    suite = platform.freedesktop_os_release().get("VERSION_CODENAME")
    if suite not in RUNTIMES:
        raise Unavailable(f"releases are made on Debian {' or '.join(RUNTIMES)}, not on {suite}")
    libraries = SYSROOT / SWIFT_LIBRARIES
    links = f"""set -e
mkdir -p "$1/{SWIFT_LIBRARIES}"
cp -al {libraries}/clang {libraries}/swift {libraries}/swift_static "$1/{SWIFT_LIBRARIES}"
for folder in clang swift swift_static; do ln -sfn ../libexec/swift/lib/$folder "$1/usr/lib/$folder"; done
find "$1/usr/lib" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath --no-symlinks --relative-to="$(dirname "$link")" "$1$(readlink "$link")")" "$link"
done
"""
    folder = FOLDER / suite
    make(folder, suite, "arm64", [*LIBRARIES, RUNTIMES[suite], "python3"], "--variant=extract",
         f"--extract-hook={UNPACKED}", f"--extract-hook={links}")
    return folder


def version(package, folder=SYSROOT):
    """The version of a package in a system."""
    lines = (line.split("\t") for line in (folder / "versions.tsv").read_text().splitlines())
    return next(found for name, found in lines if name == package)


def inside(*command, environment={}):
    """The words that run a command in the host, which sees this repository and the systems at the paths
    that they have here."""
    enter = ('set -e; mount -t proc proc "$HOST/proc"; mount --rbind /dev "$HOST/dev"\n'
             'for folder in "$@"; do shift; [ "$folder" = -- ] && break\n'
             'mkdir -p "$HOST$folder"; mount --bind "$folder" "$HOST$folder"; done\n'
             'exec chroot "$HOST" env -i --chdir="$ROOT" "$@"')
    settings = {"HOME": "/root", "PATH": "/usr/libexec/swift/bin:/usr/bin:/bin", "LANG": "C.UTF-8"} | environment
    return ["env", f"HOST={HOST}", f"ROOT={ROOT}", "unshare", "--mount", "sh", "-c", enter, "sh", str(ROOT),
            str(FOLDER), "--", *(f"{name}={value}" for name, value in settings.items()), *map(str, command)]


def with_host_libraries(program, *arguments):
    """The words that run a program of this machine's processor with the C library of the host."""
    folders = [HOST / "usr/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu"]
    return [str(HOST / "lib64/ld-linux-x86-64.so.2"), "--library-path", ":".join(map(str, folders)), str(program),
            *map(str, arguments)]


def emulated(program, *arguments, processor="max", root=SYSROOT, environment={}):
    """The words that run an ARM64 program on this machine, with the libraries of a system."""
    settings = {"LD_LIBRARY_PATH": root / SWIFT_LIBRARIES / "swift/linux"} | environment
    return [str(HOST / "usr/bin/qemu-aarch64"), "-cpu", processor, "-L", str(root),
            *(word for name, value in settings.items() for word in ("-E", f"{name}={value}")),
            str(program), *map(str, arguments)]
