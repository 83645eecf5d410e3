/**
 * The state in which converter children begin: a process that has loaded and tried what it will do, written to a file by
 * `node --build-snapshot`. A child wakes in a third of the time in which it would load.
 */
import { startupSnapshot } from "node:v8"

const lend = (owner: object, name: string, value: unknown): (() => void) => {
  if (name in owner) return () => {}
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => void Reflect.deleteProperty(owner, name)
}

/** V8 adds the newest parts of the language when a process wakes: until then the trial makes do with these. */
const lendAll = (): ReadonlyArray<() => void> => [
  lend(
    Promise,
    "try",
    (run: (...given: Array<unknown>) => unknown, ...given: Array<unknown>) =>
      new Promise((resolve) => resolve(run(...given)))
  ),
  lend(
    Map.prototype,
    "getOrInsertComputed",
    function (this: Map<unknown, unknown>, key: unknown, make: (key: unknown) => unknown) {
      if (!this.has(key)) this.set(key, make(key))
      return this.get(key)
    }
  ),
  lend(Map.prototype, "getOrInsert", function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    if (!this.has(key)) this.set(key, value)
    return this.get(key)
  }),
  lend(Uint8Array.prototype, "toHex", function (this: Uint8Array) {
    return Buffer.from(this).toString("hex")
  })
]

/** Tries what is to be compiled, and has what wakes from here begin with `begin`. */
export const freeze = async (trial: () => Promise<void>, begin: () => void): Promise<void> => {
  const takeBack = lendAll()
  await trial()
  for (const back of takeBack) back()
  startupSnapshot.setDeserializeMainFunction(begin)
}
