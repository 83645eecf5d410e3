/** Structure → what the document says that its figures show, where it is plain which is which. */
import type { Structure } from "../model/Page.ts"
import { directions } from "../model/Text.ts"

/** Figures of the tree in its order, with what is said of them; one within another is a part of it. */
const saidOf = (node: Structure): ReadonlyArray<string> =>
  node.role === "Figure"
    ? [node.alt ?? ""]
    : node.children.flatMap((child) => (typeof child === "number" ? [] : saidOf(child)))

/** What is said of each of `count` figures, from top to bottom; nothing where the tree has another number of them. */
export const alternatives = (structure: Structure | undefined, count: number): ReadonlyArray<string> => {
  const said =
    structure === undefined
      ? []
      : saidOf(structure).map((alt) => alt.replace(directions, "").replace(/\s+/g, " ").trim())
  return said.length === count ? said : Array.from({ length: count }, () => "")
}
