/** This browser as a device: a key that cannot be taken out of it, kept in IndexedDB. */
import { type Device, newKeyPair, register } from "../client/Device.ts"

interface Kept {
  readonly keys: CryptoKeyPair
  readonly deviceId: string
  readonly token: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

const database = "pdf-to-markdown"
const store = "device"

/** A token is renewed while it is still good for this long. */
const renewalMillis = 86_400_000

const asked = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const opened = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return asked(request)
}

const inStore = async <A>(mode: IDBTransactionMode, use: (objects: IDBObjectStore) => IDBRequest<A>): Promise<A> => {
  const db = await opened()
  try {
    return await asked(use(db.transaction(store, mode).objectStore(store)))
  } finally {
    db.close()
  }
}

const registered = async (keys: CryptoKeyPair): Promise<Kept> => {
  const { deviceId, token, expiresAt } = await register("", keys, nameOf(navigator.userAgent))
  return { keys, deviceId, token, expiresAt: Date.parse(expiresAt) }
}

/** What the owner would call this browser. */
const nameOf = (agent: string): string => {
  const browser = /Edg\//.test(agent) ? "Edge" : (/(Firefox|Chrome|Safari)/.exec(agent)?.[1] ?? "Browser")
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(agent)?.[0] ?? ""
  return system === "" ? browser : `${browser} on ${system}`
}

/** Whether this browser has converted anything, and so is a device. */
export const isKnown = async (): Promise<boolean> =>
  (await inStore("readonly", (objects) => objects.get("own")).catch(() => undefined)) !== undefined

/** What a browser that keeps nothing, as in some private windows, has until the page is left. */
let remembered: Kept | undefined

/**
 * The device of this browser; it is registered when there is none, or its token ends soon. `anew` renews it in any case.
 * One at a time over all its windows: two that begin at once are one device.
 */
export const device = async (anew = false): Promise<Device> => {
  // There browsers give no page keys and locks: by plain http from another machine.
  if (!isSecureContext) throw Object.assign(new Error("The page came by plain http"), { code: "insecure_page" })
  return navigator.locks.request(database, async () => {
    const kept: Kept | undefined =
      (await inStore("readonly", (objects) => objects.get("own")).catch(() => {})) ?? remembered
    const isGood = kept !== undefined && !anew && kept.expiresAt - Date.now() > renewalMillis
    const own = isGood ? kept : await registered(kept?.keys ?? (await newKeyPair()))
    remembered = own
    if (!isGood) await inStore("readwrite", (objects) => objects.put(own, "own")).catch(() => {})
    return { deviceId: own.deviceId, token: own.token, privateKey: own.keys.privateKey }
  })
}
