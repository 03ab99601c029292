"""The model that a task uses."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Optional

from landmarkkit import _native, errors
from landmarkkit._files import is_missing


DEVICES = {"cpu": 0, "openvino": 1, "gpu": 2, "neural-engine": 3, "automatic": 4}


@dataclasses.dataclass
class BaseOptions:
    """Options that every task has.

    Attributes:
        model_asset_path: The path of a model bundle (`.task`).
        model_asset_buffer: The bytes of a bundle; used without a path.
        delegate: CPU, the default, or GPU: an Intel GPU through OpenVINO's C library on Linux, any
            GPU through Core ML on a Mac. Without a GPU, the CPU runs the networks.
        device: What runs the networks, more precisely: "cpu"; "openvino", for OpenVINO on the CPU of
            Linux; "gpu"; "neural-engine"; or "automatic", for the faster of two. It overrides
            `delegate`. The CPU runs networks that the device cannot run: see the task's `device`.
    """

    class Delegate(enum.IntEnum):
        """Where MediaPipe runs inference."""

        DEFAULT = 0
        CPU = 1
        GPU = 2

    model_asset_path: Optional[str] = None
    model_asset_buffer: Optional[bytes] = None
    delegate: Optional[Delegate] = None
    device: Optional[str] = None

    def _device(self) -> int:
        """The library's number of the device."""
        if self.device is None:
            return DEVICES["gpu" if self.delegate == BaseOptions.Delegate.GPU else "cpu"]
        if self.device not in DEVICES:
            raise errors.InvalidArgumentError(
                f"device must be one of {', '.join(DEVICES)}, got {self.device!r}"
            )
        return DEVICES[self.device]

    def _set_model(self, options: Any) -> Any:
        """Sets the model in a struct of the library; the returned value must outlive its use."""
        if self.model_asset_path is not None:
            options.model_path = _native.encoded_path(self.model_asset_path, "model")
            return options.model_path
        if self.model_asset_buffer is None:
            raise errors.InvalidArgumentError(
                "no model: set model_asset_path or model_asset_buffer of BaseOptions"
            )
        content = bytes(self.model_asset_buffer)
        options.model_bytes = _native.address(content)
        options.model_byte_count = len(content)
        return content

    def _check_created(self, status: int) -> None:
        """Raises the error of creating a task; a missing file if that is the cause."""
        try:
            _native.check(status)
        except errors.ModelError as error:
            path = self.model_asset_path
            if path is not None and is_missing(path):
                raise errors.ModelNotFoundError(f"Unable to open file at {path}") from None
            raise error from None
