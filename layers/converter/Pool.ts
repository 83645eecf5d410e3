/** Warm children, handed out one conversation at a time. */
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as RcRef from "effect/RcRef"
import type * as Scope from "effect/Scope"
import * as Child from "./Child.ts"
import type { Limits } from "./Limits.ts"
import * as Spool from "./Spool.ts"

export interface PoolOptions {
  /** How many children live at any time, once they were needed. */
  readonly children: number
  /** Of these, so many start only when somebody has to wait for one. */
  readonly spares?: number | undefined
  readonly entry: string
  /** This process's spool folder. */
  readonly spool: string
  readonly code?: string | undefined
  readonly limits: Limits
  readonly native?: boolean | undefined
  readonly pictures?: boolean | undefined
  readonly nice?: number | undefined
  readonly singleThreaded?: boolean | undefined
  readonly shortLived?: boolean | undefined
  readonly skipWarmup?: boolean | undefined
  /** A child that lives already. The others start when somebody has to wait for one. */
  readonly first?: Child.Child | undefined
}

export interface Pool {
  /**
   * A warm child for as long as the scope lasts, which has served nobody but this owner; waits for one, first come first
   * served. Leaving the scope in the middle of the child's work kills it, and returns when it is gone.
   */
  readonly lease: (owner: string) => Effect.Effect<Child.Child, never, Scope.Scope>
}

interface Ticket {
  readonly owner: string
  readonly turn: Deferred.Deferred<Child.Child>
  child?: Child.Child
}

/** The wait before a child that died before it was ready is followed by the next, doubling up to five seconds. */
const backoff = (failedStarts: number) => Duration.millis(Math.min(5000, 100 * 2 ** failedStarts))

/** A first child that dies before it was ready may have been killed from outside, as one is when memory is short; this many are no accident. */
const mostFailedStarts = 3

/**
 * Dies when not even the first child can start, nor those that follow it; where that lives already, it is not waited
 * for, and leases die. From then on each child that ends, whatever ended it, is followed by another in the background.
 * All end with the scope, and whoever waits or asks for one then is interrupted.
 */
export const make = Effect.fnUntraced(function* (options: PoolOptions) {
  const { limits } = options
  const idle: Array<Child.Child> = []
  const waiting: Array<Ticket> = []
  /** Seats that nobody has needed yet. */
  const vacant: Array<Deferred.Deferred<void>> = []
  /** Seats whose child is not ready yet. */
  let coming = 0
  let isClosed = false
  let failedStarts = 0
  const begun = yield* Deferred.make<void>()
  const runFork = Effect.runForkWith(yield* Effect.context())

  const print = (text: string) => {
    runFork(Effect.logDebug(`converter: ${text.trimEnd()}`))
  }

  /** Whose documents a child has read: what code in one of them left behind meets nobody else's. */
  const owners = new WeakMap<Child.Child, string>()
  /** Children that are ready and not given up. */
  const seated = new Set<Child.Child>()

  /** Its seat is for another from now on. */
  const giveUp = (child: Child.Child) => {
    if (seated.delete(child)) coming++
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
    child.kill()
  }

  /** An idle child that has served this owner, else one that has served nobody. One that was killed from outside may still be among them. */
  const found = (owner: string) =>
    idle.findLast((child) => owners.get(child) === owner && child.isAlive()) ??
    idle.findLast((child) => !owners.has(child) && child.isAlive())

  const hand = (child: Child.Child, ticket: Ticket) => {
    idle.splice(idle.indexOf(child), 1)
    waiting.splice(waiting.indexOf(ticket), 1)
    owners.set(child, ticket.owner)
    ticket.child = child
    Deferred.doneUnsafe(ticket.turn, Exit.succeed(child))
  }

  /** In the order of arrival; a later ticket is served first only while children are on their way for all before it. */
  const serve = () => {
    for (const ticket of [...waiting]) {
      if (waiting.indexOf(ticket) > coming) return
      const child = found(ticket.owner)
      if (child !== undefined) hand(child, ticket)
    }
  }

  /**
   * Makes a place for a ticket that waits and for which no child is on its way. The child that has been idle for longest goes
   * first, so that a document that has been read finds its own again when it is put together.
   */
  const makeRoom = (): boolean => {
    if (waiting.length <= coming) return false
    const seat = vacant.pop()
    if (seat !== undefined) {
      coming++
      Deferred.doneUnsafe(seat, Exit.void)
      return true
    }
    const isWanted = (child: Child.Child) => waiting.some(({ owner }) => owners.get(child) === owner)
    const child = idle.find((child) => !child.isAlive() || !isWanted(child)) ?? idle[0]
    if (child !== undefined) giveUp(child)
    return child !== undefined
  }

  const match = () => {
    do serve()
    while (makeRoom())
  }

  const give = (child: Child.Child) => {
    if (!child.isAlive()) return
    idle.push(child)
    match()
  }

  const isSpent = (child: Child.Child) =>
    child.answered() >= limits.answersPerChild || child.memory() > limits.restingMemory

  const giveBack = Effect.fnUntraced(function* (child: Child.Child) {
    if (child.isWorking() || !child.isAlive()) {
      giveUp(child)
      return yield* Effect.promise(() => child.gone)
    }
    if (isSpent(child)) return giveUp(child)
    yield* Effect.promise(() => Spool.clear(child))
    give(child)
  })

  // A ticket first, so that a child given to a fiber that is being interrupted is still given back.
  const lease = (owner: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const ticket: Ticket = { owner, turn: Deferred.makeUnsafe<Child.Child>() }
        if (isClosed) Deferred.doneUnsafe(ticket.turn, Exit.interrupt())
        else {
          waiting.push(ticket)
          match()
        }
        return ticket
      }),
      (ticket) => {
        if (ticket.child !== undefined) return giveBack(ticket.child)
        return Effect.sync(() => {
          const at = waiting.indexOf(ticket)
          if (at >= 0) waiting.splice(at, 1)
        })
      }
    ).pipe(Effect.flatMap((ticket) => Effect.andThen(Deferred.await(begun), Deferred.await(ticket.turn))))

  const seat = Effect.fnUntraced(function* (first: Child.Child | undefined) {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => first ?? Child.fork({ ...options, heap: limits.heap, print })),
      (child) => {
        child.kill()
        return Effect.promise(() => child.gone.then(() => Spool.remove(child.folder)))
      }
    )
    if (yield* Effect.promise(() => child.ready)) {
      failedStarts = 0
      coming--
      seated.add(child)
      give(child)
      yield* Deferred.succeed(begun, undefined)
      yield* Effect.promise(() => child.gone)
      return giveUp(child)
    }
    const told = `A converter child could not start: ${child.printed()}`
    yield* Effect.logWarning(told)
    const failed = ++failedStarts
    if (failed >= mostFailedStarts) yield* Deferred.die(begun, new Error(told))
    yield* Effect.sleep(backoff(failed - 1))
  }, Effect.scoped)

  const keep = (first?: Child.Child) => {
    coming++
    return Effect.forkScoped(Effect.andThen(seat(first), Effect.forever(seat(undefined))))
  }
  const keepOnceNeeded = (needed: Deferred.Deferred<void>) =>
    Effect.forkScoped(Effect.andThen(Deferred.await(needed), Effect.forever(seat(undefined))))

  yield* keep(options.first)
  // The first alone, so that it is ready soon: on few cores the others would slow it down.
  if (options.first === undefined) yield* Deferred.await(begun)
  const atOnce = options.first === undefined ? options.children - (options.spares ?? 0) : 1
  for (let count = 1; count < options.children; count++) {
    if (count < atOnce) yield* keep()
    else {
      const needed = yield* Deferred.make<void>()
      vacant.push(needed)
      yield* keepOnceNeeded(needed)
    }
  }
  yield* Effect.addFinalizer(() => {
    isClosed = true
    return Effect.forEach(waiting, (ticket) => Deferred.interrupt(ticket.turn))
  })

  return { lease } satisfies Pool
})

export interface DrawersOptions {
  /** Pages drawn at the same time. */
  readonly drawers: number
  readonly spool: string
  readonly code?: string | undefined
  readonly limits: Limits
  /** How much further than this process they give way to others, 0 to 19. */
  readonly nice?: number | undefined
}

/** Children that nobody needs are kept for so long. */
export const idle = "1 minute"

export type Drawers = RcRef.RcRef<Pool>

/** Children that draw pages: they start with the first page that is to be drawn and end when there was none for a while. */
export const makeDrawers = ({ drawers, ...options }: DrawersOptions) =>
  RcRef.make({
    acquire: make({ ...options, children: drawers, entry: Child.drawer, native: true, pictures: true }),
    idleTimeToLive: idle
  })
