/** A call of a tool as the protocol brings it, read against the tool's schema. */
import { Result, Schema } from "effect"
import { isReadonlyObject } from "effect/Predicate"
import { InvalidRequest } from "../../schema/Errors.ts"
import type { Issues } from "../../schema/Issues.ts"
import { type Arguments, prefix, type ToolName, toolOf, tools } from "../../schema/Tools.ts"
import { faultsOf, issuesOf } from "../requests/Faults.ts"
import { type Failure, invalid, type Json } from "./Rpc.ts"

/** A call of a tool whose arguments have been read. */
export type Fit = {
  readonly [Name in ToolName]: { readonly tool: Name; readonly arguments: Arguments<Name> }
}[ToolName]

/** A call with arguments that its tool does not take: the model that made them up is to see why (SEP-1303). */
export interface Unfit {
  readonly tool: ToolName
  readonly refused: InvalidRequest
}

export type Call = Fit | Unfit

const decoders = Object.fromEntries(
  Object.entries(tools).map(([name, { input }]) => [
    name,
    Schema.decodeUnknownResult(input as Schema.Codec<unknown, unknown>, { onExcessProperty: "error", errors: "all" })
  ])
)

/** What a tool without arguments is given all the same: the empty struct takes anything. */
const isSuperfluous = (tool: ToolName, given: Json) =>
  Object.keys(tools[tool].input.fields).length === 0 && Object.keys(given).length > 0

/** The message says what is wrong too: it is all that many clients show to a model. */
const unfit = (tool: ToolName, issues: typeof Issues.Type): Unfit => {
  const message = `Invalid arguments: ${issues.map(({ path, message }) => `${path}: ${message}`).join("; ")}`
  return { tool, refused: new InvalidRequest({ message, issues }) }
}

/** Which tool is called, and with what. */
export const call = (params: Json): Result.Result<Call, Failure> => {
  const tool = toolOf(params["name"])
  if (tool === undefined) return Result.fail(invalid(`Unknown tool: the names of all begin with ${prefix}`))
  const given = params["arguments"] ?? {}
  if (!isReadonlyObject(given)) return Result.fail(invalid("arguments must be an object"))
  if (isSuperfluous(tool, given))
    return Result.succeed(unfit(tool, [{ path: "arguments", message: "The tool takes none" }]))
  const decoded = decoders[tool]!(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)))
  return Result.isSuccess(decoded)
    ? Result.succeed({ tool, arguments: decoded.success } as Fit)
    : Result.succeed(unfit(tool, issuesOf(faultsOf(decoded.failure, tools[tool].input), "arguments")))
}
