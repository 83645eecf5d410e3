/** A call of a tool as the protocol brings it, read against the tool's schema. */
import { Result, Schema } from "effect"
import { isReadonlyObject } from "effect/Predicate"
import { InvalidRequest } from "../../schema/Errors.ts"
import { type Issues, strict } from "../../schema/Issues.ts"
import { prefix, type ToolSet } from "../../schema/mcp/ToolSet.ts"
import { faultsOf, issuesOf } from "../requests/Faults.ts"
import { type Failure, invalid, type Json } from "./Rpc.ts"

/** A call of a tool whose arguments have been read. */
export type Fit<Tools extends ToolSet> = {
  readonly [Name in keyof Tools & string]: { readonly tool: Name; readonly arguments: Tools[Name]["input"]["Type"] }
}[keyof Tools & string]

/** A call with arguments that its tool does not take: the model that made them up is to see why (SEP-1303). */
export interface Unfit<Tools extends ToolSet> {
  readonly tool: keyof Tools & string
  readonly refused: InvalidRequest
}

export type Call<Tools extends ToolSet> = Fit<Tools> | Unfit<Tools>

/** The message says what is wrong too: it is all that many clients show to a model. */
const refused = (issues: typeof Issues.Type) => {
  const message = `Invalid arguments: ${issues.map(({ path, message }) => `${path}: ${message}`).join("; ")}`
  return new InvalidRequest({ message, issues })
}

/** What says which of the tools is called, and with what. */
export const reading = <Tools extends ToolSet>(tools: Tools) => {
  const decoders = new Map(
    Object.entries(tools).map(([name, { input }]) => [
      `${prefix}${name}`,
      {
        tool: name as keyof Tools & string,
        input,
        decode: Schema.decodeUnknownResult(input as unknown as Schema.Codec<unknown, unknown>, strict)
      }
    ])
  )
  return (params: Json): Result.Result<Call<Tools>, Failure> => {
    const found = decoders.get(String(params["name"]))
    if (found === undefined) return Result.fail(invalid(`Unknown tool: the names of all begin with ${prefix}`))
    const { tool, input, decode } = found
    const given = params["arguments"] ?? {}
    if (!isReadonlyObject(given)) return Result.fail(invalid("arguments must be an object"))
    // The empty struct takes anything.
    if (Object.keys(input.fields).length === 0 && Object.keys(given).length > 0) {
      return Result.succeed({ tool, refused: refused([{ path: "arguments", message: "The tool takes none" }]) })
    }
    const decoded = decode(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)))
    return Result.isSuccess(decoded)
      ? Result.succeed({ tool, arguments: decoded.success } as Fit<Tools>)
      : Result.succeed({ tool, refused: refused(issuesOf(faultsOf(decoded.failure, input, strict), "arguments")) })
  }
}
