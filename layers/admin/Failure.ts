/** How operator commands say that they could not do it. */
import { Data } from "effect"

export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

export const failed = (message: string) => new CommandFailed({ message })
