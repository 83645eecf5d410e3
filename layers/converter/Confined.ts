/** What every child's program does, whatever it is asked. */
import type { Reply, Request } from "./Wire.ts"

/** Called before anything of use is loaded. */
export const confine = (): void => {
  // Signals to other processes are what the permission model leaves open.
  for (const name of ["kill", "_kill", "_debugProcess", "_debugEnd"]) Reflect.deleteProperty(process, name)

  // Its parent ends it, or is gone; a signal to the whole group is for the parent.
  process.once("disconnect", () => process.exit())
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("unhandledRejection", (reason) => console.error(reason))
}

/** Returns when the channel has taken it, so that a page that never ends holds back nothing. */
export const say = (reply: Reply): Promise<void> => new Promise((said) => process.send?.(reply, () => said()))

/** Says that all is loaded, and hears requests one after the other. */
export const serve = (hear: (request: Request) => Promise<void>): Promise<void> => {
  let turn: Promise<void> = Promise.resolve()
  process.on("message", (request: Request) => {
    turn = turn.then(() => hear(request))
  })
  return say({ _tag: "Ready" })
}

/**
 * Gives back the memory of pictures that are no longer needed: V8 itself lets tens of megabytes of buffers lie, and a
 * canvas waits for it. Nothing happens in a child that was not forked for pictures.
 */
export const collect = (): void => void globalThis.gc?.()
