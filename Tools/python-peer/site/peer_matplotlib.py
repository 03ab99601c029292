"""A backend of Matplotlib that records the figures that a script shows."""

import numpy as np
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg


class FigureManager(FigureManagerBase):
    """Shows figures by recording them."""

    @classmethod
    def pyplot_show(cls, *, block=None):
        from matplotlib import pyplot
        from peer_devices import record

        for number in pyplot.get_fignums():
            canvas = pyplot.figure(number).canvas
            canvas.draw()
            record.image("shown", "figure", np.asarray(canvas.buffer_rgba())[:, :, 2::-1])
        pyplot.close("all")


class FigureCanvas(FigureCanvasAgg):
    """A canvas of that backend."""

    manager_class = FigureManager
