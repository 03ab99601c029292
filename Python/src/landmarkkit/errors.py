"""The errors of LandmarkKit: each is a `landmarkkit.Error` and also the built-in exception that
fits."""

from __future__ import annotations


class Error(Exception):
    """The base of all errors that this package raises; its message describes the problem."""


class InvalidArgumentError(Error, ValueError):
    """An argument or option is out of range, has the wrong shape or type, or does not fit
    others."""


class WrongTypeError(InvalidArgumentError, TypeError):
    """An argument has the wrong type, or an array the wrong type of elements."""


class NotAnArrayError(InvalidArgumentError, AttributeError):
    """An image is not a NumPy array; often it is None, because a file or camera was not read."""


class DimensionsError(InvalidArgumentError, IndexError):
    """An array has too few dimensions, such as a grayscale image where RGB is expected."""


class WrongModeError(InvalidArgumentError):
    """The method is for another running mode."""


class TimestampError(InvalidArgumentError):
    """A frame is not later than the one before it. Later frames can still be processed."""


class ModelError(Error, RuntimeError):
    """A model file is damaged or belongs to another task."""


class ModelNotFoundError(ModelError, FileNotFoundError):
    """No model file is at the path."""


class ImageError(Error, RuntimeError):
    """An image file cannot be read, or an image cannot be sampled."""


class ImageNotFoundError(ImageError, FileNotFoundError):
    """No image file is at the path."""


class VideoError(Error, RuntimeError):
    """A video file is damaged or has no video."""


class VideoNotFoundError(VideoError, FileNotFoundError):
    """No video file is at the path."""


class InferenceError(Error, RuntimeError):
    """The networks cannot run on this processor, or gave an unusable number, such as NaN."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


class ClosedError(Error, RuntimeError):
    """The object was used after it was closed."""


class ClosedSolutionError(ClosedError, ValueError):
    """A solution was used, or closed again, after it was closed."""


class ForkError(Error, RuntimeError):
    """The object belongs to the parent of this forked process; create it in the child."""


class LibraryError(Error, ImportError):
    """The library `liblandmarkkit.so` is missing, damaged, or of another major version."""


class MissingDependencyError(Error, ImportError):
    """An optional package is not installed; the message explains how to install it."""


class NotAvailableError(Error, NotImplementedError):
    """A part of MediaPipe that LandmarkKit does not have; the message gives the reason."""


class MediaPipeImportedError(Error, ImportError):
    """MediaPipe was imported before LandmarkKit could take its name."""
