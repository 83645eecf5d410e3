/** Small PDFs that ask for much. */
import { deflateSync } from "node:zlib"

type Objects = Readonly<Record<number, string | Buffer>>

/** A PDF of these objects, whose first is its catalog. */
const pdf = (objects: Objects): Buffer<ArrayBuffer> => {
  const parts = [Buffer.from("%PDF-1.7\n")]
  const numbers = Object.keys(objects).map(Number)
  const offsets = new Map<number, number>()
  let at = parts[0]!.length
  for (const number of numbers) {
    offsets.set(number, at)
    const body = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(objects[number]!),
      Buffer.from("\nendobj\n")
    ])
    parts.push(body)
    at += body.length
  }
  const size = Math.max(...numbers) + 1
  const rows = Array.from({ length: size }, (_, n) => {
    const offset = offsets.get(n)
    return offset === undefined ? "0000000000 65535 f " : `${String(offset).padStart(10, "0")} 00000 n `
  })
  const end = `xref\n0 ${size}\n${rows.join("\n")}\ntrailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

const stream = (dictionary: string, data: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from("\nendstream")
  ])

const packed = (dictionary: string, data: Buffer): Buffer =>
  stream(`${dictionary} /Filter /FlateDecode`, deflateSync(data))

const text = "BT /F1 12 Tf 50 700 Td (Hello) Tj ET "

interface Page {
  readonly content?: Buffer
  readonly resources?: string
  readonly page?: string
  readonly catalog?: string
  readonly font?: string
  readonly more?: Objects
}

const one = ({ content = stream("", text), resources = "", page = "", catalog = "", font, more = {} }: Page) =>
  pdf({
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    4: content,
    5: font ?? "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...more
  })

const many = (count: number, from: number, make: (n: number) => string | Buffer): Objects =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [from + i, make(from + i)]))

const formOf = (content: string, next: number) =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> /XObject << /X ${next} 0 R >> >>`,
    content
  )

const tile = (content: string, next: number) =>
  stream(
    `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 1e-4 /YStep 1e-4 /Resources << /Pattern << /P ${next} 0 R >> >>`,
    content
  )

const letter = (content: string, next: number) =>
  [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a ${next + 500} 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << /Font << /F ${next} 0 R >> >> >>`,
    stream("", content)
  ] as const

const picture = (dictionary: string, data: Buffer) =>
  one({
    content: stream("", `${text} q 500 0 0 500 50 50 cm /I Do Q`),
    resources: "/XObject << /I 6 0 R >>",
    more: { 6: stream(`/Type /XObject /Subtype /Image ${dictionary}`, data) }
  })

/** Made when their turn comes: some are large before they are packed. */
export const bombs: Readonly<Record<string, () => Buffer<ArrayBuffer>>> = {
  "forms of two forms each, 60 deep": () =>
    one({
      content: stream("", "/X Do"),
      resources: "/XObject << /X 6 0 R >>",
      more: many(60, 6, (n) => formOf(n === 65 ? text : "/X Do /X Do", n + 1))
    }),
  "forms in each other": () =>
    one({
      content: stream("", "/X Do"),
      resources: "/XObject << /X 6 0 R >>",
      more: { 6: formOf("/X Do /X Do", 7), 7: formOf("/X Do /X Do", 6) }
    }),
  "patterns of patterns, 40 deep": () =>
    one({
      content: stream("", `${text} /Pattern cs /P scn 0 0 500 500 re f`),
      resources: "/Pattern << /P 6 0 R >>",
      more: many(40, 6, (n) => tile("/Pattern cs /P scn 0 0 9 9 re f /P scn 1 1 9 9 re f", n + 1))
    }),
  "Type 3 letters of letters, 40 deep": () =>
    one({
      content: stream("", "BT /F1 9 Tf (aa) Tj ET"),
      font: letter("", 6)[0],
      more: {
        ...many(40, 6, (n) => letter("", n + 1)[0]),
        ...many(41, 506, (n) => letter(n === 546 ? "0 0 1 1 re f" : "BT /F 9 Tf (aa) Tj ET", n)[1])
      }
    }),
  "soft masks of groups, 40 deep": () =>
    one({
      content: stream("", `/G gs ${text}`),
      resources: "/ExtGState << /G 6 0 R >>",
      more: {
        ...many(40, 6, (n) => `<< /SMask << /S /Luminosity /G ${n + 500} 0 R >> >>`),
        ...many(40, 506, (n) =>
          stream(
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources << /ExtGState << /G ${n - 499} 0 R >> >>`,
            "/G gs 0 0 9 9 re f /G gs 1 1 9 9 re f"
          )
        )
      }
    }),
  "40 MB of saved states": () => one({ content: packed("", Buffer.alloc(40_000_000, "q ")) }),
  "60 MB of paths": () => one({ content: packed("", Buffer.alloc(60_000_000, "0 0 5 5 re S 1 2 m 3 4 l S ")) }),
  "1.5 GB of zeros": () => one({ content: packed("", Buffer.alloc(1_500_000_000)) }),
  "a million links": () =>
    one({
      page: `/Annots [${"6 0 R ".repeat(1_000_000)}]`,
      more: { 6: "<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A << /S /URI /URI (https://example.com/) >> >>" }
    }),
  "a page tree 50,000 deep": () =>
    pdf({
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      ...many(50_000, 2, (n) => `<< /Type /Pages /Count 1 /Kids [${n + 1} 0 R] >>`),
      50002: "<< /Type /Page /MediaBox [0 0 9 9] >>"
    }),
  "a page tree of itself": () =>
    pdf({ 1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>" }),
  "an outline 60,000 deep": () =>
    one({
      catalog: "/Outlines 6 0 R",
      more: { 6: "<< /First 7 0 R >>", ...many(60_000, 7, (n) => `<< /Title (t) /First ${n + 1} 0 R >>`) }
    }),
  "a structure tree of itself": () =>
    one({
      content: stream("", `/P << /MCID 0 >> BDC ${text} EMC`),
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R",
      page: "/StructParents 0",
      more: {
        6: "<< /Type /StructTreeRoot /K [7 0 R] /ParentTree 8 0 R >>",
        7: "<< /S /P /K [7 0 R 7 0 R 0] /P 7 0 R /Pg 3 0 R >>",
        8: "<< /Nums [0 [7 0 R]] /Kids [8 0 R] >>"
      }
    }),
  "a letter of a million": () =>
    one({
      font: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
      more: {
        6: packed(
          "",
          Buffer.from(
            `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <48> <${"0041".repeat(1_000_000)}> endbfchar`
          )
        )
      }
    }),
  "two milliard widths": () =>
    one({
      font: `<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 0 /LastChar 2000000000 /Widths [${"1 ".repeat(1_000_000)}] >>`
    }),
  "a function of two million steps": () =>
    one({
      content: stream("", `${text} /C cs 0.5 scn 0 0 500 500 re f`),
      resources: "/ColorSpace << /C [/Separation /X /DeviceRGB 6 0 R] >>",
      more: {
        6: packed(
          "/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]",
          Buffer.from(`{ ${"dup mul ".repeat(2_000_000)} dup dup }`)
        )
      }
    }),
  "a JPEG 2000 of 65,000 × 65,000": () =>
    picture("/Width 65000 /Height 65000 /Filter /JPXDecode", Buffer.from("ff4fff51002900000000fde80000fde8", "hex")),
  "a JBIG2 of 60,000 × 60,000": () =>
    picture(
      "/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode",
      Buffer.from("00000000300001000000130000ea600000ea6000000000000000000000", "hex")
    ),
  "boxes beyond all numbers": () => one({ page: "/MediaBox [-1e308 1e308 1e308 -1e308] /UserUnit 1e300 /Rotate 1e9" }),
  "a stream in an object stream of itself": () =>
    pdf({
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
      6: stream("/Type /ObjStm /N 1000000000 /First 5 /Extends 6 0 R", "1 0 2 1")
    })
}

/** Twenty pages whose letters are words: a few kilobytes that come to millions of characters. */
export const longText = () => {
  const hex = (words: string) => Buffer.from(words, "utf16le").swap16().toString("hex")
  const toUnicode = `1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <${hex("lorem ipsum dol ")}> <42> <${hex("sit amet consec.")}> endbfchar`
  const line = `(${"AB".repeat(33)}) Tj T* `
  return pdf({
    1: "<< /Type /Catalog /Pages 2 0 R >>",
    2: `<< /Type /Pages /Kids [${Array.from({ length: 20 }, (_, n) => `${10 + n} 0 R`).join(" ")}] /Count 20 >>`,
    4: packed("", Buffer.from(`BT /F1 4 Tf 4.5 TL 20 780 Td ${line.repeat(160)} ET`)),
    5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
    6: stream("", toUnicode),
    ...many(
      20,
      10,
      () =>
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
    )
  })
}
