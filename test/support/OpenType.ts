/** Bytes of small OpenType fonts, of which the tables are given. */
export const u16 = (...values: ReadonlyArray<number>): ReadonlyArray<number> =>
  values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff])
export const u32 = (...values: ReadonlyArray<number>): ReadonlyArray<number> =>
  values.flatMap((value) => u16(value >>> 16, value & 0xffff))
export const ascii = (text: string): ReadonlyArray<number> => [...text].map((c) => c.charCodeAt(0))

/** An INDEX of CFF. */
export const index = (...objects: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  let at = 1
  const offsets = [1, ...objects.map((object) => (at += object.length))]
  return objects.length === 0 ? u16(0) : [...u16(objects.length), 1, ...offsets, ...objects.flat()]
}

export const font = (tables: ReadonlyArray<readonly [tag: string, body: ReadonlyArray<number>]>): Uint8Array => {
  let at = 12 + 16 * tables.length
  const directory = tables.flatMap(([tag, body]) => {
    const entry = [...ascii(tag), ...u32(0, at, body.length)]
    at += body.length
    return entry
  })
  return Uint8Array.from([
    ...ascii("OTTO"),
    ...u16(tables.length, 0, 0, 0),
    ...directory,
    ...tables.flatMap(([, body]) => body)
  ])
}
