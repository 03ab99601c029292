"""Which model a task uses."""

from __future__ import annotations

import dataclasses
import enum
import os
from typing import Any, Optional

from landmarkkit import _native, errors


@dataclasses.dataclass
class BaseOptions:
    """Options that every task has.

    Attributes:
        model_asset_path: The path of a model bundle (`.task`).
        model_asset_buffer: The bytes of a bundle; used if there is no path.
        delegate: Accepted for compatibility with MediaPipe; LandmarkKit always runs on the CPU.
    """

    class Delegate(enum.IntEnum):
        """Where MediaPipe runs inference."""

        DEFAULT = 0
        CPU = 1
        GPU = 2

    model_asset_path: Optional[str] = None
    model_asset_buffer: Optional[bytes] = None
    delegate: Optional[Delegate] = None

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
            if path is not None and not os.path.exists(path):
                raise errors.ModelNotFoundError(f"Unable to open file at {path}") from None
            raise error from None
