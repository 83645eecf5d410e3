/** Structure → StructElement[]: what the document's own tree says, as a list of blocks in its reading order (ISO 32000-1, 14.8.4). */
import type { Structure } from "../model/Page.ts"

export interface TaggedCell {
  readonly mcids: ReadonlyArray<number>
  readonly columns: number
  readonly rows: number
}

/** Marked content that makes one block. */
export type StructElement =
  | { readonly kind: "paragraph" | "group"; readonly mcids: Array<number> }
  | { readonly kind: "heading"; readonly level: number; readonly mcids: Array<number> }
  | { readonly kind: "item"; readonly label: ReadonlyArray<number>; readonly mcids: Array<number> }
  | { readonly kind: "table"; readonly rows: ReadonlyArray<ReadonlyArray<TaggedCell>>; readonly mcids: Array<number> }

/** Roles that are part of the line they stand in. */
const inline = new Set(
  "Span Quote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub Lbl NonStruct Private Formula".split(
    " "
  )
)
/** Roles that hold one paragraph's text. */
const text = new Set("P Caption BlockQuote Note FENote TOCI Title Index".split(" "))
const headings = /^H([1-6])?$/

/** Content at any depth below a node. */
const content = (node: Structure, out: Array<number> = []): Array<number> => {
  for (const child of node.children) {
    if (typeof child === "number") out.push(child)
    else content(child, out)
  }
  return out
}

/** Whether a node holds nothing but parts of one line of text. */
const isInline = (node: Structure): boolean =>
  inline.has(node.role) && node.children.every((child) => typeof child === "number" || isInline(child))

/** What is found, and whether a page shows a table where the tree has one of one column, as layouts do. */
interface Out {
  readonly elements: Array<StructElement>
  readonly isSeen: (mcids: ReadonlyArray<number>) => boolean
}

export const structElements = (root: Structure, isSeen: Out["isSeen"] = () => false): ReadonlyArray<StructElement> => {
  const out: Out = { elements: [], isSeen }
  walk(root, null, out)
  return out.elements.filter((each) => each.mcids.length > 0)
}

/** `open` takes the text of the node's own; without it text makes a group, whose paragraphs are still to be found. */
const walk = (node: Structure, open: StructElement | null, out: Out): void => {
  let current = open
  for (const child of node.children) {
    if (typeof child === "number" || isInline(child)) {
      if (current === null) {
        current = { kind: "group", mcids: [] }
        out.elements.push(current)
      }
      if (typeof child === "number") current.mcids.push(child)
      else content(child, current.mcids)
      continue
    }
    // what comes after a block within a block is a paragraph of its own
    enter(child, current !== null && current === open && current.mcids.length === 0 ? current : null, out)
    current = current === open && open !== null && open.mcids.length === 0 ? open : null
  }
}

const enter = (node: Structure, waiting: StructElement | null, out: Out): void => {
  const level = headings.exec(node.role)
  if (level !== null) {
    const element: StructElement = { kind: "heading", level: Number(level[1] ?? 1), mcids: content(node) }
    out.elements.push(element)
  } else if (node.role === "Table") table(node, out)
  else if (node.role === "LI") item(node, out)
  else if (text.has(node.role)) {
    // the first paragraph of an item is the item's text
    if (waiting !== null) walk(node, waiting, out)
    else {
      const element: StructElement = { kind: "paragraph", mcids: [] }
      out.elements.push(element)
      walk(node, element, out)
    }
  } else walk(node, waiting, out)
}

const item = (node: Structure, out: Out): void => {
  const labels = node.children.filter((child) => typeof child !== "number" && child.role === "Lbl")
  const label = labels.flatMap((child) => (typeof child === "number" ? [] : content(child)))
  const element: StructElement = { kind: "item", label, mcids: [] }
  out.elements.push(element)
  walk({ ...node, children: node.children.filter((child) => !labels.includes(child)) }, element, out)
}

const rowsOf = (node: Structure): ReadonlyArray<Structure> =>
  node.children.flatMap((child) =>
    typeof child === "number"
      ? []
      : child.role === "TR"
        ? [child]
        : /^T(Head|Body|Foot)$/.test(child.role)
          ? rowsOf(child)
          : []
  )

/** A table of two rows at least, and of two columns or one that shows; any other is a means of layout, and its cells are read one by one. */
const table = (node: Structure, out: Out): void => {
  const lines = rowsOf(node).map((row) =>
    row.children.filter((child): child is Structure => typeof child !== "number" && /^T[HD]$/.test(child.role))
  )
  const others = node.children.filter(
    (child): child is Structure => typeof child !== "number" && !/^T(R|Head|Body|Foot)$/.test(child.role)
  )
  for (const other of others) enter(other, null, out)
  const wide = Math.max(0, ...lines.map((cells) => cells.reduce((sum, cell) => sum + cell.columns, 0)))
  const isTable = lines.length > 1 && !lines.flat().some(isLayout) && (wide > 1 || out.isSeen(content(node)))
  if (!isTable) {
    for (const cell of lines.flat()) walk(cell, null, out)
    return
  }
  const rows = lines.map((cells) =>
    cells.map((cell) => ({ mcids: content(cell), columns: cell.columns, rows: cell.rows }))
  )
  out.elements.push({ kind: "table", rows, mcids: rows.flat().flatMap((cell) => cell.mcids) })
}

/** A cell with headings in it is a column of a page, not a cell. */
const isLayout = (cell: Structure): boolean =>
  cell.children.some((child) => typeof child !== "number" && (headings.test(child.role) || isLayout(child)))
