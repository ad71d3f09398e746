"""The simulated screen, in pixels."""

from typing import NamedTuple

WIDTH, HEIGHT, DENSITY = 1080, 2400, 420


def px(dp: float) -> int:
    """Pixels of a length in dp, the unit designers use."""
    return round(dp * DENSITY / 160)


def dp(pixels: float) -> float:
    return pixels * 160 / DENSITY


STATUS_BAR = px(32)
NAVIGATION_BAR = px(44)


class Rect(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def center(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def has(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def meet(self, other: "Rect") -> "Rect":
        return Rect(
            max(self.left, other.left), max(self.top, other.top), min(self.right, other.right), min(self.bottom, other.bottom)
        )

    def inset(self, left: int, top: int, right: int, bottom: int) -> "Rect":
        return Rect(self.left + left, self.top + top, self.right - right, self.bottom - bottom)

    def moved(self, dx: int, dy: int) -> "Rect":
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)


SCREEN = Rect(0, 0, WIDTH, HEIGHT)
NOWHERE = Rect(0, 0, 0, 0)
