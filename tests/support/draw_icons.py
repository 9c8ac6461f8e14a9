"""Draws the icons of the installed app from the mark of the house: `make icons`.

Devices want PNG, which no browser makes by itself; so they are drawn once, and committed.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from config.environment import ROOT
from tests.support.chromium import find_chromium

ICONS = ROOT / "static" / "icons"
FELT = "#15362d"

#: A mask may take all but the middle four fifths; there the mark is drawn on felt to every edge.
SAFE = 0.8

#: By file: its side in pixels, and how much of it the mark takes.
DRAWN = {
    "app-192.png": (192, 1.0),
    "app-512.png": (512, 1.0),
    "app-maskable-512.png": (512, SAFE),
    "app-touch-180.png": (180, SAFE),
}


def draw(folder: Path) -> None:
    """Writes all icons into a folder."""
    mark = (ICONS / "house.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name, (side, part) in DRAWN.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            ground = "transparent" if part == 1.0 else FELT
            page.set_content(
                f"<style>body{{margin:0;display:grid;place-items:center;height:100vh;"
                f"background:{ground}}}svg{{width:{part:.0%};height:{part:.0%}}}</style>{mark}"
            )
            page.screenshot(path=folder / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw(ICONS)
