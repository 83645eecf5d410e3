/** A small writer of valid PDFs, so that tests need no files: text, rules, areas and links at given places. */

export type Font = "Helvetica" | "Helvetica-Bold" | "Helvetica-Oblique" | "Times-Roman" | "Courier"

export interface TextItem {
  readonly text: string
  /** Points from the left and, as people read, from the top. */
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly font?: Font
  /** Red, green and blue, 0 to 1. */
  readonly colour?: readonly [number, number, number]
  /** Text render mode: 3 is invisible. */
  readonly mode?: number
  /** Degrees counter-clockwise. */
  readonly angle?: number
}

export interface PdfPage {
  readonly items?: ReadonlyArray<TextItem>
  /** Straight lines from one point to another, again from the top. */
  readonly rules?: ReadonlyArray<readonly [x0: number, y0: number, x1: number, y1: number]>
  /** Filled rectangles, painted before the text. */
  readonly fills?: ReadonlyArray<{
    readonly box: readonly [x0: number, y0: number, x1: number, y1: number]
    readonly colour: readonly [number, number, number]
  }>
  readonly links?: ReadonlyArray<{ readonly box: readonly [number, number, number, number]; readonly url: string }>
  /** Operators painted after all the rest, y growing upwards. */
  readonly operators?: string
  /** Pictures, painted before everything else. */
  readonly images?: ReadonlyArray<{
    readonly box: readonly [x0: number, y0: number, x1: number, y1: number]
    readonly width: number
    readonly height: number
    readonly jpeg: Uint8Array
  }>
  readonly width?: number
  readonly height?: number
  readonly rotate?: 0 | 90 | 180 | 270
}

export interface PdfSource {
  readonly pages: ReadonlyArray<PdfPage>
  readonly title?: string
  readonly author?: string
  /** More entries of the catalog, of each page and of each page's resources. */
  readonly catalog?: string
  readonly page?: string
  readonly resources?: string
  /** More objects; the first one's number is 9. */
  readonly objects?: ReadonlyArray<string>
}

const fonts: ReadonlyArray<Font> = ["Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Times-Roman", "Courier"]

/** Latin-1, as WinAnsi text strings want it; anything else becomes a question mark. */
const string = (text: string): string =>
  `(${[...text]
    .map((c) => {
      const code = c.codePointAt(0) ?? 63
      if ("()\\".includes(c)) return `\\${c}`
      return code < 127 && code > 31 ? c : code < 256 ? `\\${code.toString(8).padStart(3, "0")}` : "?"
    })
    .join("")})`

const number = (value: number): string => (Math.round(value * 1000) / 1000).toString()

const content = (page: PdfPage, height: number): string => {
  const out: Array<string> = []
  page.images?.forEach(({ box: [x0, y0, x1, y1] }, i) => {
    out.push(`q ${[x1 - x0, 0, 0, y1 - y0, x0, height - y1].map(number).join(" ")} cm /I${i} Do Q`)
  })
  for (const { box, colour } of page.fills ?? []) {
    const [x0, y0, x1, y1] = box
    out.push(
      `${colour.map(number).join(" ")} rg ${number(x0)} ${number(height - y1)} ${number(x1 - x0)} ${number(y1 - y0)} re f`
    )
  }
  for (const [x0, y0, x1, y1] of page.rules ?? [])
    out.push(`0.5 w ${number(x0)} ${number(height - y0)} m ${number(x1)} ${number(height - y1)} l S`)
  for (const item of page.items ?? []) {
    const turn = ((item.angle ?? 0) * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const matrix = [cos, sin, -sin, cos, item.x, height - item.y].map(number).join(" ")
    const font = `/F${fonts.indexOf(item.font ?? "Helvetica")} ${number(item.size ?? 10)} Tf`
    const colour = `${(item.colour ?? [0, 0, 0]).map(number).join(" ")} rg`
    out.push(`BT ${colour} ${item.mode ?? 0} Tr ${font} ${matrix} Tm ${string(item.text)} Tj ET`)
  }
  if (page.operators !== undefined) out.push(page.operators)
  return out.join("\n")
}

/** The bytes of a PDF 1.7 with these pages. */
export const makePdf = (source: PdfSource): Uint8Array => {
  const objects: Array<string> = []
  const add = (body: string): number => objects.push(body)
  const catalog = add("")
  const tree = add("")
  const info = add(
    `<< ${source.title === undefined ? "" : `/Title ${string(source.title)}`} ${source.author === undefined ? "" : `/Author ${string(source.author)}`} >>`
  )
  const faces = fonts.map((font) =>
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`)
  )
  const usual = `/Font << ${faces.map((id, i) => `/F${i} ${id} 0 R`).join(" ")} >> ${source.resources ?? ""}`
  for (const body of source.objects ?? []) add(body)
  const kids = source.pages.map((page) => {
    const [width, height] = [page.width ?? 595, page.height ?? 842]
    const text = content(page, height)
    const stream = add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
    const images = (page.images ?? []).map(({ jpeg, width, height }, i) => {
      const head = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`
      const data = Buffer.from(jpeg).toString("latin1")
      const filter = `/BitsPerComponent 8 /Filter /DCTDecode /Length ${data.length}`
      return `/I${i} ${add(`<< ${head} ${filter} >>\nstream\n${data}\nendstream`)} 0 R`
    })
    const resources = `<< ${usual} ${images.length > 0 ? `/XObject << ${images.join(" ")} >>` : ""} >>`
    const links = (page.links ?? []).map(({ box: [x0, y0, x1, y1], url }) =>
      add(
        `<< /Type /Annot /Subtype /Link /Rect [${[x0, height - y1, x1, height - y0].map(number).join(" ")}] /Border [0 0 0] /A << /S /URI /URI ${string(url)} >> >>`
      )
    )
    const annotations = links.length > 0 ? `/Annots [${links.map((id) => `${id} 0 R`).join(" ")}]` : ""
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${page.rotate ?? 0} /Resources ${resources} /Contents ${stream} 0 R ${annotations} ${source.page ?? ""} >>`
    )
  })
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R ${source.catalog ?? ""} >>`
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((id) => `${id} 0 R`).join(" ")}] >>`
  let out = "%PDF-1.7\n"
  const offsets = objects.map((body, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  out += offsets.map((at) => `${at.toString().padStart(10, "0")} 00000 n \n`).join("")
  out += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(out, "latin1"))
}

/** A paragraph as lines of text items, `leading` apart. */
export const lines = (
  texts: ReadonlyArray<string>,
  at: Omit<TextItem, "text"> & { readonly leading?: number }
): ReadonlyArray<TextItem> => {
  const { leading, ...place } = at
  return texts.map((text, i) => ({ ...place, text, y: at.y + i * (leading ?? 1.2 * (at.size ?? 10)) }))
}

/** A sentence, and a curve between two axes over its caption. */
export const chart = {
  items: [
    { text: "The rain of the year is shown in the chart that stands below this sentence.", x: 60, y: 60 },
    { text: "Figure 1: Rain by month", x: 60, y: 420 }
  ],
  rules: [
    [80, 200, 80, 400],
    [80, 400, 380, 400]
  ],
  operators: Array.from(
    { length: 20 },
    (_, i) => `${80 + 15 * i} ${450 + 8 * i} m ${95 + 15 * i} ${458 + 8 * i} l S`
  ).join("\n")
} as const
