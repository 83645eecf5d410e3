/** When a delivery is tried again, when it is given up, and when its endpoint is. */

/** Seconds between an attempt and the next; the first attempt is made at once. */
export const delays: ReadonlyArray<number> = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]

/** A delay varies by this share, so that receivers that come back are not met by everybody at once. */
const jitter = 0.2

/** An endpoint that has answered with nothing but failures for this long is disabled. */
const failingMillis = 5 * 86_400_000

/** What came of an attempt; without a status nothing was answered. */
export interface Answer {
  readonly status: number | null
  readonly retryAfter: string | null
}

export const isDelivered = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

/** The endpoint asks never to be called again. */
export const isGone = ({ status }: Answer): boolean => status === 410

/** Seconds that a `Retry-After` asks for: a number, or a date (RFC 9110, section 10.2.3). */
const asked = (header: string, now: number): number | null => {
  if (/^\d+$/.test(header.trim())) return Number(header.trim())
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1_000)
}

/**
 * Milliseconds until the next attempt after `failures` failed ones, or null when there is none. `random` is at least 0
 * and below 1. A 429 or 503 with `Retry-After` waits for as long as it asks, within once to twice the delay.
 */
export const next = (failures: number, answer: Answer, now: number, random: number): number | null => {
  const delay = delays[failures - 1]
  if (delay === undefined || isGone(answer)) return null
  const wanted =
    (answer.status === 429 || answer.status === 503) && answer.retryAfter !== null
      ? asked(answer.retryAfter, now)
      : null
  const seconds =
    wanted === null ? delay * (1 - jitter + 2 * jitter * random) : Math.min(Math.max(wanted, delay), 2 * delay)
  return Math.round(seconds * 1_000)
}

/** Whether an endpoint that has failed since then, without a success, is to be disabled at its failure now. */
export const isFailing = (failingSince: number | null, now: number): boolean =>
  failingSince !== null && now - failingSince >= failingMillis
