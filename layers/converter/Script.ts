/** Runs a linked script with the functions that V8 compiled in an earlier process. */
// An import would make a module of each first, which is a tenth of the time in which a child starts.
const { readFileSync, renameSync, writeFileSync } = process.getBuiltinModule("node:fs")
const { createRequire } = process.getBuiltinModule("node:module")
const { cachedDataVersionTag } = process.getBuiltinModule("node:v8")
const { constants, Script } = process.getBuiltinModule("node:vm")
const { crc32 } = process.getBuiltinModule("node:zlib")

export interface Running<Exports> {
  readonly exports: Exports
  /** Nothing was compiled yet: this is the first process with this version and these flags of V8. */
  readonly isCold: boolean
  /** Keeps what was compiled so far beside the script, if this process is cold. */
  readonly keep: () => void
}

/** V8 trusts what it is given, so what came to harm on the disk counts as nothing. */
const intact = (path: string): Buffer | undefined => {
  try {
    const kept = readFileSync(path)
    const data = kept.subarray(4)
    return crc32(data) === kept.readUInt32LE(0) ? data : undefined
  } catch {
    return undefined
  }
}

const save = (path: string, data: Buffer) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(data))
  const whole = `${path}.${process.pid}`
  try {
    writeFileSync(whole, Buffer.concat([sum, data]), { mode: 0o644 })
    renameSync(whole, path)
  } catch {
    // The next process will start as slowly as this one.
  }
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    return null
  }
}

/**
 * Runs what `main/link.ts` made: in ASCII, one function of `exports`, `require` and `module`. Null if it is gone, since
 * somebody who cleans up may come between.
 */
export const run = <Exports>(path: string): Running<Exports> | null => {
  const source = read(path)
  if (source === null) return null
  const compiled = `${path}.${cachedDataVersionTag().toString(16)}`
  const script = new Script(source, {
    filename: path,
    cachedData: intact(compiled),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  })
  const module = { exports: {} as Exports }
  script.runInThisContext()(module.exports, createRequire(path), module)
  const isCold = script.cachedDataRejected !== false
  return {
    exports: module.exports,
    isCold,
    keep: () => (isCold ? save(compiled, script.createCachedData()) : undefined)
  }
}
