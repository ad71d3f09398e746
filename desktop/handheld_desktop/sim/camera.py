"""Screenshots: the drawn frame, kept while nothing changes, scaled, annotated and compressed."""

import io
import threading
from collections.abc import Sequence

from PIL import Image

from handheld.device import Box, Picture

from .annotate import annotate
from .paint import Mark
from .raster import draw


class Camera:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._marks: list[Mark] = []
        self._frame: Image.Image | None = None
        self._scaled: dict[tuple[int, int], Image.Image] = {}

    def take(self, marks: list[Mark], max_side: int, quality: int, boxes: Sequence[Box]) -> Picture:
        picture, scale = self._picture(marks, max_side)
        annotate(picture, boxes, scale)
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality)
        return Picture(out.getvalue(), picture.width, picture.height)

    def _picture(self, marks: list[Mark], max_side: int) -> tuple[Image.Image, float]:
        """A copy to draw on, and its scale."""
        # Pillow's caches and the frame belong to one drawer at a time.
        with self._lock:
            if self._frame is None or marks != self._marks:
                self._frame, self._marks = draw(marks), marks
                self._scaled.clear()
            frame = self._frame
            scale = min(max_side / max(frame.size), 1) if max_side else 1
            size = max(round(frame.width * scale), 1), max(round(frame.height * scale), 1)
            if size not in self._scaled:
                # A gap of 1: whole steps by averaging, the rest by the good filter, in a tenth of the time.
                self._scaled[size] = frame.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.0)
            return self._scaled[size].copy(), scale
