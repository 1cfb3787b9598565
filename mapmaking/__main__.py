"""Writes all shipped maps: ``python -m mapmaking``."""

import json
import random
from pathlib import Path

from mapmaking import drawing
from mapmaking.drawing import PALETTES, Palette
from mapmaking.fields import simplify
from mapmaking.lands import LANDS, WIDTH, Land, Spot
from mapmaking.lettering import Lettering

TARGET = Path(__file__).resolve().parent.parent / "static" / "maps"

# how many drawings each sign has, so that neighbours differ
VARIANTS = {"mountain": 6, "wood": 4, "fir": 2, "hill": 1, "reeds": 1, "furrows": 1}


def signs(land: Land, p: Palette) -> str:
    """The definitions of the signs this land uses."""
    rnd = random.Random(5)
    out = ""
    for sign, _ in land.signs:
        for i in range(VARIANTS[sign]):
            name = f"{sign[0]}{i}" if sign != "furrows" else "u0"
            match sign:
                case "mountain":
                    out += drawing.mountain(name, rnd, p)
                case "wood" if i % 2 == 0:
                    out += drawing.leaf_tree(name, rnd.uniform(4.6, 5.8), p)
                case "wood" | "fir":
                    out += drawing.fir(name, rnd.uniform(0.92, 1.16), p)
                case "hill":
                    out += drawing.hill(name, p)
                case "reeds":
                    out += drawing.reeds(name, p)
                case "furrows":
                    out += drawing.furrows(name, p)
    return out


def relief(land: Land) -> str:
    """Every sign in its place, the southern ones over the northern."""
    uses = []
    for sign, points in land.signs:
        letter = "u" if sign == "furrows" else sign[0]
        for x, y in points:
            variant = int(x * 7) % VARIANTS[sign]
            uses.append((y, f'<use href="#{letter}{variant}" x="{x:.0f}" y="{y:.0f}"/>'))
    return "".join(use for _, use in sorted(uses))


def picture(land: Land, p: Palette, lettering: Lettering) -> str:
    """The whole map as one SVG document in one theme."""
    rings = [simplify(ring, 0.7) for ring in land.shore.outlines()]
    depth = land.shore.distances()
    w, h = WIDTH, land.height
    at_sea = land.ground == "sea"
    reach = (30, 11, 21, 8, 25, 13) if at_sea else (16, 7, 12, 5, 14, 9)
    water = drawing.water_lines(depth, w, h, reach, 4.4, 3)
    lip = drawing.rings_data([simplify(ring, 0.9) for ring in depth.outlines(-6)], 0)
    river = "".join(drawing.path_data(simplify(line, 0.5)) for line in land.rivers)
    out = f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}"><defs>{signs(land, p)}'
    out += f'<path id="land" fill-rule="evenodd" clip-rule="evenodd" d="{drawing.rings_data(rings)}"/><clipPath id="on"><use href="#land"/></clipPath></defs>'
    out += f'<path fill="{p.sea}" d="M0 0h{w}v{h}H0z"/>'
    if at_sea:
        out += drawing.rhumb_lines(land.rose, p.sea_ink)
    out += f'<path fill="none" stroke="{p.sea_ink}" opacity=".75" stroke-linecap="round" d="{water}"/>'
    out += f'<path fill="none" stroke="{p.sea_ink}" stroke-width=".9" opacity=".9" d="{lip}"/>'
    out += f'<use href="#land" fill="{p.land}"/><g clip-path="url(#on)" fill="none" stroke="{p.glow}">'
    out += '<use href="#land" stroke-width="34" opacity=".1"/><use href="#land" stroke-width="14" opacity=".16"/></g>'
    out += f'<g fill="none" stroke-linecap="round"><path stroke="{p.coast}" stroke-width="5" opacity=".55" d="{river}"/>'
    out += f'<path stroke="{p.sea}" stroke-width="3.2" d="{river}"/></g>'
    out += f'<use href="#land" fill="none" stroke="{p.coast}" stroke-width="2.3" stroke-linejoin="round"/>'
    out += relief(land)
    out += drawing.compass(*land.rose, 46, p.sea_label if at_sea else p.coast, p.sea if at_sea else p.land)
    out += "".join(drawing.ship(x, y, p) for x, y in land.ships)
    names = "".join(lettering.bow(*sea) for sea in land.seas)
    if names:
        out += f'<path fill="{p.sea_label}" d="{names}"/>'
    if not at_sea:
        out += drawing.neatline(w, h, p)
    return out + "</svg>\n"


def description(land: Land) -> dict[str, object]:
    """What the pages need to know about a map besides its pictures; points as fractions of width and height."""

    def spot(s: Spot) -> dict[str, object]:
        place: dict[str, object] = {
            "x": round(s.x / WIDTH, 4),
            "y": round(s.y / land.height, 4),
            "icon": s.icon,
        }
        return {**place, "banner": s.banner}

    return {
        "key": land.key,
        "names": land.names,
        "width": WIDTH,
        "height": land.height,
        "ground": land.ground,
        "light": f"{land.key}-light.svg",
        "dark": f"{land.key}-dark.svg",
        "places": [spot(s) for s in land.spots],
    }


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    lettering = Lettering()
    lands = [draw() for draw in LANDS]
    for land in lands:
        for theme, palette in PALETTES.items():
            (TARGET / f"{land.key}-{theme}.svg").write_text(
                picture(land, palette, lettering), encoding="utf-8"
            )
    text = json.dumps([description(land) for land in lands], ensure_ascii=False, indent=1)
    (TARGET / "maps.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
