/** What axe finds wrong with a page. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** How the texts of a page look: each pair of colours, with the size and the weight in which it is read, and the first text that does. */
const looks = `(() => {
  const isClear = (colour) => /, 0\\)$/.test(colour)
  const behind = (element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = [opacity, backgroundImage, backgroundColor].join()
    return isClear(backgroundColor) && element.parentElement ? own + " " + behind(element.parentElement) : own
  }
  const isRead = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    (element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""))
  const read = [...document.querySelectorAll("body *")].filter(isRead)
  const found = new Map()
  for (const element of read) {
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const kinds = ["a", ":disabled", "input, select, textarea"].map((kind) => element.closest(kind) !== null)
    const look = [color, fontSize, fontWeight, ...kinds, behind(element)].join()
    if (!found.has(look)) found.set(look, element)
  }
  return found
})()`

/** Contrast takes long to judge, and is the same wherever texts look the same: it is judged where a look is seen first. */
const judge = `async (known, runOnly) => {
  const found = ${looks}
  const fresh = [...found].filter(([look]) => !known.includes(look)).map(([, element]) => element)
  const violations = async (context, options) =>
    (await axe.run(context, { resultTypes: ["violations"], ...options })).violations
  const all = await violations(document, runOnly ? { runOnly } : { rules: { "color-contrast": { enabled: false } } })
  if (fresh.length > 0) all.push(...(await violations({ include: fresh }, { runOnly: ["color-contrast"] })))
  return { looks: [...found.keys()], violations: all.map(({ id, nodes }) => id + " " + nodes[0].html) }
}`

/** Of all rules, or of these and of contrast; the looks that were judged are added to those that need not be again. */
export const violations = async (page: Page, judged: Set<string>, rules: ReadonlyArray<string> | null = null) => {
  if (await page.evaluate("!('axe' in window)")) await page.evaluate(axe)
  const found = (await page.evaluate(`(${judge})(${JSON.stringify([...judged])}, ${JSON.stringify(rules)})`)) as {
    readonly looks: ReadonlyArray<string>
    readonly violations: ReadonlyArray<string>
  }
  for (const look of found.looks) judged.add(look)
  return found.violations
}
