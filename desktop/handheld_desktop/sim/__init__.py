"""A phone that is not there: the desktop's default device."""

from .phone import SimulatedPhone

__all__ = ["SimulatedPhone"]
