/** Structure → StructElement[]: what the document's own tree says, as a list of blocks in its reading order (ISO 32000-1, 14.8.4). */
import type { Structure } from "../model/Page.ts"
import { cellNodes, content, headingRole, nodesIn } from "../tables/TableTags.ts"

/** Marked content that makes one block. */
export type StructElement =
  | { readonly kind: "paragraph" | "group" | "table"; readonly mcids: Array<number> }
  | { readonly kind: "heading"; readonly level: number; readonly mcids: Array<number> }
  | { readonly kind: "item"; readonly label: ReadonlyArray<number>; readonly mcids: Array<number> }

/** Roles that are part of the line they stand in. */
const inline = new Set(
  "Span Quote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub Lbl NonStruct Private Formula".split(
    " "
  )
)
/** Roles that hold one paragraph's text. */
const text = new Set("P Caption BlockQuote Note FENote TOCI Title Index".split(" "))

/** Whether a node holds nothing but parts of one line of text. */
const isInline = (node: Structure): boolean =>
  inline.has(node.role) && node.children.every((child) => typeof child === "number" || isInline(child))

/** What is found, in how many sections it lies, and whether a page shows a table where the tree has one: it may be a means of layout. */
interface Out {
  readonly elements: Array<StructElement>
  readonly sections: number
  readonly isTable: (mcids: ReadonlyArray<number>) => boolean
}

export const structElements = (
  root: Structure,
  isTable: Out["isTable"] = () => false
): ReadonlyArray<StructElement> => {
  const out: Out = { elements: [], sections: 0, isTable }
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
  const heading = headingRole.exec(node.role)
  if (heading !== null) {
    // an `H` heads the section that it lies in
    const level = Number(heading[1] ?? Math.max(1, out.sections))
    out.elements.push({ kind: "heading", level, mcids: content(node) })
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
  } else walk(node, waiting, node.role === "Sect" ? { ...out, sections: out.sections + 1 } : out)
}

const item = (node: Structure, out: Out): void => {
  const labels = node.children.filter((child) => typeof child !== "number" && child.role === "Lbl")
  const label = labels.flatMap((child) => (typeof child === "number" ? [] : content(child)))
  const element: StructElement = { kind: "item", label, mcids: [] }
  out.elements.push(element)
  walk({ ...node, children: node.children.filter((child) => !labels.includes(child)) }, element, out)
}

/** A table that the page does not show is a means of layout: its cells are read one by one. */
const table = (node: Structure, out: Out): void => {
  const cells = cellNodes(node).flat()
  for (const other of nodesIn(node)) if (!/^T(R|Head|Body|Foot)$/.test(other.role)) enter(other, null, out)
  const mcids = cells.flatMap((cell) => content(cell))
  if (out.isTable(mcids)) out.elements.push({ kind: "table", mcids })
  else for (const cell of cells) walk(cell, null, out)
}
