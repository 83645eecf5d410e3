/** Values as people read them. */

const number = new Intl.NumberFormat("en")

const withTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" })

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" })

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

const steps = [
  [60, "second"],
  [3_600, "minute"],
  [86_400, "hour"],
  [7 * 86_400, "day"]
] as const

const units = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const

export const shown = {
  number: (value: number) => number.format(value),

  bytes: (bytes: number) =>
    bytes < 1_000
      ? `${bytes} B`
      : bytes < 1024 ** 2
        ? `${number.format(Math.ceil(bytes / 1024))} kB`
        : `${number.format(Math.round((bytes / 1024 ** 2) * 10) / 10)} MB`,

  /** How long ago or ahead within a week, the date beyond. */
  moment: (at: string) => {
    const seconds = (Date.parse(at) - Date.now()) / 1_000
    const step = steps.find(([most]) => Math.abs(seconds) < most)
    if (step === undefined) return date.format(new Date(at))
    return Math.abs(seconds) < 10 ? "now" : relative.format(Math.trunc(seconds / units[step[1]]), step[1])
  },

  exact: (at: string) => exact.format(new Date(at)),

  time: (at: string) => withTime.format(new Date(at)),

  /** A UTC day of the API. */
  day: (at: string) => day.format(new Date(`${at}T00:00:00Z`)),

  date: (at: string) => date.format(new Date(at)),

  seconds: (seconds: number) =>
    seconds < 1
      ? `${Math.round(seconds * 1_000)} ms`
      : seconds < 90
        ? `${number.format(Math.round(seconds * 10) / 10)} s`
        : seconds < 5_400
          ? `${Math.round(seconds / 60)} min`
          : seconds < 172_800
            ? `${Math.round(seconds / 3_600)} h`
            : `${Math.round(seconds / 86_400)} days`,

  /** In the smallest unit of the currency, which has as many decimals as it says. */
  money: (amount: number, currency: string) => {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: currency.toUpperCase() })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  },

  json: (value: unknown) => JSON.stringify(value, null, 2)
}
