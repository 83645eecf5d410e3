import { assert, describe, it } from "@effect/vitest"
import { source } from "../../layers/pdf/PdfReader.ts"
import * as Convert from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { makePdf } from "../support/Pdf.ts"

const labels = [
  { text: "Application", x: 50, y: 60, size: 18 },
  { text: "First name", x: 50, y: 112 },
  { text: "Remarks", x: 50, y: 152 },
  { text: "Student", x: 70, y: 252 },
  { text: "Sponsor", x: 70, y: 272 },
  { text: "Payment:", x: 50, y: 302 },
  { text: "Invoice", x: 138, y: 302 },
  { text: "Card", x: 248, y: 302 },
  { text: "Country", x: 50, y: 342 }
]

/** Where fields stand, points from the top of a page of 842. */
const rect = (x0: number, y0: number, x1: number, y1: number) => `/Rect [${x0} ${842 - y1} ${x1} ${842 - y0}]`
const places = {
  name: rect(150, 100, 350, 116),
  remarks: rect(150, 140, 500, 200),
  student: rect(50, 243, 62, 255),
  sponsor: rect(50, 263, 62, 275),
  invoice: rect(120, 293, 132, 305),
  card: rect(230, 293, 242, 305),
  country: rect(150, 330, 300, 346)
}

const widget = (rest: string) => `<< /Type /Annot /Subtype /Widget /F 4 ${rest} >>`
const states = (on: string) => `/AP << /N << /${on} 30 0 R /Off 30 0 R >> >>`
const empty = "<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 0 >>\nstream\n\nendstream"
const utf16 = (text: string) => `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`

/** Objects 9 and on: the widgets of the page, then what they hang from, then, as number 30, an appearance. */
const form = (widgets: ReadonlyArray<string>, others: ReadonlyArray<string>, entries = "") => {
  const fill = Array.from({ length: 21 - widgets.length - others.length }, () => "null")
  return makePdf({
    pages: [{ items: labels, width: 595, height: 842 }],
    page: `/Annots [${widgets.map((_, i) => `${9 + i} 0 R`).join(" ")}]`,
    catalog: `/AcroForm << /Fields [${[...widgets, ...others].map((_, i) => `${9 + i} 0 R`).join(" ")}] /DA (/Helv 0 Tf 0 g) ${entries} >>`,
    objects: [...widgets, ...others, ...fill, empty]
  })
}

const read = async (pdf: Uint8Array): Promise<string> => {
  const opened = await source.open(pdf)
  const pages = [Convert.page(await opened.page(1))]
  await opened.close()
  return Convert.document(opened.info, pages, defaults)
}

const expected = (markdown: string) => {
  assert.match(markdown, /First name[ |]+Ada/)
  assert.match(markdown, /Remarks[ |]+By post, not by telephone\./)
  assert.include(markdown, "- [x] Student\n- [ ] Sponsor")
  assert.include(markdown, "Payment: [ ] Invoice [x] Card")
  assert.match(markdown, /Country[ |]+Spain/)
  assert.strictEqual(markdown.match(/^#/gm)?.length, 1)
}

describe("a form that was filled in", () => {
  it("says each value beside its label, as a library writes it", async () => {
    const button = (place: string, own: string) =>
      widget(`/Parent 16 0 R ${place} /AS /${own === "b" ? own : "Off"} ${states(own)}`)
    expected(
      await read(
        form(
          [
            widget(`/FT /Tx /T (name) /V (Ada) ${places.name}`),
            widget(
              `/FT /Tx /T (remarks) /Ff 4096 /DA (/Helv 18 Tf 0 g) /V (By post, not by telephone.) ${places.remarks}`
            ),
            widget(`/FT /Btn /T (student) /V /Yes /AS /Yes ${states("Yes")} ${places.student}`),
            widget(`/FT /Btn /T (sponsor) /V /Off /AS /Off ${states("Yes")} ${places.sponsor}`),
            button(places.invoice, "a"),
            button(places.card, "b"),
            widget(`/FT /Ch /Ff 131072 /T (country) /Opt [(France) (Spain)] /V (Spain) ${places.country}`)
          ],
          ["<< /FT /Btn /Ff 49152 /T (payment) /V /b /Kids [13 0 R 14 0 R] >>"]
        )
      )
    )
  })

  it("says them as an office program writes them: in Unicode, its list without an edge, its ticks by their states", async () => {
    const button = (place: string, own: string) =>
      widget(`/Parent 16 0 R ${place} /MK << /CA (8) >> /AS /${own === "1" ? own : "Off"} ${states(own)}`)
    expected(
      await read(
        form(
          [
            widget(`/FT /Tx /T ${utf16("name")} /TU (First name) /V ${utf16("Ada")} /DV ${utf16("")} ${places.name}`),
            widget(
              `/FT /Tx /T ${utf16("remarks")} /Ff 4096 /V ${utf16("By post, not by telephone.")} ${places.remarks}`
            ),
            widget(
              `/FT /Btn /T ${utf16("student")} /MK << /CA (8) >> /V /Yes /AS /Yes ${states("Yes")} ${places.student}`
            ),
            widget(
              `/FT /Btn /T ${utf16("sponsor")} /MK << /CA (8) >> /V /Off /AS /Off ${states("Yes")} ${places.sponsor}`
            ),
            button(places.invoice, "0"),
            button(places.card, "1"),
            widget(`/FT /Ch /T ${utf16("country")} /Opt [[(0) (France)] [(1) (Spain)]] /V [(1)] ${places.country}`)
          ],
          [`<< /FT /Btn /Ff 49152 /T ${utf16("payment")} /V /1 /Kids [13 0 R 14 0 R] >>`]
        )
      )
    )
  })

  it("says them where the form is XFA too: its fields hang from subforms, and its values from the fields", async () => {
    const named = (parent: number, place: string, rest = "") => widget(`/Parent ${parent} 0 R ${place} ${rest}`)
    const field = (kid: number, rest: string) => `<< /Parent 16 0 R /Kids [${kid} 0 R] ${rest} >>`
    const xfa = '<template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="form"/></template>'
    expected(
      await read(
        form(
          [
            named(17, places.name),
            named(18, places.remarks),
            named(19, places.student, `/AS /1 ${states("1")}`),
            named(20, places.sponsor, `/AS /Off ${states("1")}`),
            named(21, places.invoice, `/AS /Off ${states("1")}`),
            named(21, places.card, `/AS /2 ${states("2")}`),
            named(22, places.country)
          ],
          [
            "<< /T (form[0]) /Kids [17 0 R 18 0 R 19 0 R 20 0 R 21 0 R 22 0 R] >>",
            field(9, "/FT /Tx /T (name[0]) /V (Ada)"),
            field(10, "/FT /Tx /T (remarks[0]) /Ff 4096 /V (By post, not by telephone.)"),
            field(11, "/FT /Btn /T (student[0]) /V /1"),
            field(12, "/FT /Btn /T (sponsor[0]) /V /Off"),
            "<< /Parent 16 0 R /FT /Btn /Ff 49152 /T (payment[0]) /V /2 /Kids [13 0 R 14 0 R] >>",
            field(15, "/FT /Ch /Ff 131072 /T (country[0]) /Opt [(France) (Spain)] /V (Spain)"),
            `<< /Length ${xfa.length} >>\nstream\n${xfa}\nendstream`
          ],
          "/XFA [(template) 23 0 R]"
        )
      )
    )
  })
})
