import type { Source } from "./Grammar.ts"

/** A program that sets formulas, with the fonts it is asked for: a document of formulas → a PDF. */
export interface Printer {
  readonly name: string
  /** What it cannot set as LaTeX means it: formulas with that are left out. */
  readonly lacks?: RegExp
  /** Null where the program is missing. */
  readonly print: (formulas: ReadonlyArray<Source>, folder: string) => Promise<Uint8Array | null>
}

/** What stands before the nth formula, so that it is found again. */
export const label = (n: number) => `Formula number ${n} of this document is the following one here`

/** It stands within a line of text. */
export const isInline = ({ isLow }: Source, n: number): boolean => isLow && n % 2 === 0
