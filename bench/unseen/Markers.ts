/** What stands before an item of a list. */
import type { Marker } from "./Document.ts"

const bullets: Readonly<Record<string, string>> = {
  disc: "•",
  dash: "–",
  square: "▪",
  circle: "◦",
  arrow: "➢",
  check: "✓",
  box: "☐",
  star: "★"
}

const romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]

export const label = (marker: Marker, index: number): string =>
  bullets[marker] ??
  marker
    .replace("1", String(index + 1))
    .replace("a", String.fromCharCode(97 + (index % 26)))
    .replace("A", String.fromCharCode(65 + (index % 26)))
    .replace("i", romans[index % romans.length] ?? "i")

export const box = (isTicked: boolean) => (isTicked ? "☑" : "☐")
