"""The files that a new phone holds."""

from pathlib import Path

_FILES = {
    "Documents/Shopping list.txt": "Milk\nBread\nCoffee ☕\nApples\n",
    "Documents/Trip/Packing.md": "# Packing\n\n- Passport\n- Charger\n- Rain jacket\n",
    "Download/readme.txt": "Files that you download are kept here.\n",
    "Download/report.csv": "month,visits\nJan,1204\nFeb,1377\nMar,1592\n",
    "Pictures/about.txt": "The gallery paints its pictures itself.\n",
}


def seed_files(root: Path) -> None:
    """Fills the storage of a new phone; one that exists is left as it is."""
    if root.exists() and any(root.iterdir()):
        return
    for name, text in _FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
