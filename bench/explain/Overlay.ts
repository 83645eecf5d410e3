/** What was seen and decided on a page → SVG over the page's picture. */
import { asShown, placeAsShown } from "../../src/convert/json/Places.ts"
import { type Block, placesOf } from "../../src/convert/model/Block.ts"
import type { PageView } from "../../src/convert/model/Document.ts"
import type { Box } from "../../src/convert/model/Geometry.ts"
import type { Seen } from "./Seen.ts"

const colours: Readonly<Record<Block["kind"], string>> = {
  heading: "#c2185b",
  paragraph: "#1565c0",
  item: "#00838f",
  table: "#2e7d32",
  code: "#6a1b9a",
  formula: "#00897b",
  figure: "#ef6c00",
  caption: "#ad8b00",
  note: "#5d4037",
  header: "#757575",
  footer: "#757575"
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const rectangle = ({ x0, y0, x1, y1 }: Box, style: string): string =>
  `<rect x="${x0}" y="${y0}" width="${Math.max(0, x1 - x0)}" height="${Math.max(0, y1 - y0)}" fill="none" ${style}/>`

const stroke = (box: Box, style: string): string =>
  `<line x1="${box.x0}" y1="${box.y0}" x2="${box.x1}" y2="${box.y1}" ${style}/>`

export const overlay = (
  view: PageView,
  picture: Buffer,
  seen: Seen,
  blocks: ReadonlyArray<Block>,
  page: number
): string => {
  const shown = (box: Box) => asShown(box, view)
  const out: Array<string> = []
  for (const box of seen.lines) out.push(rectangle(shown(box), 'stroke="#9e9e9e" stroke-width="0.3"'))
  for (const box of seen.columns)
    out.push(rectangle(shown(box), 'stroke="#00bcd4" stroke-width="0.8" stroke-dasharray="4 3"'))
  for (const box of seen.rulings) out.push(stroke(shown(box), 'stroke="#ff9100" stroke-width="1.6"'))
  for (const { box: own, detector, score, apart } of seen.tables) {
    const box = shown(own)
    out.push(rectangle(box, `stroke="#aa00ff" stroke-width="${score > 0 ? 1.6 : 0.5}" stroke-dasharray="2 2"`))
    out.push(
      `<text x="${box.x1}" y="${box.y1 + 6}" text-anchor="end" font-size="6" font-family="sans-serif" fill="#aa00ff">${escaped(apart > 0 ? `${detector}, side by side` : detector)} ${score.toFixed(2)}</text>`
    )
  }
  let last: readonly [number, number] | null = null
  let order = 0
  for (const block of blocks) {
    const label = `${block.kind}${block.kind === "heading" ? ` ${block.level}` : ""}`
    const cells = block.kind === "table" ? block.rows.flat() : []
    for (const each of cells) {
      if (each.box !== null && (each.page ?? block.place.page) === page)
        out.push(rectangle(shown(each.box), 'stroke="#66bb6a" stroke-width="0.5"'))
    }
    for (const place of placesOf(block)) {
      if (place.page !== page) continue
      const box = placeAsShown(place, view)
      const colour = colours[block.kind]
      order++
      out.push(rectangle(box, `stroke="${colour}" stroke-width="1.2"`))
      if (last !== null)
        out.push(
          `<line x1="${last[0]}" y1="${last[1]}" x2="${box.x0}" y2="${box.y0}" stroke="#d50000" stroke-width="0.5" marker-end="url(#to)"/>`
        )
      last = [box.x0, box.y0]
      out.push(
        `<text x="${box.x0}" y="${box.y0 - 1.5}" font-size="6" font-family="sans-serif" fill="${colour}">${order} ${escaped(label)}</text>`
      )
    }
  }
  const { width, height } = view
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><marker id="to" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 6 3 0 6z" fill="#d50000"/></marker></defs>
<image href="data:image/png;base64,${picture.toString("base64")}" width="${width}" height="${height}" opacity="0.55"/>
${out.join("\n")}
</svg>
`
}
