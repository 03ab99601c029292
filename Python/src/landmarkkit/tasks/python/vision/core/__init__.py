"""Images, running modes, and options for processing images."""

from typing import TYPE_CHECKING

from landmarkkit._imports import lazily

if TYPE_CHECKING:
    from . import image, image_processing_options, vision_task_running_mode

__all__ = ["image", "image_processing_options", "vision_task_running_mode"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
