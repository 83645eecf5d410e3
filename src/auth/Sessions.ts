import { Context, type DateTime, type Effect } from "effect"
import type { NotFound } from "../../schema/Errors.ts"
import type { AccountId, SessionId } from "../../schema/Ids.ts"

/** Where a person is signed in. */
export interface Session {
  readonly sessionId: SessionId
  /** The browser and its system, as far as they are known. */
  readonly browser: string | null
  readonly address: string | null
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** Browsers by what they call themselves. Most also call themselves what they want to be taken for: the first that fits counts. */
const browsers = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\bHeadlessChrome\//, "Chrome"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bChromium\//, "Chromium"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"]
] as const

const systems = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"]
] as const

const nameOf = (userAgent: string, known: ReadonlyArray<readonly [RegExp, string]>) =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

/** A browser as people call it: `Firefox on Linux`. Nothing else of what it said is kept. */
export const browserOf = (userAgent: string): string | null => {
  const browser = nameOf(userAgent, browsers)
  const system = nameOf(userAgent, systems)
  return browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system)
}

export class Sessions extends Context.Service<
  Sessions,
  {
    /** The account's sessions that have not ended, the latest used first. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Session>>

    /** Ends a session of the account, in whatever browser it is. */
    readonly end: (accountId: AccountId, sessionId: SessionId) => Effect.Effect<void, NotFound>
  }
>()("svc/auth/Sessions") {}
