/** Names that strangers have given themselves: of devices, and of apps. */
import { cut } from "../requests/Cut.ts"

/** A name as it may be shown: one line, not endless, and nothing that turns the direction of what follows. */
export const shown = (name: string | null): string | null =>
  cut(name?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "").trim() ?? "", 80) || null
