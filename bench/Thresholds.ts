/**
 * `node bench/Thresholds.ts [FOLDER]`: how many numbers the rules of `src/convert` decide by, in each of its rooms: constants
 * with a name, alone or in an object, and numbers within an expression that compares or multiplies. Weights that were fitted, and the features they
 * weigh, are counted apart.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = process.argv[2] ?? join(import.meta.dirname, "../src/convert")

/** Fitted, or what is fitted weighs: no decision is made there. */
const apart = /Weights\.ts$|Evidence\.ts$/
/** Tables of characters and pictures' pixels are no decisions on layout. */
const named = /^(?:export )?const \w+(?:: [^=]+)? = (?:\[[-\d._, ]+\](?: as const)?|-?[\d_]*\.?\d+)$/gm
/** A line of an object of named numbers. */
const listed = /^ +\w+: (?:\[[-\d._, ]+\]|-?[\d_]*\.?\d+),?$/gm
const unnamed = /(?:[<>]=?|[*+-]) (?:\d*\.\d+|[3-9]|\d{2,})\b(?![\w.])/g

/** Without comments, strings and patterns, in which numbers mean something else. */
const bare = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")
    .replace(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '""')
    .replace(/(?<=[=(,:!&|?[\s])\/(?![*/ ])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g, "/./")

const count = (source: string) => {
  const text = bare(source)
  return {
    named: (text.match(named)?.length ?? 0) + (text.match(listed)?.length ?? 0),
    unnamed: text.match(unnamed)?.length ?? 0
  }
}

const rooms = new Map<string, { named: number; unnamed: number }>()
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
for (const file of files) {
  const found = count(readFileSync(join(root, file), "utf8"))
  const room = apart.test(file) ? "weights and features" : relative(".", dirname(file)) || "."
  const sum = rooms.get(room) ?? { named: 0, unnamed: 0 }
  rooms.set(room, { named: sum.named + found.named, unnamed: sum.unnamed + found.unnamed })
}
let all = 0
for (const [room, { named, unnamed }] of [...rooms].sort(([a], [b]) => a.localeCompare(b))) {
  if (room !== "weights and features") all += named + unnamed
  console.log(`${room}: ${named} named, ${unnamed} within expressions`)
}
console.log(`decision thresholds: ${all}`)
