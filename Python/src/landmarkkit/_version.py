"""The version of the package."""

VERSION = "1.0.0"
