/** How operator commands say that they could not do it. */
import { Console, Effect } from "effect"

export const failed = (message: string) =>
  Effect.andThen(
    Console.error(message),
    Effect.sync(() => {
      process.exitCode = 1
    })
  )
