"""Scripts that import MediaPipe run unchanged on LandmarkKit."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import textwrap

import pytest
from conftest import footage, run_python

import landmarkkit

IMPORTS = """
    import mediapipe as mp
    import mediapipe.python.solutions.hands
    import mediapipe.python.solutions.pose as pose
    from mediapipe import solutions
    from mediapipe.framework.formats import landmark_pb2
    from mediapipe.python.solutions.drawing_utils import _normalized_to_pixel_coordinates
    from mediapipe.python.solutions import drawing_styles, face_mesh
    from mediapipe.tasks import python
    from mediapipe.tasks.python import vision
    from mediapipe.tasks.python.components.containers import landmark
    from mediapipe.python._framework_bindings import resource_util
    from mediapipe.python._framework_bindings.image import Image
    from mediapipe.python._framework_bindings.image_frame import ImageFormat
    from mediapipe.python.solutions import download_utils

    import landmarkkit
    assert mp.solutions is solutions is landmarkkit.solutions is mediapipe.python.solutions
    assert mp.solutions.pose is pose and mediapipe.python.solutions.hands is mp.solutions.hands
    assert vision is landmarkkit.tasks.vision and python.BaseOptions.__module__.startswith("landm")
    assert landmark_pb2 is landmarkkit.framework.formats.landmark_pb2
    assert mp.Image is Image is landmarkkit.Image and mp.ImageFormat is ImageFormat
    assert mp.resource_util is mediapipe.python.resource_util is resource_util
    resource_util.set_resource_dir("/models")
    download_utils.download_oss_model("mediapipe/modules/pose_landmark/pose_landmark_lite.tflite")
    assert "solutions" in dir(mp) and landmarkkit.__version__ in mp.__version__
"""


def run(*arguments, cwd=None, **options):
    """Runs `python -m landmarkkit.run`."""
    package = pathlib.Path(landmarkkit.__file__).parents[1]
    paths = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-m", "landmarkkit.run", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": paths},
        **options,
    )


@pytest.fixture
def script(tmp_path):
    def write(text):
        path = tmp_path / "script.py"
        path.write_text(textwrap.dedent(text))
        return path

    return write


def test_installing():
    done = run_python(f"""
        import landmarkkit
        landmarkkit.install_as_mediapipe()
        landmarkkit.install_as_mediapipe()
        {IMPORTS.replace(chr(10), chr(10) + '    ')}
        import importlib.util
        assert importlib.util.find_spec("mediapipe").name == "mediapipe"
        assert importlib.util.find_spec("mediapipe.solutions.hands") is not None
        assert importlib.util.find_spec("mediapipe.nothing") is None
        for name in (
            "mediapipe.model_maker",
            "mediapipe.nothing",
            "mediapipe.nothing.more",
            "mediapipe.solutions.nothing",
        ):
            try:
                __import__(name)
            except ModuleNotFoundError as error:
                print(error)
        try:
            mp.nothing
        except AttributeError as error:
            print(error)
    """)
    assert done.stdout.splitlines() == [
        "No module named 'mediapipe.model_maker'",
        "No module named 'mediapipe.nothing'",
        "No module named 'mediapipe.nothing'",
        "No module named 'mediapipe.solutions.nothing'",
        "module 'landmarkkit' has no attribute 'nothing'",
    ], done.stderr


def test_installing_too_late_is_an_error(tmp_path):
    (tmp_path / "mediapipe.py").touch()
    done = run_python(f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        import mediapipe
        import landmarkkit
        try:
            landmarkkit.install_as_mediapipe()
        except ImportError as error:
            assert isinstance(error, landmarkkit.MediaPipeImportedError)
            print(error)
        import mediapipe as again
        assert again is mediapipe and not hasattr(mediapipe, "solutions")
    """)
    assert f"already imported from {tmp_path}" in done.stdout, done.stderr


def test_versions_compare_as_mediapipes_do():
    done = run_python("""
        import landmarkkit
        landmarkkit.install_as_mediapipe()
        import mediapipe
        print(mediapipe.__version__.partition("+")[0], mediapipe.__version__ >= "0.10")
        print(tuple(int(part) for part in mediapipe.__version__.split(".")[:3]))
    """)
    assert done.stdout == "0.10.21.0 True\n(0, 10, 21)\n", done.stderr


VERSIONS = """
    from importlib import metadata
    assert metadata.version("mediapipe") == "0.10.21"
    assert metadata.version("numpy") == __import__("numpy").__version__
    names = [found.metadata["Name"] for found in metadata.distributions()]
    print("mediapipe" in names, "numpy" in names)
    try:
        metadata.version("mediapipe-nothing")
    except metadata.PackageNotFoundError as error:
        print(error)
"""
FOUND = "True True\nNo package metadata was found for mediapipe-nothing\n"


def test_the_installed_version_is_the_one_that_is_imported(script):
    from landmarkkit._mediapipe import STAND_IN

    done = run(script(VERSIONS))
    assert done.stdout == FOUND, done.stderr
    done = run_python(f"""
        import sys
        import landmarkkit
        landmarkkit.install_as_mediapipe()
        assert "importlib.metadata" not in sys.modules
        {VERSIONS.replace(chr(10), chr(10) + '    ')}
    """)
    assert done.stdout == FOUND, done.stderr
    # Nobody else finds it.
    done = run_python(f"""
        import sys
        from importlib import metadata
        import landmarkkit
        found = [str(f.locate_file("")) for f in metadata.distributions(name="mediapipe")]
        print({STAND_IN!r} in found or {STAND_IN!r} in sys.path)
    """)
    assert done.stdout == "False\n", done.stderr


def test_pkgutil_lists_the_modules():
    done = run_python("""
        import landmarkkit
        landmarkkit.install_as_mediapipe()
        import mediapipe, pkgutil
        from importlib import resources
        names = {module.name for module in pkgutil.iter_modules(mediapipe.__path__, "mediapipe.")}
        print({"mediapipe.solutions", "mediapipe.tasks", "mediapipe.python"} <= names)
        print((resources.files("mediapipe") / "solutions" / "hands.py").is_file())
        print(b"Hands, poses" in pkgutil.get_data("mediapipe", "__init__.py"))
        # The finder of the second name comes before the folders.
        import mediapipe.solutions.hands
        print(mediapipe.solutions.hands is landmarkkit.solutions.hands)
    """)
    assert done.stdout == "True\n" * 4, done.stderr


def test_what_mediapipes_modules_import_is_in_them_when_asked():
    pytest.importorskip("cv2")
    pytest.importorskip("matplotlib")
    done = run_python("""
        import sys
        import landmarkkit
        landmarkkit.install_as_mediapipe()
        import mediapipe as mp
        from mediapipe.python.solutions import drawing_utils
        print([name for name in ("cv2", "matplotlib", "google.protobuf") if name in sys.modules])
        from mediapipe.python.solutions.drawing_utils import landmark_pb2, cv2, plt
        from mediapipe.python.solutions.face_detection import detection_pb2, location_data_pb2
        from mediapipe.framework import formats
        assert landmark_pb2 is mp.solutions.drawing_utils.landmark_pb2 is formats.landmark_pb2
        assert detection_pb2 is drawing_utils.detection_pb2 is formats.detection_pb2
        assert location_data_pb2 is drawing_utils.location_data_pb2 is formats.location_data_pb2
        assert cv2 is sys.modules["cv2"] and plt is sys.modules["matplotlib.pyplot"]
        print(drawing_utils._normalize_color((255, 51, 0)), hasattr(drawing_utils, "nothing"))
    """)
    assert done.stdout == "[]\n(1.0, 0.2, 0.0) False\n", done.stderr


@pytest.mark.usefixtures("solution_models")
def test_a_script_runs_as_with_python(script, tmp_path):
    image = footage("astronaut.png")
    path = script(f"""
        {IMPORTS.replace(chr(10), chr(10) + '    ')}
        import sys
        print(sys.argv, __name__, __file__, sys.path[0])
        image = mp.Image.create_from_file({image!r}).numpy_view()
        with mp.solutions.face_detection.FaceDetection(model_selection=0) as faces:
            print(len(faces.process(image).detections))
    """)
    done = run(path, "--a", "b c")
    assert done.stdout.splitlines() == [
        str([str(path), "--a", "b c"]) + f" __main__ {path} {tmp_path}",
        "1",
    ], done.stderr
    done = run("-m", "script", "x", cwd=tmp_path)
    assert done.stdout.startswith(f"[{str(path)!r}, 'x'] __main__ {path}"), done.stderr
    done = run("-c", "import mediapipe, sys; print(mediapipe.solutions.__name__, sys.argv)", "y")
    assert done.stdout == "landmarkkit.solutions ['-c', 'y']\n", done.stderr


def test_errors_and_exit_codes_are_those_of_the_script(script):
    path = script("import mediapipe\nraise ValueError('wrong')\n")
    done = run(path)
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert lines[:2] == [
        "Traceback (most recent call last):",
        f'  File "{path}", line 2, in <module>',
    ]
    assert lines[-1] == "ValueError: wrong" and "landmarkkit" not in done.stderr
    assert run(script("import sys; sys.exit(7)")).returncode == 7
    interrupted = script("import os, signal; os.kill(os.getpid(), signal.SIGINT); input()")
    assert run(interrupted, stdin=subprocess.DEVNULL).returncode == -signal.SIGINT
    missing = run("nowhere.py")
    assert missing.returncode == 2 and "can't open file" in missing.stderr
    usage = run()
    assert usage.returncode == 2 and "usage: python -m landmarkkit.run" in usage.stderr
    assert run("--help").stdout == usage.stderr


def test_processes_that_a_script_starts_have_it_too(script):
    path = script("""
        import multiprocessing
        import mediapipe

        def name(index):
            return mediapipe.solutions.__name__, index

        if __name__ == "__main__":
            for method in ("spawn", "forkserver", "fork"):
                with multiprocessing.get_context(method).Pool(1) as pool:
                    print(pool.map(name, [1]))
    """)
    done = run(path)
    assert done.stdout == "[('landmarkkit.solutions', 1)]\n" * 3, done.stderr


def test_options_of_python_are_kept(script):
    path = script("""
        import sys, mediapipe
        print(sys.flags.optimize, sys.flags.utf8_mode, sys.warnoptions, sys.stdout.write_through)
    """)
    package = pathlib.Path(landmarkkit.__file__).parents[1]
    paths = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    options = ["-O", "-u", "-W", "error", "-X", "utf8"]
    done = subprocess.run(
        [sys.executable, *options, "-m", "landmarkkit.run", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.stdout == "1 1 ['error'] True\n", done.stderr


def test_a_module_is_one_by_all_its_names():
    done = run_python("""
        from landmarkkit.python.solutions.hands import Hands
        import landmarkkit.python.solutions.pose as pose
        from landmarkkit.python.solutions import face_mesh
        import landmarkkit
        from landmarkkit import solutions
        assert solutions.hands.Hands is Hands and solutions.pose is pose
        assert landmarkkit.python.solutions is solutions and solutions.face_mesh is face_mesh
        assert landmarkkit.python.Image is landmarkkit.Image
        from landmarkkit.python.solution_base import SolutionBase
        assert issubclass(Hands, SolutionBase)
        print(Hands.__module__)
    """)
    assert done.stdout == "landmarkkit.solutions.hands\n", done.stderr
