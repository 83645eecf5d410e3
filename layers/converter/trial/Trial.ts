/** What a converter's program tries before it is written down as it is then: what it has compiled, no child compiles again. */
import { readFileSync } from "node:fs"
import { deflateSync } from "node:zlib"

/** One line of text, the simplest page. */
export const trial = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 35>>stream
BT /F 9 Tf 9 9 Td (Trial page) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
`

const width = 595
const height = 842

const escaped = (text: string) => text.replaceAll(/[\\()]/g, "\\$&")

/** Text at a place: y from the top. */
const at = (x: number, y: number, size: number, font: string, text: string) =>
  `BT /${font} ${size} Tf ${x} ${height - y} Td (${escaped(text)}) Tj ET`

/** A path that is painted, y from the foot. */
const rule = (x0: number, x1: number, y: number) => `0.5 w ${x0} ${height - y} m ${x1} ${height - y} l S`
const area = (x: number, y: number, wide: number, high: number, grey: number) =>
  `${grey} g ${x} ${height - y - high} ${wide} ${high} re f 0 g`

const prose = [
  "The trial of a program is a page like those that it will meet, so that noth-",
  "ing of what it needs has to be made ready while somebody waits for it. Most",
  "pages are paragraphs of some lines, as in this one, between two headings.1",
  "Its last line is short."
]

const paragraph = (x: number, y: number, font: string, lines: ReadonlyArray<string>) =>
  lines.map((line, i) => at(x, y + 13 * i, 10, font, line))

const head = (page: number) => [at(72, 40, 8, "H", "A trial of all that pages have"), at(290, 810, 8, "H", `${page}`)]

const cells = [
  ["Item", "Count", "Price"],
  ["Apples", "12", "3.50"],
  ["Pears, the large ones", "7", "12.00"],
  ["Sum", "19", "15.50"]
]

const table = (y: number) =>
  cells.flatMap((row, i) => [
    rule(72, 420, y + 16 * i - 12),
    ...row.map((text, k) => at([76, 250, 340][k] ?? 0, y + 16 * i, 10, i === 0 ? "B" : "T", text))
  ])

const pages = [
  [
    ...head(1),
    at(72, 90, 20, "B", "Trial of a program"),
    at(72, 130, 14, "B", "1 Introduction"),
    ...paragraph(72, 155, "T", prose),
    ...paragraph(72, 220, "S", prose),
    ...["\x95 first of a list", "\x95 second, which goes on", "\x95 third"].map((text, i) =>
      at(84, 285 + 13 * i, 10, "T", text)
    ),
    ...["1. one", "2. two", "(a) three"].map((text, i) => at(84, 335 + 13 * i, 10, "T", text)),
    at(72, 390, 14, "B", "1.1 A table"),
    at(72, 410, 9, "T", "Table 1: What was bought"),
    ...table(435),
    rule(72, 420, 487),
    at(400, 182, 6, "T", "2"),
    rule(72, 200, 760),
    at(72, 772, 6, "T", "2"),
    at(77, 775, 8, "T", "A note at the foot of the page.")
  ],
  [
    ...head(2),
    at(72, 80, 14, "B", "2 Columns"),
    ...paragraph(
      72,
      105,
      "T",
      prose.map((line) => line.slice(0, 40))
    ),
    ...paragraph(
      320,
      105,
      "T",
      prose.map((line) => line.slice(20, 60))
    ),
    area(72, 200, 450, 60, 0.9),
    ...["const a = 1", "  if (a > 0) {", "    print(a)", "  }"].map((text, i) => at(80, 215 + 12 * i, 9, "C", text)),
    `1 0 0 RG 2 w ${[0, 1, 2, 3, 4, 5].map((i) => `${100 + 40 * i} 400 m ${120 + 40 * i} ${420 + 9 * i} ${130 + 40 * i} 450 ${140 + 40 * i} 430 c`).join(" ")} S`,
    ...[0, 1, 2, 3, 4].map((i) => area(100 + 40 * i, 480 - 15 * i, 20, 15 * i + 10, 0.2 * i)),
    at(100, 510, 8, "H", "2019"),
    at(180, 510, 8, "H", "2021"),
    at(72, 535, 9, "T", "Figure 1: How it grew"),
    at(72, 570, 10, "I", "slanted words"),
    at(150, 570, 10, "T", "and e = mc"),
    at(200, 566, 7, "T", "2"),
    ...paragraph(72, 600, "L", prose)
  ],
  [...head(3), ...paragraph(72, 90, "T", prose), ...paragraph(72, 160, "T", prose)]
]

/** A font in the file. */
interface Face {
  readonly name: string
  readonly bytes: Uint8Array
  readonly subtype: "TrueType" | "Type1"
}

/** Pages with what pages usually have, in the document's own fonts as far as there are files of some in `fonts`, a folder. */
export const richTrial = (fonts: string): Uint8Array => {
  const objects: Array<Buffer> = []
  const add = (text: string) => objects.push(Buffer.from(text, "latin1"))
  const addStream = (dictionary: string, bytes: Uint8Array) => {
    const packed = deflateSync(bytes)
    return objects.push(
      Buffer.concat([
        Buffer.from(`<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
        packed,
        Buffer.from("\nendstream\n")
      ])
    )
  }
  const embedded = ({ name, bytes, subtype }: Face) => {
    const isTrueType = subtype === "TrueType"
    const file = addStream(isTrueType ? `/Length1 ${bytes.length}` : "/Subtype/Type1C", bytes)
    const key = isTrueType ? "FontFile2" : "FontFile3"
    const descriptor = add(
      `<</Type/FontDescriptor/FontName/${name}/Flags 32/FontBBox[-100 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/${key} ${file} 0 R>>`
    )
    const widths = Array.from({ length: 95 }, (_, i) => 400 + ((i * 37) % 300)).join(" ")
    return add(
      `<</Type/Font/Subtype/${subtype}/BaseFont/${name}/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${widths}]/FontDescriptor ${descriptor} 0 R>>`
    )
  }
  const [catalog, tree] = [add(""), add("")]
  const own = [
    ["T", "Times-Roman"],
    ["B", "Helvetica-Bold"],
    ["H", "Helvetica"],
    ["I", "Times-Italic"],
    ["C", "Courier"]
  ].map(([key, name]) => `/${key} ${add(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`)} 0 R`)
  const files = [
    ["S", "ABCDEF+Serif", "FoxitSerif.pfb", "Type1"],
    ["L", "ABCDEF+Sans", "LiberationSans-Regular.ttf", "TrueType"]
  ] as const
  const others = files.map(
    ([key, name, file, subtype]) => `/${key} ${embedded({ name, bytes: readFileSync(`${fonts}${file}`), subtype })} 0 R`
  )
  const link = add(
    `<</Type/Annot/Subtype/Link/Rect[72 ${height - 170} 200 ${height - 150}]/A<</S/URI/URI(https://example.com/)>>>>`
  )
  const kids = pages.map((operators) => {
    const contents = addStream("", Buffer.from(operators.join("\n"), "latin1"))
    return add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${width} ${height}]/Annots[${link} 0 R]/Resources<</Font<<${[...own, ...others].join("")}>>>>/Contents ${contents} 0 R>>`
    )
  })
  const entry = add(`<</Title(1 Introduction)/Parent ${objects.length + 2} 0 R/Dest[${kids[0]} 0 R/XYZ 72 720 0]>>`)
  const outlines = add(`<</Type/Outlines/First ${entry} 0 R/Last ${entry} 0 R/Count 1>>`)
  objects[catalog - 1] = Buffer.from(`<</Type/Catalog/Pages ${tree} 0 R/Outlines ${outlines} 0 R>>`)
  objects[tree - 1] = Buffer.from(
    `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/Count ${kids.length}>>`
  )
  const parts: Array<Buffer> = [Buffer.from("%PDF-1.7\n")]
  const places: Array<number> = []
  let size = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    places.push(size)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj`), object, Buffer.from("endobj\n")])
    parts.push(part)
    size += part.length
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Root ${catalog} 0 R/Size ${objects.length + 1}>>\nstartxref\n${size}\n%%EOF\n`
    )
  )
  return new Uint8Array(Buffer.concat(parts))
}
