/** The MCP endpoint, at both of its addresses. */
import { Effect, Exit, Option } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Caller, type KeyActor } from "../../../schema/Actor.ts"
import { Api, version } from "../../../schema/Api.ts"
import { InvalidApiKey, MissingCredentials } from "../../../schema/Errors.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { Standing } from "../../auth/Standing.ts"
import { Blobs, newKey } from "../../jobs/Blobs.ts"
import { isActive } from "../../jobs/Status.ts"
import * as Protocol from "../../mcp/Protocol.ts"
import { sessionOf } from "../../mcp/Revisions.ts"
import * as Rpc from "../../mcp/Rpc.ts"
import * as Tasks from "../../mcp/Tasks.ts"
import * as Tools from "../../mcp/Tools.ts"
import * as Upload from "../../mcp/Upload.ts"
import { elapsedMillis } from "../../process/Elapsed.ts"
import { malformed } from "../../requests/Faults.ts"
import { isJson } from "../Body.ts"
import { Client } from "../Client.ts"

/** Within this time a message counts as one that came at once. */
const promptMillis = 1_000

const server: Rpc.Server = { name: "pdf-to-markdown", title: "PDF to Markdown", version }

const respond = ({ status, body }: Rpc.Reply) => HttpServerResponse.jsonUnsafe(body, { status })

const unknownTask = { code: Rpc.codes.params, message: "Task not found" }

type CallMessage = Extract<Protocol.Message, { readonly _tag: "Call" }>
type TaskMessage = Extract<Protocol.Message, { readonly _tag: "Task" }>

const answering = Effect.gen(function* () {
  const blobs = yield* Blobs
  const random = yield* SecureRandom
  const receive = yield* Upload.make
  const tiers = yield* Tiers
  const standing = yield* Standing
  const tools = yield* Tools.make

  const call = Effect.fnUntraced(function* (caller: Tools.Caller, message: CallMessage) {
    const { envelope, call, takesLinks, takesTasks } = message
    // A client that signs in can ask for more scopes: it is told so by HTTP, the model is not.
    if (caller.actor.isConnection === true) yield* Tools.permit(caller.actor, call.tool)
    const { result, job, isTaken } = yield* tools.call(caller, call)
    const isTask = takesTasks && job !== null && isActive(job.status) && caller.actor.scopes.includes("jobs:read")
    const content = takesLinks ? result.content : result.content.filter((part) => part["type"] !== "resource_link")
    const answer = isTask ? { resultType: "task", ...Tasks.task(job) } : { ...result, content }
    return { reply: Rpc.succeeded(envelope, server, answer), isTaken }
  })

  const task = Effect.fnUntraced(function* (actor: KeyActor, { envelope, action, taskId }: TaskMessage) {
    const refused = yield* Effect.flip(Tools.permit(actor, action === "cancel" ? "delete_job" : "get_job")).pipe(
      Effect.option
    )
    if (Option.isSome(refused)) {
      const { structuredContent } = yield* tools.failure(actor, refused.value)
      const { message } = refused.value
      return Rpc.failed(envelope, { code: 403, message, data: structuredContent, status: 403 })
    }
    const found = yield* tools.ofTask(actor, taskId)
    if (Option.isNone(found)) return Rpc.failed(envelope, unknownTask)
    const job = found.value
    if (action === "cancel") yield* tools.cancel(actor, job)
    if (action !== "get") return Rpc.succeeded(envelope, server, {})
    const ended = isActive(job.status) || job.status === "canceled" ? {} : { result: yield* tools.result(actor, job) }
    return Rpc.succeeded(envelope, server, { ...Tasks.task(job), ...ended })
  })

  const answer = Effect.fnUntraced(function* (caller: Tools.Caller, message: Protocol.Message) {
    const untaken = (reply: Rpc.Reply | null) => ({ reply, isTaken: false })
    if (message._tag === "Notification") return untaken(null)
    if (message._tag === "Reply") return untaken(message.reply)
    if (message._tag === "Task") return untaken(yield* task(caller.actor, message))
    return yield* call(caller, message)
  })

  return Effect.fnUntraced(function* ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) {
    const actor = yield* Caller
    if (actor.kind !== "key") return yield* new MissingCredentials()
    if (!isJson(request.headers["content-type"])) {
      return yield* malformed("content-type", "The body must be application/json")
    }
    const begun = yield* elapsedMillis
    const key = yield* newKey(random)
    const { text, upload } = yield* receive(request, {
      key,
      maxFileSize: tiers[actor.tier].maxFileSize,
      admit: tools.admit(actor)
    })
    // What is said slowly may be said by one whose key was revoked meanwhile.
    if ((yield* elapsedMillis) - begun > promptMillis && !(yield* standing.holds(actor))) {
      return yield* new InvalidApiKey()
    }
    const headers = {
      version: request.headers["mcp-protocol-version"],
      method: request.headers["mcp-method"],
      name: request.headers["mcp-name"],
      session: request.headers["mcp-session-id"]
    }
    const caller = { actor, origin: (yield* Client).origin, upload }
    const message = Protocol.read(text, headers, server)
    const { reply } = yield* answer(caller, message).pipe(
      // Where the outcome is not known the file is left to the sweep: it may be a job's.
      Effect.onExit((exit) =>
        upload !== null && Exit.isSuccess(exit) && !exit.value.isTaken
          ? Effect.ignore(blobs.remove([key]))
          : Effect.void
      )
    )
    if (reply === null) return HttpServerResponse.empty({ status: 202 })
    if (message._tag !== "Reply" || message.unsaid === undefined) return respond(reply)
    const session = sessionOf(message.unsaid, yield* random.uuidV7())
    return HttpServerResponse.setHeader(respond(reply), "mcp-session-id", session)
  })
})

export const forKeys = HttpApiBuilder.group(
  Api,
  "v2.mcp",
  Effect.fn(function* (handlers) {
    const answer = yield* answering
    return handlers.handleRaw("call", (context) =>
      // Only connections are told of a scope by HTTP.
      Effect.catchTag(answer(context), "missing_scope", Effect.die)
    )
  })
)

export const forAgents = HttpApiBuilder.group(
  Api,
  "mcp",
  Effect.fn(function* (handlers) {
    return handlers.handleRaw("call", yield* answering)
  })
)
