/** Operator commands about devices, jobs, prices and what clients are told. */
import { Console, DateTime, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { DeviceId, JobId } from "../../schema/Ids.ts"
import { Announcements } from "../../src/accounts/Announcements.ts"
import { Devices } from "../../src/accounts/Devices.ts"
import { Billing } from "../../src/billing/Billing.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { failed } from "./Failure.ts"

const deviceId = Argument.String("device").pipe(
  Argument.withSchema(DeviceId),
  Argument.withDescription("Its device_id")
)

export const block = (name: string, blocked: boolean, description: string) =>
  Command.make(name, { deviceId }, ({ deviceId }) =>
    Effect.gen(function* () {
      const known = yield* (yield* Devices).block(deviceId, blocked)
      yield* known ? Console.log(`${deviceId} is ${blocked ? "blocked" : "free"}`) : failed("There is no such device")
    })
  ).pipe(Command.withDescription(description))

export const announce = Command.make(
  "announce",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Where clients read it, or `off` to end it")),
    id: Flag.String("id").pipe(Flag.withDescription("A new id makes clients show it again"), Flag.withDefault("1")),
    kind: Flag.String("kind").pipe(Flag.withDefault("info"))
  },
  ({ url, id, kind }) =>
    Effect.gen(function* () {
      const announcements = yield* Announcements
      if (url === "off") yield* announcements.announce(null)
      else if (URL.canParse(url)) yield* announcements.announce({ id, kind, url })
      else return yield* failed(`${url} is not a URL`)
      yield* Console.log(url === "off" ? "Nothing is announced" : `Announced: ${url}`)
    })
).pipe(Command.withDescription("Tell all clients something, through /config"))

export const jobs = Command.make(
  "jobs",
  { limit: Flag.Int("limit").pipe(Flag.withDescription("How many"), Flag.withDefault(20)) },
  ({ limit }) =>
    Effect.gen(function* () {
      for (const job of yield* (yield* Jobs).recent(limit)) {
        const note = job.error === null ? `${job.pagesDone}/${job.pages ?? "?"} pages` : job.error.code
        yield* Console.log(
          [job.jobId, DateTime.formatIso(job.createdAt), job.status.padEnd(10), job.owner, note, job.fileName].join(
            "  "
          )
        )
      }
    })
).pipe(Command.withDescription("List the newest jobs of everybody"))

export const retry = Command.make(
  "retry",
  { jobId: Argument.String("job").pipe(Argument.withSchema(JobId)) },
  ({ jobId }) =>
    Effect.gen(function* () {
      const queued = yield* (yield* Jobs).retry(jobId)
      yield* queued ? Console.log(`${jobId} is queued again`) : failed("There is no failed job of this id")
    })
).pipe(Command.withDescription("Queue a failed job again"))

export const setPrice = Command.make(
  "set-price",
  {
    priceId: Argument.String("price").pipe(Argument.withDescription("Its id at the billing provider")),
    tier: Argument.Literals("tier", ["pro", "business", "none"])
  },
  ({ priceId, tier }) =>
    Effect.gen(function* () {
      yield* (yield* Billing).setPrice(priceId, tier === "none" ? null : tier)
      yield* Console.log(tier === "none" ? `${priceId} buys nothing` : `${priceId} buys the tier ${tier}`)
    })
).pipe(Command.withDescription("Say which tier a price stands for"))

export const purchases = Command.make(
  "purchases",
  {
    where: Argument.Literals("where", ["extension", "website"]),
    state: Argument.Literals("state", ["on", "off"])
  },
  ({ where, state }) =>
    Effect.gen(function* () {
      yield* (yield* Billing).setAvailability({ [where]: state === "on" })
      yield* Console.log(`New purchases from the ${where} are ${state}`)
    })
).pipe(Command.withDescription("Let new purchases begin, or not"))
