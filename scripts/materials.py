"""The components that the built files contain, link and load, for CycloneDX."""

import functools
import json
import os
import pathlib
import re
import tomllib
import uuid
import zipfile

from commands import CommandError, output
from fetching import sha256
from repository import ROOT

# Parts of these are in distributed files, so NOTICE must name them.
IN_NOTICE = {
    "swift": "Swift's run-time libraries", "gcc": "GNU C++ library", "glibc": "GNU C library",
    "libjpeg-turbo": "libjpeg-turbo", "libpng": "libpng",
}
# Components from Python's package index or from their makers, by the names under which they are searched for.
OPTIONAL = {"libopenvino_c.so": "openvino", "libonnxruntime.so.1": "onnxruntime"}
# Source packages that have a version in their names.
NUMBERED = re.compile(r"(gcc|libpng|sqlite|ffmpeg)-?[\d.]+")
LICENSE = "Apache-2.0"


class MaterialError(Exception):
    """Something is built or installed differently than expected; the message states both."""


def licensed(expression):
    """A license, by its identifier or as an expression."""
    is_expression = " " in expression
    return [{"expression": expression}] if is_expression else [{"license": {"id": expression}}]


@functools.cache
def known_licenses():
    """The licenses of third-party components, by the names in scripts/licenses.tsv."""
    lines = (ROOT / "scripts/licenses.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if line and not line.startswith("#"))


@functools.cache
def debian_package(path):
    """The package that a file of the system belongs to: its name, version and source package."""
    path = os.path.realpath(path)
    for name in (path, path.removeprefix("/usr"), "/usr" + path):
        try:
            found = output("dpkg", "-S", name).splitlines()[0].partition(": ")[0].split(",")[0]
        except CommandError:
            continue
        fields = output("dpkg-query", "-W", "-f", "${Package}\t${Version}\t${source:Package}\t${Architecture}", found)
        return fields.split("\t")
    raise MaterialError(f"{path}: expected a file of a Debian package, got none")


def linked(file):
    """The paths of the shared libraries that a program or library requires, and of those that they require."""
    return sorted(set(re.findall(r"(?:=> |^\s*)(/\S+) \(0x", output("ldd", file), re.MULTILINE)))


@functools.cache
def installed():
    """The paths of the shared libraries that the dynamic linker knows, by name."""
    lines = output("/sbin/ldconfig", "-p").splitlines()
    return {line.split()[0]: line.rpartition(" => ")[2] for line in reversed(lines) if " => " in line}


def loaded(file):
    """The names of the libraries that a program loads when it needs them."""
    names = re.findall(rb"\0(lib[\w.+-]+?\.so(?:\.\d+)*)(?=\0)", pathlib.Path(file).read_bytes())
    required = {os.path.basename(path) for path in linked(file)} | {os.path.basename(os.path.realpath(file))}
    return sorted({name.decode() for name in names} - required)


@functools.cache
def described_package():
    """Package.swift as SwiftPM reads it."""
    return json.loads(output("swift", "package", "--package-path", ROOT, "--ignore-lock", "dump-package"))


class Bill:
    """The components of a release, and their dependencies.

    Raises `MaterialError` if something was built differently than expected.
    """

    def __init__(self, version, program, c_library, wheel):
        self._components, self._needs = {}, {}
        self.package = {
            "type": "library", "bom-ref": "landmarkkit", "name": "LandmarkKit", "version": version,
            "licenses": licensed(LICENSE),
        }
        manifest = described_package()
        if manifest["dependencies"]:
            raise MaterialError(f"Package.swift: expected no dependencies, got {manifest['dependencies']}")
        self._needs["landmarkkit"] = []
        for product in manifest["products"]:
            if "library" in product["type"]:
                self._own("library", product["name"], version)
        self._swift = self._add(
            "swift", re.search(r"Swift version (\S+)", output("swift", "--version"))[1], "library",
            f"pkg:generic/swift@{{version}}", linkage="contained")
        self._add_built("application", "landmark", version, program)
        if c_library and c_library.exists():
            self._add_built("library", "liblandmarkkit", version, c_library)
        if wheel and wheel.exists():
            self._add_wheel(version, wheel)
        self._add_models()

    def _own(self, kind, name, version, parent="landmarkkit", **more):
        reference = f"landmarkkit/{name}"
        self._components[reference] = {
            "type": kind, "bom-ref": reference, "name": name, "version": version, "licenses": licensed(LICENSE), **more,
        }
        self._needs[reference] = []
        self._needs[parent].append(reference)
        return reference

    def _add(self, name, version, kind, purl, linkage, scope="required"):
        """Adds a third-party component, once; returns its reference."""
        license = known_licenses().get(name)
        reference = purl.format(version=version)
        component = self._components.setdefault(reference, {
            "type": kind, "bom-ref": reference, "name": name, "version": version, "scope": scope, "purl": reference,
            "licenses": licensed(license) if license else [], "properties": [],
        })
        property = {"name": "landmarkkit:linkage", "value": linkage}
        if property not in component["properties"]:
            component["properties"].append(property)
        self._needs.setdefault(reference, [])
        return reference

    def _add_debian(self, path, linkage, scope="required"):
        package, version, source, machine = debian_package(path)
        name = NUMBERED.sub(r"\1", source)
        purl = f"pkg:deb/debian/{package}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={machine}"
        return self._add(name, version, "library", purl.replace("{", "").replace("}", ""), linkage, scope)

    def _need(self, reference, other):
        if other not in self._needs[reference]:
            self._needs[reference].append(other)

    def _add_built(self, kind, name, version, file):
        reference = self._own(kind, name, version, hashes=[{"alg": "SHA-256", "content": sha256(file)}])
        self._need(reference, self._swift)
        for path in linked(file):
            self._need(reference, self._add_debian(path, "linked"))
        for library in loaded(file):
            if library in OPTIONAL:
                name = OPTIONAL[library]
                other = self._add(name, "any", "library", f"pkg:generic/{name}", "loaded", "optional")
            elif library in installed():
                other = self._add_debian(installed()[library], "loaded", "optional")
            else:
                raise MaterialError(f"{library}: expected it to be installed, as scripts/setup does; got no such library")
            self._need(reference, other)

    def _add_wheel(self, version, wheel):
        reference = self._own("library", "landmarkkit (Python)", version, purl=f"pkg:pypi/landmarkkit@{version}",
                              hashes=[{"alg": "SHA-256", "content": sha256(wheel)}])
        self._need(reference, self._swift)
        with zipfile.ZipFile(wheel) as archive:
            names = [pathlib.PurePath(name).name for name in archive.namelist() if re.search(r"landmarkkit\.libs/.", name)]
        for name in names:
            plain = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", name)
            found = next((path for soname, path in installed().items() if plain.startswith(soname)), None)
            if found is None:
                raise MaterialError(f"{wheel}: expected libraries of this system, got {name}")
            self._need(reference, self._add_debian(found, "contained"))
        project = tomllib.loads((ROOT / "Python/pyproject.toml").read_text(encoding="utf-8"))["project"]
        for extra, requirements in [("", project["dependencies"]), *project["optional-dependencies"].items()]:
            for requirement in requirements:
                self._need(reference, self._add_python(requirement, extra))

    def _add_python(self, requirement, extra):
        """Adds a package from Python's index, whose version pip chooses."""
        name = re.match(r"[\w.-]+", requirement)[0]
        reference = f"pkg:pypi/{name}"
        component = self._components.setdefault(reference, {
            "type": "library", "bom-ref": reference, "name": name, "purl": reference,
            "scope": "optional" if extra else "required", "properties": [],
        })
        component["properties"].append(
            {"name": f"landmarkkit:requirement{':' * bool(extra)}{extra}", "value": requirement})
        self._needs.setdefault(reference, [])
        return reference

    def _add_models(self):
        for line in (ROOT / "scripts/models.tsv").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            name, file, digest, *_ = line.split("\t")
            self._own("machine-learning-model", file, digest[:12], scope="optional", supplier={"name": "Google"},
                      hashes=[{"alg": "SHA-256", "content": digest}],
                      properties=[{"name": "landmarkkit:model", "value": name}])

    def components(self):
        """All components, in the order of their references."""
        return [self._components[reference] for reference in sorted(self._components)]

    def dependencies(self):
        """The dependencies of each component."""
        return [{"ref": reference, **({"dependsOn": sorted(needed)} if needed else {})}
                for reference, needed in sorted(self._needs.items())]

    def serial_number(self, version):
        """A number that is the same for the same contents."""
        text = json.dumps([version, self.components(), self.dependencies()])
        return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}"

    def problems(self, notice):
        """The components without a license, and those that are distributed but not in NOTICE."""
        words = " ".join(notice.split())
        # pip installs Python's packages with licenses of their own, from wherever the user has them.
        nameless = [component["name"] for component in self.components()
                    if not component.get("licenses") and not component["bom-ref"].startswith("pkg:pypi/")]
        return [
            *(f"scripts/licenses.tsv: expected the license of {name}, got none" for name in nameless),
            *(f"NOTICE: expected “{name}”, got no such words" for name in IN_NOTICE.values() if name not in words),
        ]
