import { Context } from "effect"

/** The id of the request being answered, for error bodies and log lines. */
export const RequestId = Context.Reference<string>("svc/schema/RequestId", { defaultValue: () => "none" })
