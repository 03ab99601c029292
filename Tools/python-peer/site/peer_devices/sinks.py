"""Modules in place of those that move the mouse, press keys, play sounds or talk to boards."""

import ctypes
import importlib.abc
import importlib.machinery
import sys
import types

from . import record

MODULES = {"pyautogui", "pynput", "mouse", "keyboard", "autopy", "pydirectinput", "serial", "pyfirmata", "pyfirmata2",
           "winsound", "playsound", "pyttsx3", "pycaw", "comtypes", "screen_brightness_control", "alsaaudio",
           "win32api", "win32con", "win32gui", "cvzone.SerialModule"}
RESULTS = {"pyautogui.size": (1920, 1080), "pyautogui.position": (960, 540), "autopy.screen.size": (1920.0, 1080.0),
           "GetVolumeRange": (-65.25, 0.0, 0.03125), "get_brightness": [50]}


class Sink:
    """A value whose every use is possible and does nothing; calls are recorded."""

    def __init__(self, name):
        self._name = name

    def __call__(self, *arguments, **options):
        words = [_text(value) for value in arguments]
        words += [f"{key}={_text(value)}" for key, value in options.items()]
        record.call(f"{self._name}({', '.join(words)})")
        for name, result in RESULTS.items():
            if self._name.endswith(name):
                return result
        return Sink(f"{self._name}()")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Sink(f"{self._name}.{name}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __bool__(self):
        return True

    def __int__(self):
        return 0

    __index__ = __int__

    def __float__(self):
        return 0.0

    def __lt__(self, other):
        return False

    __gt__ = __le__ = __ge__ = __lt__


class SinkModule(types.ModuleType):
    """A module of sinks."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Sink(f"{self.__name__}.{name}")


class SinkFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules above before Python's own finders do."""

    def find_spec(self, name, path=None, target=None):
        if name in MODULES or name.partition(".")[0] in MODULES:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return SinkModule(spec.name)

    def exec_module(self, module):
        pass


def install():
    """Makes the modules importable, and their values usable where the system's would be."""
    sys.meta_path.insert(0, SinkFinder())
    # Scripts get the volume of Windows by these.
    for name in ("POINTER", "cast"):
        setattr(ctypes, name, _passing_sinks(getattr(ctypes, name)))


def _passing_sinks(function):
    def passing(*arguments):
        sinks = [value for value in arguments if isinstance(value, Sink)]
        return sinks[0] if sinks else function(*arguments)

    return passing


def _text(value):
    if isinstance(value, Sink):
        return value._name
    return f"{value:.6g}" if isinstance(value, float) else repr(value)
