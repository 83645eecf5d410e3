import { Context, Effect, type Option } from "effect"
import type { AccountActor, Actor } from "../../schema/Actor.ts"
import { InvalidApiKey, InvalidSession } from "../../schema/Errors.ts"

/** Whether who was let in would still be let in, for answers that go on for long after the credential was checked. */
export class Standing extends Context.Service<
  Standing,
  {
    /** The key is not revoked, disabled or expired, the session not over, the device not blocked. */
    readonly holds: (actor: Actor) => Effect.Effect<boolean>

    /** And the device belongs to nobody else than it did. */
    readonly isUnchanged: (actor: Actor) => Effect.Effect<boolean>

    /** Who that is by now: a device may belong to somebody else, or to nobody. None where `holds` is false. */
    readonly asNow: (actor: Actor) => Effect.Effect<Option.Option<Actor>>

    /**
     * Ends as soon as somebody has ended the actor's credential, on whichever node. It is not told of a time that is up,
     * nor of what is missed while the database cannot be listened to: in the end `holds` knows.
     */
    readonly ended: (actor: Actor) => Effect.Effect<void>
  }
>()("svc/auth/Standing") {}

/** A credential that ended while its request was under way. */
export const noLonger = ({ kind }: AccountActor) => (kind === "key" ? new InvalidApiKey() : new InvalidSession())

/** What a wait comes to, if who waits is still let in by then; else the refusal, as soon as that is known. */
export const whileLetIn =
  ({ holds, ended }: Standing["Service"], actor: Actor) =>
  <A, E, R, F>(wait: Effect.Effect<A, E, R>, refusal: F) =>
    Effect.gen(function* () {
      const refused = Effect.andThen(ended(actor), Effect.fail(refusal))
      const outcome = yield* Effect.exit(Effect.raceFirst(wait, refused))
      return yield* (yield* holds(actor)) ? outcome : Effect.fail(refusal)
    })
