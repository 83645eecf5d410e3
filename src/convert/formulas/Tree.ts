/** A formula as it is written: nodes side by side, and what stands over, under and around them. */

/** How a letter is set, where that is more than its being part of a formula. */
export type Alphabet =
  | "normal"
  | "roman"
  | "bold"
  | "boldItalic"
  | "blackboard"
  | "script"
  | "fraktur"
  | "sans"
  | "mono"

/** What a symbol does in a row: it decides what may stand beside it, and where a row may be aligned. */
export type Role = "letter" | "digit" | "binary" | "relation" | "open" | "close" | "fence" | "mark" | "large" | "named"

export type Node =
  | { readonly kind: "symbol"; readonly character: string; readonly alphabet: Alphabet; readonly role: Role }
  /** A word that is none of the formula's: `if`, `otherwise`; or the name of a function. */
  | { readonly kind: "words"; readonly text: string; readonly role: "text" | "named" | "roman" }
  | { readonly kind: "space" }
  | {
      readonly kind: "scripts"
      readonly base: Row
      readonly above: Row
      readonly below: Row
      /** Over and under the base, not beside it. */
      readonly isStacked: boolean
    }
  | { readonly kind: "fraction"; readonly above: Row; readonly below: Row; readonly isBinomial: boolean }
  | { readonly kind: "root"; readonly body: Row; readonly degree: Row }
  | { readonly kind: "accent"; readonly command: string; readonly body: Row }
  | { readonly kind: "fenced"; readonly open: string; readonly close: string; readonly body: Row }
  | {
      readonly kind: "grid"
      readonly rows: ReadonlyArray<ReadonlyArray<Row>>
      /** `aligned`: cells that stand at one relation, one under the other. */
      readonly layout: "matrix" | "aligned" | "gathered"
      /** The numbers of its rows, where more than one has a number; empty for those that have none. */
      readonly tags?: ReadonlyArray<string>
    }

export type Row = ReadonlyArray<Node>
