"""Small Debian systems, in which scripts and tools test what users install. mmdebstrap makes them, and they are
kept in .cache. Tools have a link to this file next to their own."""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from commands import CommandError, output
from repository import ROOT

KEPT = ROOT / ".cache/package-system"
ENVIRONMENT = ["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"]


class Unavailable(Exception):
    """The reason that there can be no such system on this machine."""


def archive(suite):
    """The line of sources.list for a release of Debian, from the mirror that this machine uses."""
    if not shutil.which("mmdebstrap"):
        raise Unavailable("there is no mmdebstrap; Debian's package mmdebstrap has it")
    if os.geteuid() != 0:
        raise Unavailable("only root can make and enter a system of another release")
    try:
        mirrors = output("apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian").split()
    except CommandError as error:
        raise Unavailable(f"apt does not know a mirror of Debian: {error}") from None
    mirrors = [uri for uri in mirrors if uri.rstrip("/").endswith("debian")]
    if not mirrors:
        raise Unavailable("apt has no mirror of Debian in its sources")
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    return f"deb [signed-by={keys}] {max(set(mirrors), key=mirrors.count)} {suite} main"


def unpack(folder, suite, packages, source=lambda suite: None):
    """Fills a new folder with the essential packages of a release, and others. `source` returns the line of
    sources.list; without one, mmdebstrap knows the mirror of this machine's release."""
    if os.geteuid() != 0:
        raise Unavailable("only root can enter another system")
    names = sorted(packages)
    key = hashlib.sha256(" ".join([suite, platform.machine(), *names]).encode()).hexdigest()[:12]
    kept = KEPT / f"{key}.tar"
    if not kept.exists():
        if not shutil.which("mmdebstrap"):
            raise Unavailable("there is no mmdebstrap; Debian's package mmdebstrap has it")
        line = source(suite)
        kept.parent.mkdir(parents=True, exist_ok=True)
        made = kept.with_suffix(f".{os.getpid()}.tar")
        print(f"{Path(sys.argv[0]).name}: making a system of {suite} with {', '.join(names)}", flush=True)
        # Files that nobody reads there are left out, but not from packages that are installed later.
        done = subprocess.run(
            # In a namespace of its own, so that nothing stays mounted if this is interrupted.
            ["unshare", "--mount", "mmdebstrap", "--quiet", "--variant=essential",
             f"--include={','.join(names)}",
             "--dpkgopt=force-unsafe-io", "--aptopt=Acquire::Languages none",
             # A mirror keeps old releases unchanged. Signatures are checked nevertheless.
             "--aptopt=Acquire::Check-Valid-Until false",
             *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("man", "locale", "doc")),
             '--customize-hook=rm "$1/etc/dpkg/dpkg.cfg.d/99mmdebstrap"', suite, str(made),
             *([line] if line else [])],
            capture_output=True, text=True)
        if done.returncode:
            made.unlink(missing_ok=True)
            lines = done.stderr.strip().splitlines() or ["it printed nothing"]
            raise Unavailable(f"mmdebstrap could not make a system of {suite}: {lines[-1]}")
        made.rename(kept)
    folder.mkdir()
    subprocess.run(["tar", "-xf", kept, "-C", folder], check=True)


def inside(root, *arguments):
    """The command for a program in a system, without a network. Arguments like A=B set its environment."""
    enter = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
    return ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "sh", "-c", enter,
            str(root), "env", "-i", "HOME=/root", *ENVIRONMENT, *map(str, arguments)]
