/**
 * `node bench/Thresholds.ts [FOLDER]`: how many numbers the rules of `src/convert` decide by, in each of its rooms: constants
 * with a name, alone or in an object, and numbers within an expression that compares or multiplies. Three kinds decide nothing
 * on layout and are counted apart: weights and the features that they weigh; tables of a format, which say what a font's
 * place, a flag's bit or a colour means, and could be no other numbers; and steps to which a number is rounded.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = process.argv[2] ?? join(import.meta.dirname, "../src/convert")

/** Files by what their numbers are, where they are no thresholds. */
const apart: ReadonlyArray<readonly [kind: string, file: RegExp]> = [
  ["weights and features", /Weights\.ts$|Evidence\.ts$/],
  // what TeX's fonts draw at each place, and how far it reaches; bits of a glyph's flags; WCAG's formula of contrast
  ["tables of formats", /(?:BitmapFonts|TexEncodings|parse\/Extension|parse\/Extents|model\/Page|Contrast)\.ts$/]
]
const named = /^(?:export )?const \w+(?:: [^=]+)? = (?:\[[-\d._, ]+\](?: as const)?|-?[\d_]*\.?\d+)$/gm
/** A line of an object of named numbers; 0 is a beginning. */
const listed = /^ +\w+: (?!0,?$)(?:\[[-\d._, ]+\]|-?[\d_]*\.?\d+),?$/gm
/** Shifts of bits and powers of ten, which round, are none. */
const unnamed = /(?:(?<![<>])[<>]=?|[*+-]) (?!10+\b(?!\.))(?:\d*\.\d+|[3-9]|\d{2,})\b(?![\w.])/g

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
  const room = apart.find(([, own]) => own.test(file))?.[0] ?? (relative(".", dirname(file)) || ".")
  const sum = rooms.get(room) ?? { named: 0, unnamed: 0 }
  rooms.set(room, { named: sum.named + found.named, unnamed: sum.unnamed + found.unnamed })
}
let all = 0
for (const [room, { named, unnamed }] of [...rooms].sort(([a], [b]) => a.localeCompare(b))) {
  if (!apart.some(([kind]) => kind === room)) all += named + unnamed
  console.log(`${room}: ${named} named, ${unnamed} within expressions`)
}
console.log(`decision thresholds: ${all}`)
