/** What lies over a page without being part of it: links to the web and within the document, marks that strike text out, text that was typed on it, and stamps. */
import type { PDFDocumentProxy } from "pdfjs-dist"
import { AnnotationType, OPS } from "pdfjs-dist/build/pdf.min.mjs"
import type { Link, Segment } from "../../src/convert/model/Page.ts"
import type { Widget } from "./Fields.ts"
import { alongX, alongY, type Matrix, round } from "./Matrix.ts"

/** A link, a mark that strikes text out, which has a box of four corners for every line, a text or a stamp. */
export interface Annotation {
  readonly id: string
  readonly annotationType: number
  readonly annotationFlags: number
  readonly pageIndex: number
  readonly rect: readonly [number, number, number, number]
  readonly url?: string
  /** A place in the document, or what it is called there. */
  readonly dest?: Destination | null
  readonly quadPoints?: ArrayLike<number> | null
  /** Whether the file says how it looks. */
  readonly hasAppearance?: boolean
  readonly contentsObj?: { readonly str?: string }
  readonly defaultAppearanceData?: { readonly fontSize?: number }
}

type Destination = string | ReadonlyArray<unknown>

/** No browser takes an address that is much longer: what lies under it is text alone. */
const longestUrl = 8192

/** Annotations are asked for so many pages at a time: one question for a whole document of 20,000 pages takes 20 s. */
const linkPages = 64

/** Bits of an annotation's flags that hide it. */
const hidden = 2 | 32

/** Maximum number of links of a page into the document that are followed. */
const mostTargets = 1000

/**
 * Links, strikeouts, texts and stamps by page index, with `#page,x,y` for an address where they lead to a place of the document. `page.getAnnotations` would extract the text of every page with a link once more.
 */
export const annotationsOf = (document: PDFDocumentProxy) => {
  const chunks = new Map<number, Promise<ReadonlyArray<Annotation>>>()
  const types = new Set([AnnotationType.LINK, AnnotationType.STRIKEOUT, AnnotationType.FREETEXT, AnnotationType.STAMP])
  const chunk = async (first: number): Promise<ReadonlyArray<Annotation>> => {
    const others = new Set(Array.from({ length: document.numPages }, (_, i) => i))
    for (let i = first; i < first + linkPages; i++) others.delete(i)
    const found = await document.getAnnotationsByType(types, others).catch(() => null)
    return ((found ?? []) as unknown as ReadonlyArray<Annotation>).filter(isOfUse)
  }
  const place = placeIn(document)
  return async (page: number): Promise<ReadonlyArray<Annotation>> => {
    const first = page - (page % linkPages)
    const known = chunks.get(first) ?? chunk(first)
    chunks.set(first, known)
    const own = (await known).filter((link) => link.pageIndex === page)
    const out: Array<Annotation> = []
    for (const [i, each] of own.entries()) {
      const url = each.url ?? (each.dest == null || i >= mostTargets ? null : await place(each.dest))
      if (url !== null || !isLink(each)) out.push(url === null ? each : { ...each, url })
    }
    return out
  }
}

/** Where a destination is: `#page,x,y`, in points from the left and from the foot of its page, as far as that is said. */
const placeIn = (document: PDFDocumentProxy) => {
  const found = new Map<string, Promise<string | null>>()
  const find = async (dest: Destination): Promise<string | null> => {
    const explicit = typeof dest === "string" ? await document.getDestination(dest) : dest
    const [page, kind, ...at] = explicit ?? []
    const index = typeof page === "number" ? page : await document.getPageIndex(page as { num: number; gen: number })
    const [x, y] = orders[(kind as { readonly name?: string } | null)?.name ?? ""]?.map((i) => at[i]) ?? []
    const said = (value: unknown) => (typeof value === "number" ? round(value) : "")
    return `#${index + 1},${said(x)},${said(y)}`
  }
  return (dest: Destination): Promise<string | null> => {
    const key = JSON.stringify(dest)
    const known = found.get(key) ?? find(dest).catch(() => null)
    found.set(key, known)
    return known
  }
}

/** Which of a destination's numbers are its left and its upper edge. */
const orders: Readonly<Record<string, readonly [number, number]>> = {
  XYZ: [0, 1],
  FitH: [-1, 0],
  FitBH: [-1, 0],
  FitR: [0, 3]
}

const isStrikeout = ({ annotationType }: Annotation): boolean => annotationType === AnnotationType.STRIKEOUT

const isLink = ({ annotationType }: Annotation): boolean => annotationType === AnnotationType.LINK

const isOfUse = (each: Annotation): boolean =>
  !isLink(each)
    ? (each.annotationFlags & hidden) === 0
    : (each.dest != null || (typeof each.url === "string" && each.url.length <= longestUrl)) && Array.isArray(each.rect)

export const links = (annotations: ReadonlyArray<Annotation>, m: Matrix): ReadonlyArray<Link> =>
  annotations.filter(isLink).map((each) => linkOf(each, m))

const isLaidOver = (each: Annotation): boolean => !isLink(each) && !isStrikeout(each)

/** Texts and stamps that are drawn as the file says, by their ids. */
export const overlays = (annotations: ReadonlyArray<Annotation>): ReadonlySet<string> =>
  new Set(annotations.filter((each) => isLaidOver(each) && each.hasAppearance === true).map(({ id }) => id))

/** Texts of which the file does not say how they look, as if they were typed into fields. */
export const typed = (annotations: ReadonlyArray<Annotation>): ReadonlyArray<Widget> =>
  annotations
    .filter(({ annotationType, hasAppearance }) => annotationType === AnnotationType.FREETEXT && hasAppearance !== true)
    .map(({ rect, contentsObj, defaultAppearanceData = {} }) => ({
      rect,
      defaultAppearanceData,
      fieldType: "Tx",
      fieldValue: contentsObj?.str,
      multiLine: true
    }))

interface Operators {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

/** The operators of a page and of what is drawn over it; of other annotations there are none. */
export const withOverlays = ({ fnArray, argsArray }: Operators, over: ReadonlySet<string>): Operators => {
  const out = { fnArray: [] as Array<number>, argsArray: [] as Array<unknown> }
  let isLeftOut = false
  const add = (operator: number, args: unknown) => {
    if (isLeftOut) return
    out.fnArray.push(operator)
    out.argsArray.push(args)
  }
  for (const [i, operator] of fnArray.entries()) {
    if (operator === OPS.beginAnnotation) {
      const [id, rect, transform, matrix] = argsArray[i] as ReadonlyArray<unknown>
      isLeftOut = !over.has(String(id))
      add(operator, [])
      add(OPS.paintFormXObjectBegin, [null, rect])
      add(OPS.transform, transform)
      add(OPS.transform, matrix)
    } else if (operator === OPS.endAnnotation) {
      add(OPS.paintFormXObjectEnd, [])
      isLeftOut = false
    } else add(operator, argsArray[i])
  }
  return out
}

/** Marks that strike out, as the rules that readers draw for them. */
export const strikeouts = (annotations: ReadonlyArray<Annotation>, m: Matrix): ReadonlyArray<Segment> =>
  annotations.filter(isStrikeout).flatMap((each) => rulesOf(each, m))

/** The rule through the middle of each line that is struck out; its corners are given row by row, from the left. */
const rulesOf = ({ quadPoints }: Annotation, m: Matrix): ReadonlyArray<Segment> => {
  const corners = Array.from(quadPoints ?? [])
  return Array.from({ length: Math.floor(corners.length / 8) }, (_, i): Segment => {
    const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0] = corners.slice(8 * i, 8 * i + 8)
    const [from, to] = [
      [(ax + cx) / 2, (ay + cy) / 2],
      [(bx + dx) / 2, (by + dy) / 2]
    ] as const
    const xs = [round(alongX(m, ...from)), round(alongX(m, ...to))]
    const ys = [round(alongY(m, ...from)), round(alongY(m, ...to))]
    return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys), thickness: 1 }
  }).filter(({ x0, x1, y0, y1 }) => x0 === x1 || y0 === y1)
}

const linkOf = ({ rect, url }: Annotation, m: Matrix): Link => {
  const xs = [alongX(m, rect[0], rect[1]), alongX(m, rect[2], rect[3])]
  const ys = [alongY(m, rect[0], rect[1]), alongY(m, rect[2], rect[3])]
  return {
    box: {
      x0: round(Math.min(...xs)),
      y0: round(Math.min(...ys)),
      x1: round(Math.max(...xs)),
      y1: round(Math.max(...ys))
    },
    url: url ?? ""
  }
}
