import type { PDFPageProxy } from "pdfjs-dist"
import type { Structure } from "../../src/convert/model/Page.ts"

/** What pdf.js gives of a structure element, as far as it is used here. */
interface Node {
  readonly role?: string
  readonly type?: string
  readonly alt?: string
  readonly id?: string
  readonly children?: ReadonlyArray<Node>
  readonly rowSpan?: number
  readonly colSpan?: number
}

/** More nodes than this on one page are no structure. */
const most = 20_000
const maxTreeDepth = 40
/** So much is kept of what an element is said to show. */
const longestAlt = 2000

/** The page's part of the document's structure tree; null when it has none. */
export const structureOf = async (page: PDFPageProxy): Promise<Structure | null> => {
  const root = (await page.getStructTree().catch(() => null)) as Node | null
  if (root === null) return null
  let left = most
  const convert = (node: Node, depth: number): Structure => {
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
