"""The base of all solutions, by MediaPipe's path."""

from ..solutions._solution import SolutionBase, SolutionOutputs

__all__ = ["SolutionBase", "SolutionOutputs"]
