/** Names that strangers have given themselves: of devices, and of apps. */

/** A name as it may be shown: one line, not endless, and nothing that turns the direction of what follows. */
export const shown = (name: string | null): string | null =>
  name
    ?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "")
    .trim()
    .slice(0, 80) || null
