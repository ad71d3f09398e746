"""Icons as strokes on a grid of 24 × 24.

A shape is a letter and numbers; shapes are separated by `;` and a leading `-` cuts out:
`c x y r` disc · `o x y r w` ring · `l w x y …` line · `p x y …` polygon · `r l t r b radius` box · `f l t r b radius w` frame ·
`a x y r from to w` arc, in degrees clockwise from three o'clock.
"""

from functools import lru_cache

from PIL import Image, ImageDraw

ICONS = {
    "add": "l 2 12 5 12 19;l 2 5 12 19 12",
    "airplane": "p 12 2 13.6 4 13.6 9 21 14 21 16 13.6 13.6 13.6 18.5 16 20.4 16 22 12 20.8 8 22 8 20.4 10.4 18.5 "
    "10.4 13.6 3 16 3 14 "
    "10.4 9 10.4 4",
    "apps": "c 5 5 2;c 12 5 2;c 19 5 2;c 5 12 2;c 12 12 2;c 19 12 2;c 5 19 2;c 12 19 2;c 19 19 2",
    "back": "l 2 19 12 5 12;l 2 11.5 5.5 5 12 11.5 18.5",
    "backspace": "p 8 5 22 5 22 19 8 19 2 12;-l 1.8 11.5 9 17.5 15;-l 1.8 17.5 9 11.5 15",
    "bank": "p 12 2 22 7.5 22 9 2 9 2 7.5;r 4 10.5 7 17.5 0;r 10.5 10.5 13.5 17.5 0;r 17 10.5 20 17.5 0;r 2 19 22 21.5 0",
    "battery": "r 7 4 17 22 1.6;r 9.5 2 14.5 5 0.6",
    "bell": "c 12 10 6;r 6 10 18 17 0;r 4 16 20 18 0.8;c 12 20 2;r 11 2.5 13 5 1",
    "bluetooth": "l 1.8 7 7.5 17 16.5 12 21 12 3 17 7.5 7 16.5",
    "brightness": "c 12 12 4.6;l 1.8 12 2 12 4;l 1.8 12 20 12 22;l 1.8 2 12 4 12;l 1.8 20 12 22 12;l 1.8 5 5 6.4 6.4;"
    "l 1.8 17.6 17.6 19 19;"
    "l 1.8 5 19 6.4 17.6;l 1.8 17.6 6.4 19 5",
    "calculator": "r 4 2 20 22 2.4;-r 6.5 4.5 17.5 9 0.6;-c 8 12.5 1.3;-c 12 12.5 1.3;-c 16 12.5 1.3;-c 8 17.5 1.3;-c "
    "12 17.5 1.3;-c 16 17.5 1.3",
    "camera": "r 2 6 22 20 2.4;r 8 3.5 16 8 1.6;-c 12 13 4.4;c 12 13 3",
    "check": "l 2.2 4.5 12.5 9.5 17.5 19.5 7",
    "clock": "o 12 12 9.5 2;l 2 12 6.5 12 12.4 15.8 14.6",
    "close": "l 2 6 6 18 18;l 2 18 6 6 18",
    "cloud": "c 7 14.5 4.8;c 13 11 6.2;c 18 15 4.3;r 7 13 18 19.3 2",
    "contact": "c 12 8 4.4;p 12 13.4 17 14.4 20.4 17.2 20.4 20.6 3.6 20.6 3.6 17.2 7 14.4",
    "copy": "f 8 7 20 22 2 2;l 2 5 17 4 17 4 3 16 3 16 4",
    "delete": "r 6 8 18 21.5 2;r 4 4.5 20 6.7 0.6;r 9 2.5 15 5.5 0.6;-r 9.2 10.5 10.6 19 0.4;-r 13.4 10.5 14.8 19 0.4",
    "dnd": "c 12 12 10;-r 6.5 10.8 17.5 13.2 1",
    "edit": "p 3 17 14 6 18 10 7 21 3 21;p 15.4 4.6 17.4 2.6 21.4 6.6 19.4 8.6",
    "emoji": "o 12 12 9.5 1.8;c 8.7 9.8 1.4;c 15.3 9.8 1.4;a 12 12.3 5 20 160 1.8",
    "enter": "l 2 20 6 20 13 5 13;l 2 9.5 8 4.5 13 9.5 18",
    "eye": "p 1 12 4.5 7.8 8.2 5.6 12 5 15.8 5.6 19.5 7.8 23 12 19.5 16.2 15.8 18.4 12 19 8.2 18.4 4.5 16.2;-c 12 12 "
    "4.9;c 12 12 3",
    "eye_off": "p 1 12 4.5 7.8 8.2 5.6 12 5 15.8 5.6 19.5 7.8 23 12 19.5 16.2 15.8 18.4 12 19 8.2 18.4 4.5 16.2;-c 12 "
    "12 4.9;c 12 12 3;"
    "-l 4 4 3 21 21;l 2 3.4 3.4 20.8 20.8",
    "file": "p 5 2 14 2 20 8 20 22 5 22;-p 13.2 3.6 18.4 8.8 13.2 8.8",
    "flashlight": "p 6.5 2 17.5 2 17.5 6 14.8 10 14.8 22 9.2 22 9.2 10 6.5 6;-c 12 14 1.5;-r 6.5 5.3 17.5 6.3 0",
    "folder": "p 2 5.5 2 19.5 22 19.5 22 7.5 12 7.5 10 4.5 3 4.5",
    "forward": "l 2 5 12 19 12;l 2 12.5 5.5 19 12 12.5 18.5",
    "gear": "c 12 12 7.2;l 3.8 12 2.9 12 21.1;l 3.8 2.9 12 21.1 12;l 3.8 5.6 5.6 18.4 18.4;l 3.8 5.6 18.4 18.4 5.6;-c "
    "12 12 3.2",
    "globe": "o 12 12 9.5 1.8;l 1.6 3 12 21 12;a 7 12 10.6 -64 64 1.6;a 17 12 10.6 116 244 1.6",
    "heart": "c 7.6 8.6 5.1;c 16.4 8.6 5.1;p 3 11 12 21.2 21 11 12 7",
    "heart_off": "c 7.6 8.6 5.1;c 16.4 8.6 5.1;p 3 11 12 21.2 21 11 12 7;-c 7.8 8.7 3.2;-c 16.2 8.7 3.2;-p 5.4 10.6 "
    "12 18.2 18.6 10.6 12 9",
    "image": "f 3 3 21 21 2 2;p 5.5 17.5 9.5 12 12 15 15.5 10 19 17.5;c 8.6 8.6 1.7",
    "info": "o 12 12 9.5 2;r 11 10.6 13 17 0.4;c 12 7.6 1.3",
    "location": "c 12 9 6.8;p 5.6 11.5 12 22 18.4 11.5;-c 12 9 2.6",
    "lock": "r 4.5 9.5 19.5 22 2;a 12 8 4.6 180 360 2.2;l 2.2 7.4 8 7.4 11;l 2.2 16.6 8 16.6 11;-c 12 15.8 2",
    "mail": "r 2 4.5 22 19.5 2;-l 1.8 3.6 7 12 12.6 20.4 7",
    "map": "p 3 5 9 3 15 5 21 3 21 19 15 21 9 19 3 21;-l 1.4 9 4 9 18;-l 1.4 15 6 15 20",
    "message": "r 2 3 22 18 2.4;p 4 17 4 22.5 10 17;-r 6 7 18 8.8 0.5;-r 6 11.6 15 13.4 0.5",
    "minus": "l 2.2 5 12 19 12",
    "moon": "c 12 12 9;-c 16.4 8.6 7.6",
    "nav_back": "p 17 4.5 17 19.5 5 12",
    "nav_home": "c 12 12 7.6",
    "nav_recents": "r 5.4 5.4 18.6 18.6 2",
    "notes": "r 4 2 20 22 2.4;-r 7 7 17 8.8 0.4;-r 7 11.2 17 13 0.4;-r 7 15.4 13 17.2 0.4",
    "percent": "o 7 7 2.6 1.9;o 17 17 2.6 1.9;l 2 18 5.5 6 18.5",
    "phone": "p 3.4 3.4 8.4 2.6 10 8 7.6 10 9.2 12.6 11.4 14.8 14 16.4 16 14 21.4 15.6 20.6 20.6 17 21.2 12 19.6 7.4 "
    "16.6 4.4 12 2.8 7",
    "rain": "c 7 11 4.3;c 12.6 8 5.6;c 17.6 11.4 3.9;r 7 9.6 17.6 15.3 2;l 1.8 8 18 7 21;l 1.8 12.6 18 11.6 21;l 1.8 "
    "17.2 18 16.2 21",
    "refresh": "a 12 12 8 -50 250 2.2;p 13.4 1.2 19.8 5.4 13.6 9.6",
    "rotate": "f 6.4 3.4 17.6 20.6 2 2;a 12 12 10.6 -150 -108 1.8;a 12 12 10.6 30 72 1.8",
    "saver": "r 7 4 17 22 1.6;r 9.5 2 14.5 5 0.6;-r 11 9 13 17 0;-r 8.6 12 15.4 14 0",
    "search": "o 10 10 6.8 2.1;l 2.3 15 15 20.6 20.6",
    "send": "p 2.5 3.2 22 12 2.5 20.8 2.5 13.8 14 12 2.5 10.2",
    "share": "c 6 12 3;c 18 5 3;c 18 19 3;l 1.8 6 12 18 5;l 1.8 6 12 18 19",
    "shift": "p 12 2.8 21 12.4 16.2 12.4 16.2 20.4 7.8 20.4 7.8 12.4 3 12.4;-p 12 5.8 16.6 10.6 14.3 10.6 14.3 18.5 "
    "9.7 18.5 9.7 10.6 7.4 10.6",
    "shift_on": "p 12 2.8 21 12.4 16.2 12.4 16.2 20.4 7.8 20.4 7.8 12.4 3 12.4",
    "signal": "p 21 3 21 21 3 21",
    "sim": "p 5 7 10 2 19 2 19 22 5 22;-r 8 12 10.6 14.6 0.4;-r 13.4 12 16 14.6 0.4;-r 8 16.4 10.6 19 0.4;-r 13.4 "
    "16.4 16 19 0.4",
    "star": "p 12 2 14.9 8.6 22 9.3 16.6 14 18.2 21 12 17.3 5.8 21 7.4 14 2 9.3 9.1 8.6",
    "storage": "r 3 4 21 10 1.4;r 3 13.5 21 19.5 1.4;-c 6.6 7 1.1;-c 6.6 16.5 1.1",
    "sun": "c 12 12 5;l 2 12 1.8 12 4;l 2 12 20 12 22.2;l 2 1.8 12 4 12;l 2 20 12 22.2 12;l 2 4.8 4.8 6.3 6.3;l 2 "
    "17.7 17.7 19.2 19.2;"
    "l 2 4.8 19.2 6.3 17.7;l 2 17.7 6.3 19.2 4.8",
    "text": "l 2.4 4 6 20 6;l 2.4 12 6 12 19",
    "update": "o 12 12 9.5 2;l 2 12 6.6 12 15.6;l 2 8.4 12.4 12 16 15.6 12.4",
    "volume": "p 3 9 7 9 12.4 4 12.4 20 7 15 3 15;a 12.4 12 4.4 -55 55 2;a 12.4 12 8.4 -55 55 2",
    "wifi": "a 12 19 3.4 -135 -45 3.4;a 12 19.4 8.4 -135 -45 2.6;a 12 19.8 13.6 -135 -45 2.6;c 12 18.6 2",
}  # fmt: skip
_OVERSAMPLING = 4


def mask(name: str, side: int) -> Image.Image:
    """An icon's coverage, with smooth edges."""
    return shape_mask(ICONS[name], side)


@lru_cache(maxsize=512)
def shape_mask(shapes: str, side: int) -> Image.Image:
    scale = side * _OVERSAMPLING / 24
    picture = Image.new("L", (side * _OVERSAMPLING, side * _OVERSAMPLING), 0)
    draw = ImageDraw.Draw(picture)
    for shape in shapes.split(";"):
        ink = 0 if shape.startswith("-") else 255
        letter, *rest = shape.lstrip("-").split()
        _draw(draw, letter, [float(number) * scale if letter != "a" else float(number) for number in rest], scale, ink)
    return picture.resize((side, side), Image.Resampling.BOX)


def _draw(draw: ImageDraw.ImageDraw, letter: str, n: list[float], scale: float, ink: int) -> None:
    match letter:
        case "c":
            draw.circle((n[0], n[1]), n[2], fill=ink)
        case "o":
            draw.circle((n[0], n[1]), n[2] + n[3] / 2, outline=ink, width=round(n[3]))
        case "l":
            points = list(zip(n[1::2], n[2::2], strict=True))
            draw.line(points, fill=ink, width=round(n[0]), joint="curve")
            for point in points:
                draw.circle(point, n[0] / 2 - 0.5, fill=ink)
        case "p":
            draw.polygon(n, fill=ink)
        case "r":
            draw.rounded_rectangle(n[:4], n[4], fill=ink)
        case "f":
            draw.rounded_rectangle(n[:4], n[4], outline=ink, width=round(n[5]))
        case _:
            x, y, r, start, end, width = n
            box = [(side + sign * (r + width / 2)) * scale for sign in (-1, 1) for side in (x, y)]
            draw.arc(box, start, end, ink, round(width * scale))
