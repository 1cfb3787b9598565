"""Sea names as outlines: a picture in a page cannot load the page's fonts."""

import math
from itertools import pairwise
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from mapmaking.drawing import number
from mapmaking.fields import Point

FONT = Path(__file__).resolve().parent.parent / "static" / "fonts" / "alegreya-latin-400-italic.woff2"


class Lettering:
    """Letters of the house's italic, set along a bow."""

    def __init__(self, font: Path = FONT) -> None:
        self._font = TTFont(font)
        self._glyphs = self._font.getGlyphSet()
        self._names = self._font.getBestCmap()
        self._em = self._font["head"].unitsPerEm

    def bow(self, text: str, at: Point, width: float, rise: float, size: float) -> str:
        """Path data of ``text`` from ``at``, spread over ``width`` units, its middle lifted by ``rise``."""
        scale = size / self._em
        steps = [self._glyphs[self._names[ord(c)]].width * scale for c in text]
        space = (width - sum(steps)) / max(1, len(text) - 1)
        out, x = "", 0.0
        for character, step in zip(text, steps, strict=True):
            t = (x + step / 2) / width
            y = -4 * rise * t * (1 - t)
            tilt = math.atan2(-4 * rise * (1 - 2 * t), width)
            out += self._glyph(character, (at[0] + x, at[1] + y), scale, tilt)
            x += step + space
        return out

    def _glyph(self, character: str, at: Point, scale: float, tilt: float) -> str:
        pen = DecomposingRecordingPen(self._glyphs)
        self._glyphs[self._names[ord(character)]].draw(pen)
        cos, sin = math.cos(tilt) * scale, math.sin(tilt) * scale

        def put(p: Point) -> str:
            return f"{number(at[0] + p[0] * cos + p[1] * sin)} {number(at[1] + p[0] * sin - p[1] * cos)}"

        out = ""
        for verb, points in pen.value:
            if verb == "qCurveTo":
                for control, following in pairwise(points):
                    last = following is points[-1]
                    end = (
                        following
                        if last
                        else ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2)
                    )
                    out += f"Q{put(control)} {put(end)}"
            elif verb == "closePath":
                out += "z"
            else:
                out += {"moveTo": "M", "lineTo": "L", "curveTo": "C"}[verb] + " ".join(put(p) for p in points)
        return out
