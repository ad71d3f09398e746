"""Colours by the part they play, by day and by night."""

Color = tuple[int, int, int, int]

_DAY = {
    "primary": "#3558A8", "on_primary": "#FFFFFF", "primary_container": "#DAE2FF", "on_primary_container": "#0A2463",
    "secondary_container": "#DCE2F6", "on_secondary_container": "#161B2C", "tertiary": "#7A4E8A", "tertiary_container": "#F6D9FF",
    "on_tertiary_container": "#2F0A40", "surface": "#FBF9FF", "surface_low": "#F3F2FA", "surface_container": "#EDEDF5",
    "surface_high": "#E6E6EF", "surface_highest": "#DFE0EA", "on_surface": "#191B21", "on_surface_variant": "#464852",
    "outline": "#777985", "outline_variant": "#C8C9D4", "error": "#B3261E", "error_container": "#FFDAD6", "on_error": "#FFFFFF",
    "inverse_surface": "#2F3037", "inverse_on_surface": "#F1F0F8", "scrim": "#0000007A", "selection": "#3558A850",
    "keyboard": "#E9EAF2", "key": "#FFFFFF", "key_special": "#D3D7E6", "link": "#3558A8", "positive": "#1E7B45",
}  # fmt: skip
_NIGHT = {
    "primary": "#B1C5FF", "on_primary": "#0A2C6B", "primary_container": "#264183", "on_primary_container": "#DAE2FF",
    "secondary_container": "#40465A", "on_secondary_container": "#DCE2F6", "tertiary": "#E6B6F5", "tertiary_container": "#613771",
    "on_tertiary_container": "#F9D8FF", "surface": "#121318", "surface_low": "#1A1B21", "surface_container": "#1E1F26",
    "surface_high": "#292A31", "surface_highest": "#34353C", "on_surface": "#E3E2EA", "on_surface_variant": "#C5C6D2",
    "outline": "#8F909B", "outline_variant": "#454750", "error": "#FFB4AB", "error_container": "#93000A", "on_error": "#690005",
    "inverse_surface": "#E3E2EA", "inverse_on_surface": "#2F3037", "scrim": "#000000A0", "selection": "#B1C5FF50",
    "keyboard": "#1E1F26", "key": "#3A3B43", "key_special": "#2B2C34", "link": "#B1C5FF", "positive": "#7BDB9B",
}  # fmt: skip


class Theme:
    def __init__(self, dark: bool) -> None:
        self.dark = dark
        self._names = _NIGHT if dark else _DAY

    def color(self, name: str) -> Color:
        """A colour by its part, or as #rrggbb or #rrggbbaa."""
        code = self._names.get(name, name)
        digits = code.removeprefix("#").ljust(8, "F")
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16), int(digits[6:8], 16)


BLACK: Color = (0, 0, 0, 255)
DAY, NIGHT = Theme(False), Theme(True)
