/** What the items of a header such as `Accept` are worth to the client, by its q (RFC 9110, section 12.4.2): 0 where it refuses one. */
export const weightsIn = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const q = parameters.find((parameter) => parameter.startsWith("q="))
      return [name, q === undefined ? 1 : Number(q.slice(2)) || 0] as const
    })
  )
