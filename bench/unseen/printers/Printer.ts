import type { Language } from "../content/Languages.ts"
import type { Document } from "../Document.ts"
import type { Feature } from "../Fit.ts"
import type { Style } from "../Style.ts"

/** A document on its way to paper. */
export interface Job {
  readonly id: string
  readonly document: Document
  readonly style: Style
  /** The file to write. */
  readonly pdf: string
}

export interface Printer {
  readonly name: string
  readonly prints: (language: Language) => boolean
  /** What it cannot set: such blocks are left out of its documents, or what they hold is set plainly. */
  readonly lacks: ReadonlyArray<Feature>
  /** Debian's packages, and programs that say whether they are there. */
  readonly packages: ReadonlyArray<string>
  readonly programs: ReadonlyArray<string>
  /** Prints all at once; what fails is left out, and named. */
  readonly print: (jobs: ReadonlyArray<Job>, folder: string) => Promise<ReadonlyArray<string>>
}
