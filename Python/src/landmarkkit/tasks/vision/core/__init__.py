"""Images, running modes, and how images are looked at."""

from . import image, image_processing_options, vision_task_running_mode

__all__ = ["image", "image_processing_options", "vision_task_running_mode"]
