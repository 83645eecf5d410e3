/** Reads PDFs with pdf.js: one operator-list pass per page, from which `pdf/Interpreter.ts` rebuilds what was put where. */
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist"
import { AnnotationMode, PasswordResponses } from "pdfjs-dist/build/pdf.min.mjs"
import type { DocumentInfo, OutlineEntry } from "../../src/convert/model/Document.ts"
import type { FontInfo, RawPage, Structure } from "../../src/convert/model/Page.ts"
import { directions } from "../../src/convert/model/Text.ts"
import { type OpenDocument, type PageSource, Unreadable } from "../../src/convert/PageSource.ts"
import { type Annotation, annotationsOf, links, overlays, strikeouts, typed, withOverlays } from "./Annotations.ts"
import { load } from "./Engine.ts"
import { faceOf } from "./Faces.ts"
import { fieldsOf, type Widget, withFields } from "./Fields.ts"
import { interpret } from "./Interpreter.ts"
import { type Matrix, round } from "./Matrix.ts"

const open: PageSource["open"] = async (bytes, { outline = true, password = null } = {}): Promise<OpenDocument> => {
  const loading = load(bytes, password)
  try {
    const document = await loading.task.promise
    if (document.numPages < 1) throw new Unreadable("empty_pdf", "The document has no pages")
    const info: DocumentInfo = {
      pages: document.numPages,
      ...(await named(document)),
      outline: outline ? await outlineOf(document) : []
    }
    const annotations = annotationsOf(document)
    const fields = fieldsOf(document)
    const labelOf = labelsOf(document)
    const optional = await document.getOptionalContentConfig().catch(() => null)
    const isHidden = (group: unknown) => {
      try {
        return optional !== null && !optional.isVisible(group)
      } catch {
        return false
      }
    }
    return {
      info,
      page: async (number) => {
        const page = await document.getPage(number)
        try {
          const before = loading.brokenOff()
          const raw = await read(
            page,
            await annotations(number - 1),
            await fields(number - 1),
            isHidden,
            await labelOf(number)
          )
          if (loading.brokenOff() > before) throw new Error("The page has more operators than it may")
          return raw
        } finally {
          page.cleanup()
        }
      },
      close: loading.destroy
    }
  } catch (cause) {
    await loading.destroy().catch(() => {})
    throw unreadable(cause)
  }
}

export const source: PageSource = { open }

const unreadable = (cause: unknown): Unreadable => {
  if (cause instanceof Unreadable) return cause
  const name = cause instanceof Error ? cause.name : ""
  if (name === "PasswordException") {
    const isWrong = (cause as { readonly code?: number }).code === PasswordResponses.INCORRECT_PASSWORD
    return isWrong
      ? new Unreadable("password_wrong", "The password does not open the document")
      : new Unreadable("password_required", "The document is protected by a password")
  }
  const message = cause instanceof Error ? cause.message : ""
  if (/\bpages?\b.*\b(tree|dict|count)/i.test(message) && name !== "InvalidPDFException")
    return new Unreadable("empty_pdf", "The document has no pages")
  return new Unreadable("corrupt_pdf", "The document is damaged beyond repair")
}

/** What a document says of itself is cut at this many characters. */
const longestText = 1000

const text = (value: unknown): string | null => {
  if (typeof value !== "string") return null
  // biome complains of control characters in a pattern, and rightly: they are what has to go
  const clean = value
    .slice(0, 10 * longestText)
    .replace(/\p{Cc}/gu, " ")
    .replace(directions, "")
    .replace(/\s+/g, " ")
    .trim()
  return clean === "" ? null : clean.slice(0, longestText)
}

const named = async (document: PDFDocumentProxy): Promise<Pick<DocumentInfo, "title" | "author" | "encrypted">> => {
  const metadata = await document.getMetadata().catch(() => null)
  const info = (metadata?.info ?? {}) as Readonly<Record<string, unknown>>
  return {
    title: text(info["Title"]),
    author: text(info["Author"]),
    ...(typeof info["EncryptFilterName"] === "string" ? { encrypted: true as const } : {})
  }
}

/** An outline deeper or longer than this is not worth walking. */
const outlineMost = 5000

interface OutlineNode {
  readonly title: string
  readonly dest: string | ReadonlyArray<unknown> | null
  readonly items: ReadonlyArray<OutlineNode>
}

const outlineOf = async (document: PDFDocumentProxy): Promise<ReadonlyArray<OutlineEntry>> => {
  const roots = (await document.getOutline().catch(() => null)) as ReadonlyArray<OutlineNode> | null
  const entries: Array<OutlineEntry> = []
  const walk = async (nodes: ReadonlyArray<OutlineNode>, level: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= outlineMost) return
      const title = text(node.title)
      if (title !== null) entries.push({ level, title, page: await pageOf(document, node.dest) })
      if (level < 6) await walk(node.items, level + 1)
    }
  }
  await walk(roots ?? [], 1)
  return entries
}

const pageOf = async (document: PDFDocumentProxy, dest: OutlineNode["dest"]): Promise<number | null> => {
  try {
    const explicit = typeof dest === "string" ? await document.getDestination(dest) : dest
    const target = explicit?.[0]
    if (typeof target === "number") return target + 1
    if (typeof target !== "object" || target === null) return null
    return (await document.getPageIndex(target as { num: number; gen: number })) + 1
  } catch {
    return null
  }
}

/** What the document calls its pages, where it gives them names. */
const labelsOf = (document: PDFDocumentProxy) => {
  let labels: Promise<ReadonlyArray<string> | null> | undefined
  return async (page: number): Promise<string | null> => {
    labels ??= document.getPageLabels().catch(() => null)
    return text((await labels)?.[page - 1])
  }
}

const read = async (
  page: PDFPageProxy,
  annotations: ReadonlyArray<Annotation>,
  widgets: ReadonlyArray<Widget>,
  isHidden: (group: unknown) => boolean,
  label: string | null
): Promise<RawPage> => {
  const over = overlays(annotations)
  const list =
    over.size === 0
      ? await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
      : withOverlays(await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE }), over)
  const viewport = page.getViewport({ scale: 1 })
  const matrix = viewport.transform as unknown as Matrix
  const { faces, indices } = await faceOf(page, list)
  const view = { matrix, width: viewport.width, height: viewport.height }
  const drawn = interpret(list, view, faces, indices, isHidden)
  const structure = drawn.glyphs.mcid.some((mcid) => mcid >= 0) ? await structureOf(page) : null
  const fonts = faces.map(
    ({ name, bold, italic, mono, vertical }): FontInfo => ({ name, bold, italic, mono, vertical })
  )
  const filled = withFields(drawn.glyphs, fonts, [...widgets, ...typed(annotations)], matrix)
  return {
    number: page.pageNumber,
    width: round(viewport.width),
    height: round(viewport.height),
    rotation: viewport.rotation as RawPage["rotation"],
    label,
    turned: 0,
    mirrored: undefined,
    glyphs: filled.glyphs,
    isCut: drawn.isCut ? true : undefined,
    fonts: filled.fonts,
    segments: [...drawn.drawing.segments, ...strikeouts(annotations, matrix)],
    fills: drawn.drawing.fills,
    images: drawn.images,
    imagesAt: drawn.imagesAt,
    drawings: drawn.drawing.drawings,
    links: links(annotations, matrix),
    areas: undefined,
    structure: structure ?? undefined
  }
}

/** What pdf.js gives of a structure element, as far as it is used here. */
interface StructureNode {
  readonly role?: string
  readonly type?: string
  readonly alt?: string
  readonly id?: string
  readonly children?: ReadonlyArray<StructureNode>
  readonly rowSpan?: number
  readonly colSpan?: number
}

/** More nodes than this on one page are no structure. */
const mostNodes = 20_000
const maxTreeDepth = 40
/** So much is kept of what an element is said to show. */
const longestAlt = 2000

/** The page's part of the document's structure tree; null when it has none. */
const structureOf = async (page: PDFPageProxy): Promise<Structure | null> => {
  const root = (await page.getStructTree().catch(() => null)) as StructureNode | null
  if (root === null) return null
  let left = mostNodes
  const convert = (node: StructureNode, depth: number): Structure => {
    const children: Array<Structure | number> = []
    for (const child of node.children ?? []) {
      if (left-- <= 0 || depth > maxTreeDepth) break
      if (child.role !== undefined) children.push(convert(child, depth + 1))
      else if (child.type === "content") {
        const mcid = /_mc(\d+)$/.exec(child.id ?? "")?.[1]
        if (mcid !== undefined) children.push(Number(mcid))
      }
    }
    return {
      role: node.role ?? "",
      ...(node.role === "Figure" && node.alt !== undefined ? { alt: node.alt.slice(0, longestAlt) } : {}),
      children,
      columns: span(node.colSpan),
      rows: span(node.rowSpan)
    }
  }
  const tree = convert(root, 0)
  return tree.children.length === 0 ? null : tree
}

const span = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 100 ? value : 1
