"""The wheel's tag and library: pure Python over a C library, for any Python 3 on one platform."""

import os
import pathlib
import shutil

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

LIBRARY = pathlib.Path(__file__).resolve().parent / "src/landmarkkit/liblandmarkkit.so"
MISSING = (
    "landmarkkit: this source distribution contains no native library: install a wheel, or build "
    "the library with scripts/build-c-library of LandmarkKit's repository, which needs the Swift "
    "toolchain, and set LANDMARKKIT_LIBRARY to the path of its liblandmarkkit.so.1"
)


class BinaryDistribution(Distribution):
    """A distribution that contains a library."""

    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    """A wheel for every Python 3 on the platform."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class BuildWithLibrary(build_py):
    """Python files and the library: the one beside them, or the one that the user names."""

    def run(self):
        super().run()
        if LIBRARY.exists():
            return
        named = os.environ.get("LANDMARKKIT_LIBRARY")
        if not named:
            raise SystemExit(MISSING)
        if not os.path.isfile(named):
            raise SystemExit(f"landmarkkit: LANDMARKKIT_LIBRARY: there is no file {named}")
        shutil.copyfile(named, pathlib.Path(self.build_lib) / "landmarkkit" / LIBRARY.name)


setup(
    distclass=BinaryDistribution,
    cmdclass={"bdist_wheel": PlatformWheel, "build_py": BuildWithLibrary},
)
