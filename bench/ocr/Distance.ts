/** How far two texts are apart. */

/** Insertions and deletions, and substitutions where they count as one, that turn one text into the other. */
const distance = (from: string, to: string, substitution: 1 | 2): number => {
  let row = Uint32Array.from({ length: to.length + 1 }, (_, i) => i)
  let next = new Uint32Array(to.length + 1)
  for (let i = 0; i < from.length; i++) {
    const code = from.charCodeAt(i)
    next[0] = i + 1
    for (let k = 0; k < to.length; k++) {
      const same = (row[k] ?? 0) + (code === to.charCodeAt(k) ? 0 : substitution)
      next[k + 1] = Math.min(same, (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1)
    }
    ;[row, next] = [next, row]
  }
  return row[to.length] ?? 0
}

/** The text of Markdown: no markup, one kind of quotes and dashes, spaces collapsed. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/<[^>]*>/g, " ")
    .replace(/\[\^[^\]]*\]:?/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:#+|[-*•+]|>)\s|[|•]|:?-{3,}:?/gm, " ")
    .replace(/[*_`\\]/g, "")
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, "-")
    .replace(/\s+/g, " ")
    .trim()

/** Levenshtein's distance for each character of the truth. */
export const errorRate = (truth: string, text: string): number => distance(truth, text, 1) / Math.max(1, truth.length)

/** 1 for the same text, 0 for nothing in common: what `nid` is of tables and reading order. */
export const likeness = (truth: string, text: string): number =>
  1 - distance(truth, text, 2) / Math.max(1, truth.length + text.length)
