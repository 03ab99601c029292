"""Which model a task uses."""

from __future__ import annotations

import dataclasses
import enum
import os
from typing import Any, Optional

from ... import _native, errors


@dataclasses.dataclass
class BaseOptions:
    """Options that every task has.

    Attributes:
        model_asset_path: The path of a model bundle (`.task`).
        model_asset_buffer: The bytes of a bundle; used if there is no path.
        delegate: Accepted for MediaPipe's sake: LandmarkKit always computes on the processor.
    """

    class Delegate(enum.IntEnum):
        """Where MediaPipe computes."""

        DEFAULT = 0
        CPU = 1
        GPU = 2

    model_asset_path: Optional[str] = None
    model_asset_buffer: Optional[bytes] = None
    delegate: Optional[Delegate] = None

    def _set_model(self, options: Any) -> Any:
        """Puts the model into a struct of the library; what is returned must outlive its use."""
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
        """Raises the error of creating a task, as a missing file if that is why."""
        try:
            _native.check(status)
        except errors.ModelError as error:
            path = self.model_asset_path
            if path is not None and not os.path.exists(path):
                raise errors.ModelNotFoundError(f"Unable to open file at {path}") from None
            raise error from None
