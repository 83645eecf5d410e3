/** Ids as requests name them. */
import { Effect, Schema } from "effect"
import { JobNotFound } from "../../schema/Errors.ts"
import { JobId } from "../../schema/Ids.ts"

/** One that is no UUID is as unknown as any other. */
export const known =
  <A extends string, E>(isId: (text: unknown) => text is A, notFound: () => E) =>
  (text: string): Effect.Effect<A, E> =>
    isId(text) ? Effect.succeed(text) : Effect.fail(notFound())

export const jobIn = known(Schema.is(JobId), () => new JobNotFound())
