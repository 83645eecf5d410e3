/** Counts, times, traces and logs each request under the template of its route, never its path or its headers. */
import { type Cause, Clock, Context, Effect, Exit, LogLevel, Metric, Option, References, Schema, Tracer } from "effect"
import {
  HttpRouter,
  HttpServerError,
  type HttpServerRequest,
  type HttpServerResponse,
  HttpTraceContext
} from "effect/http"
import { JobId } from "../../schema/Ids.ts"
import { RequestId } from "../../schema/RequestId.ts"
import { CurrentActing } from "../logs/Acting.ts"
import { loggedFor, type RequestLog } from "../logs/RequestLog.ts"
import { recent } from "../process/Recent.ts"

/** The status of a request that was broken off: by its client, or by a drain that it outlasted. */
const brokenOff = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some((reason) => reason._tag === "Interrupt" && reason.annotations.has(HttpServerError.ClientAbort.key))
    ? 499
    : 503

/** The route of a request that no route answers. */
const unmatched = "unmatched"

const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Series are kept, because making one costs more than counting with it; routes and statuses are few. */
const [counters, histograms] = [recent<Metric.Counter<number>>(10_000), recent<Metric.Histogram<number>>(1_000)]

const requests = (method: string, route: string, status: string) =>
  counters(`${method} ${route} ${status}`, () =>
    Metric.counter("http_requests_total", {
      description: "Requests answered, by route and status; 499 is a client that left",
      incremental: true,
      attributes: { method, route, status }
    })
  )

const durations = (method: string, route: string) =>
  histograms(`${method} ${route}`, () =>
    Metric.histogram("http_request_duration_seconds", {
      description: "Seconds until an answer began, by route",
      boundaries,
      attributes: { method, route }
    })
  )

const isJobId = Schema.is(JobId)

/** Where the router went, which it leaves in the context of the request's fiber. */
const matched = (context: Context.Context<never>) => {
  const found = Context.getOption(context, HttpRouter.RouteContext)
  const path = Option.isSome(found) ? found.value.route.path : "/*"
  const jobId = Option.isSome(found) ? found.value.params["jobId"] : undefined
  return { route: path === "/*" ? unmatched : path, jobId: isJobId(jobId) ? jobId : null }
}

const decoder = new TextDecoder()

/** What an error's body calls it. */
const codeOf = ({ status, body }: HttpServerResponse.HttpServerResponse): string | null => {
  if (status < 400 || body._tag !== "Uint8Array" || !/json/.test(body.contentType)) return null
  const { code } = JSON.parse(decoder.decode(body.body)) as { readonly code?: unknown }
  return typeof code === "string" ? code : null
}

/** One access line, one count, one entry of its account's log and, where traces are exported, one span for each request. */
export const observed = <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  note: RequestLog["Service"]["note"]
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.withFiber((fiber) => {
    const { method } = request
    const clock = fiber.getRef(Clock.Clock)
    const isTraced = fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer
    const isLogged = LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Info")
    const begun = clock.monotonicTimeNanosUnsafe()
    const counted = Effect.onExit(answer, (exit) => {
      const milliseconds = Number((clock.monotonicTimeNanosUnsafe() - begun) / 1_000_000n)
      const { route, jobId } = matched(fiber.context)
      const status = Exit.isSuccess(exit) ? exit.value.status : brokenOff(exit.cause)
      const by = loggedFor(Context.get(fiber.context, CurrentActing)?.actor ?? null)
      if (by !== null) {
        note(by, {
          requestId: Context.get(fiber.context, RequestId),
          at: clock.currentTimeMillisUnsafe(),
          method,
          route,
          status,
          code: Exit.isSuccess(exit) ? codeOf(exit.value) : null,
          jobId,
          isReplay: Exit.isSuccess(exit) && exit.value.headers["idempotent-replayed"] === "true",
          milliseconds
        })
      }
      requests(method, route, String(status)).updateUnsafe(1, fiber.context)
      durations(method, route).updateUnsafe(milliseconds / 1_000, fiber.context)
      const job = jobId === null ? {} : { job_id: jobId }
      const told = isLogged
        ? Effect.annotateLogs(Effect.logInfo("request"), { method, route, status, milliseconds, ...job })
        : Effect.void
      return isTraced
        ? Effect.andThen(Effect.annotateCurrentSpan({ "http.route": route, "http.response.status_code": status }), told)
        : told
    })
    return isTraced
      ? Effect.withSpan(counted, `http.server ${method}`, {
          kind: "server",
          parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)),
          attributes: { "http.request.method": method }
        })
      : counted
  })
