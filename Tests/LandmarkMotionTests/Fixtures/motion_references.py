#!/usr/bin/env python3
"""Writes the results of SciPy and NumPy on synthetic signals: the references for LandmarkMotion's
filters.

    pip install numpy==2.4.6 scipy==1.17.1
    Tests/LandmarkMotionTests/Fixtures/motion_references.py

Filters: `scipy.signal.butter` of 2nd order, its cutoff divided by (√2 − 1)^¼ on the axis of the
bilinear transform, through `scipy.signal.filtfilt`; `scipy.signal.savgol_filter` with 7 samples and
degree 2. Smoothness: SPARC and LDLJ written from the formulas of Balasubramanian and others, J.
NeuroEng. Rehabil. 12:112 (2015), with `numpy.fft`; the first signal is the example of the authors'
program, whose documentation states −1.41403 and −5.81636. Writes filters.json beside this file.
"""

import json
import pathlib

import numpy as np
from scipy import signal

TARGET = pathlib.Path(__file__).with_name("filters.json")


def movement(rate, count):
    """Squats of 0.5 Hz with tremor at 4 Hz and noise at 9 and 11 Hz."""
    t = np.arange(count) / rate
    return (50 - 40 * np.cos(np.pi * t) + 2 * np.sin(8 * np.pi * t)
            + 1.5 * np.sin(18 * np.pi * t + 1) + np.cos(22 * np.pi * t))


def butterworth(values, rate, cutoff):
    warped = np.tan(np.pi * cutoff / rate) / (np.sqrt(2) - 1) ** 0.25
    b, a = signal.butter(2, np.arctan(warped) / np.pi * 2)
    return signal.filtfilt(b, a, values)


def sparc(speed, rate, cutoff=10.0, threshold=0.05, padding=4):
    count = 2 ** (int(np.ceil(np.log2(len(speed)))) + padding)
    amplitude = np.abs(np.fft.rfft(speed, count))
    frequency = np.arange(len(amplitude)) * rate / count
    amplitude = amplitude[frequency <= cutoff] / amplitude.max()
    above = np.flatnonzero(amplitude >= threshold)
    curve = amplitude[above[0]:above[-1] + 1]
    return -np.sum(np.hypot(1 / (len(curve) - 1), np.diff(curve)))


def ldlj(speed, rate):
    jerk = np.diff(speed, 2) * rate ** 2
    duration = len(speed) / rate
    return -np.log(duration ** 3 / np.max(speed) ** 2 * np.sum(jerk ** 2) / rate)


def main():
    filters = []
    for rate, count, cutoff in ((30, 60, 6), (60, 100, 6), (100, 150, 6), (25, 11, 6), (15, 40, 6),
                                (30, 60, 3)):
        values = movement(rate, count)
        filtered = butterworth(values, rate, cutoff)
        filters.append({
            "rate": rate, "cutoff": cutoff, "values": values.tolist(),
            "filtered": filtered.tolist(),
            "derivative": signal.savgol_filter(filtered, 7, 2, deriv=1, delta=1 / rate).tolist()})
    t = np.arange(-1, 1, 0.01)
    speeds = [(100, np.exp(-5 * t ** 2)),
              (30, np.abs(np.gradient(movement(30, 60)))),
              (60, 30 * t[:120] ** 2 * (1 - t[:120] ** 2)),
              (30, np.abs(np.sin(np.arange(45) / 7)) * (1 + 0.2 * np.sin(np.arange(45))))]
    smoothness = [{"rate": rate, "speed": speed.tolist(), "sparc": sparc(speed, rate),
                   "ldlj": ldlj(speed, rate)} for rate, speed in speeds]
    assert abs(smoothness[0]["sparc"] + 1.41403) < 5e-6, smoothness[0]["sparc"]
    assert abs(smoothness[0]["ldlj"] + 5.81636) < 5e-6, smoothness[0]["ldlj"]
    text = json.dumps({"filters": filters, "smoothness": smoothness})
    TARGET.write_text(text.replace("}, {", "},\n{") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
