/** Files as one zip (PKWARE's APPNOTE 6.3), made while it is read: nothing of it is held but the names. */
import { Effect, Stream } from "effect"
import { joined } from "../process/Bytes.ts"
import { crc32 as crc32Of } from "../process/Crc32.ts"
import { deflated } from "./Gzip.ts"

export interface Entry<E> {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, E>
  /** Of bytes that are packed already, and are put in as they are. */
  readonly known?: { readonly size: number; readonly crc32: number }
}

/** Little-endian numbers, each of so many bytes. */
const record = (...fields: ReadonlyArray<readonly [value: number, bytes: 2 | 4]>): Uint8Array => {
  const out = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) out.setUint16(at, value, true)
    else out.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(out.buffer)
}

/** Version 2.0: folders and deflate. */
const version = 20
/** The name is UTF-8; sizes and checksum come behind the bytes. */
const utf8 = 0x800
const described = 0x8
/** The same files make the same zip: every date is the first that there is, 1 January 1980. */
const date = 0x21

interface Written {
  readonly name: Uint8Array
  readonly flags: number
  readonly method: number
  readonly offset: number
  readonly crc32: number
  readonly packed: number
  readonly size: number
}

const facts = ({ flags, method, crc32, packed, size, name }: Written) =>
  [
    [version, 2],
    [flags, 2],
    [method, 2],
    [0, 2],
    [date, 2],
    [crc32, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 2]
  ] as const

const directory = (each: Written): Uint8Array =>
  joined([
    record([0x02014b50, 4], [version, 2], ...facts(each), [0, 2], [0, 2], [0, 2], [0, 4], [each.offset, 4]),
    each.name
  ])

export const zipped = <E>(entries: ReadonlyArray<Entry<E>>): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    const written: Array<Written> = []
    let offset = 0
    const counted = (bytes: Uint8Array): Uint8Array => {
      offset += bytes.length
      return bytes
    }

    const file = ({ name, bytes, known }: Entry<E>): Stream.Stream<Uint8Array, E> =>
      Stream.suspend(() => {
        const start = { name: new TextEncoder().encode(name), offset }
        if (known !== undefined) {
          const { size, crc32 } = known
          const own = { ...start, flags: utf8, method: 0, crc32, size, packed: size }
          written.push(own)
          return Stream.concat(
            Stream.succeed(counted(joined([record([0x04034b50, 4], ...facts(own)), own.name]))),
            Stream.map(bytes, counted)
          )
        }
        let [crc32, size, packed] = [0, 0, 0]
        const read = Stream.map(bytes, (part) => {
          crc32 = crc32Of(part, crc32)
          size += part.length
          return part
        })
        const fact = (): Written => ({ ...start, flags: utf8 | described, method: 8, crc32, packed, size })
        const head = record([0x04034b50, 4], ...facts(fact()))
        const tail = Effect.sync(() => {
          written.push(fact())
          return counted(record([0x08074b50, 4], [crc32, 4], [packed, 4], [size, 4]))
        })
        return Stream.succeed(counted(joined([head, start.name]))).pipe(
          Stream.concat(
            Stream.map(deflated(read), (part) => {
              packed += part.length
              return counted(part)
            })
          ),
          Stream.concat(Stream.fromEffect(tail))
        )
      })

    const end = Stream.suspend(() => {
      const list = joined(written.map(directory))
      const count = written.length
      const last = record(
        [0x06054b50, 4],
        [0, 2],
        [0, 2],
        [count, 2],
        [count, 2],
        [list.length, 4],
        [offset, 4],
        [0, 2]
      )
      return Stream.succeed(joined([list, last]))
    })
    return Stream.concat(Stream.flatMap(Stream.fromIterable(entries), file), end)
  })
