/** What lies over a page without being part of it: web links, and marks that strike text out. */
import type { PDFDocumentProxy } from "pdfjs-dist"
import { AnnotationType } from "pdfjs-dist/build/pdf.min.mjs"
import type { Link, Segment } from "../../src/convert/model/Page.ts"
import { alongX, alongY, type Matrix, round } from "./Matrix.ts"

/** A web link, or a mark that strikes text out, which has a box of four corners for every line. */
export interface Annotation {
  readonly annotationType: number
  readonly annotationFlags: number
  readonly pageIndex: number
  readonly rect: readonly [number, number, number, number]
  readonly url?: string
  readonly quadPoints?: ArrayLike<number> | null
}

/** No browser takes an address that is much longer: what lies under it is text alone. */
const longestUrl = 8192

/** Annotations are asked for so many pages at a time: one question for a whole document of 20,000 pages takes 20 s. */
const linkPages = 64

/** Bits of an annotation's flags that hide it. */
const hidden = 2 | 32

/**
 * Web links and strikeouts by page index. `page.getAnnotations` would extract the text of every page with a link once more.
 */
export const annotationsOf = (document: PDFDocumentProxy) => {
  const chunks = new Map<number, Promise<ReadonlyArray<Annotation>>>()
  const types = new Set([AnnotationType.LINK, AnnotationType.STRIKEOUT])
  const chunk = async (first: number): Promise<ReadonlyArray<Annotation>> => {
    const others = new Set(Array.from({ length: document.numPages }, (_, i) => i))
    for (let i = first; i < first + linkPages; i++) others.delete(i)
    const found = await document.getAnnotationsByType(types, others).catch(() => null)
    return ((found ?? []) as unknown as ReadonlyArray<Annotation>).filter(isOfUse)
  }
  return async (page: number): Promise<ReadonlyArray<Annotation>> => {
    const first = page - (page % linkPages)
    const known = chunks.get(first) ?? chunk(first)
    chunks.set(first, known)
    return (await known).filter((link) => link.pageIndex === page)
  }
}

const isStrikeout = ({ annotationType }: Annotation): boolean => annotationType === AnnotationType.STRIKEOUT

const isOfUse = (each: Annotation): boolean =>
  isStrikeout(each)
    ? (each.annotationFlags & hidden) === 0
    : typeof each.url === "string" && each.url.length <= longestUrl && Array.isArray(each.rect)

export const links = (annotations: ReadonlyArray<Annotation>, m: Matrix): ReadonlyArray<Link> =>
  annotations.filter((each) => !isStrikeout(each)).map((each) => linkOf(each, m))

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
