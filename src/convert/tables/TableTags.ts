/** Structure → the tables that a page's own tree tells of: which marked content is in which cell. */
import type { Structure } from "../model/Page.ts"

interface TaggedCell {
  readonly mcids: ReadonlyArray<number>
  readonly columns: number
  readonly rows: number
}

export type TaggedRows = ReadonlyArray<ReadonlyArray<TaggedCell>>

export const headingRole = /^H([1-6])?$/

/** Content at any depth below a node. */
export const content = (node: Structure, out: Array<number> = []): Array<number> => {
  for (const child of node.children) {
    if (typeof child === "number") out.push(child)
    else content(child, out)
  }
  return out
}

export const nodesIn = (node: Structure): ReadonlyArray<Structure> =>
  node.children.filter((child): child is Structure => typeof child !== "number")

/** The cells of each row of a table's node, with their nodes. */
export const cellNodes = (node: Structure): ReadonlyArray<ReadonlyArray<Structure>> =>
  nodesIn(node).flatMap((child) =>
    child.role === "TR"
      ? [nodesIn(child).filter(({ role }) => /^T[HD]$/.test(role))]
      : /^T(Head|Body|Foot)$/.test(child.role)
        ? cellNodes(child)
        : []
  )

/** A cell with headings in it is a column of a page, not a cell. */
const isLayout = (cell: Structure): boolean =>
  nodesIn(cell).some((child) => headingRole.test(child.role) || isLayout(child))

/** Every table in a tree, those within cells of others included. */
export const tableTags = (root: Structure): ReadonlyArray<TaggedRows> =>
  nodesIn(root).flatMap((node) => {
    const within = tableTags(node)
    if (node.role !== "Table") return within
    const cells = cellNodes(node)
    if (cells.length < 2 || cells.flat().some(isLayout)) return within
    return [
      cells.map((row) => row.map((each) => ({ mcids: content(each), columns: each.columns, rows: each.rows }))),
      ...within
    ]
  })
