import { Context } from "effect"

/** The id of the request being answered, for error bodies and log lines. */
export const RequestId = Context.Reference<string>("svc/schema/RequestId", { defaultValue: () => "none" })

/** What a caller may call its request. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)
