"""Runs the programs that scripts and tools need. Tools have a link to this file next to their own."""

import shlex
import subprocess

# The number of a failed program's last lines to show.
LINES = 20


class CommandError(Exception):
    """A program could not be run, or failed; the message states how, with the program's own message."""


def output(*command, text=True, **options):
    """The standard output of a program, which must end with exit code 0."""
    words = [str(word) for word in command]
    streams = {} if "input" in options else {"stdin": subprocess.DEVNULL}
    streams |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    try:
        done = subprocess.run(words, text=text, **streams | options)
    except FileNotFoundError:
        raise CommandError(f"{words[0]}: no such program; scripts/setup installs those of the system") from None
    except OSError as error:
        raise CommandError(f"{words[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        # Standard output, too, if the caller joined them.
        said = (done.stdout if done.stderr is None else done.stderr) or ""
        said = said if isinstance(said, str) else said.decode(errors="replace")
        lines = said.strip().splitlines()[-LINES:] or ["it printed nothing"]
        raise CommandError(f"{shlex.join(words)}: expected exit code 0, got {done.returncode}: "
                           + "\n".join(lines))
    return done.stdout
