/** What a code tells the person who meets it: what happened, what to do, and whether the same request may succeed. */
export interface Advice {
  readonly happened: string
  readonly remedy: string
  readonly retry: string
  /** Values of the error's own fields, for an example. */
  readonly example?: Readonly<Record<string, unknown>>
}

export const never = "No: the same request fails again."

export const signAgain = "Yes, signed anew with a fresh timestamp and nonce."
