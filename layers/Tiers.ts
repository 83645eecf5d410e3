import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Config, Data, Effect, FileSystem, Layer, Option, Schema } from "effect"
import { DefaultTier, order, Tiers, type TierTable, tiers, worse } from "../src/accounts/Tiers.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Some = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** What a file may say of a tier; what it does not say stays. */
const Values = Schema.Struct({
  slots: Schema.optionalKey(Some),
  maxFileSize: Schema.optionalKey(Some),
  maxPages: Schema.optionalKey(Some),
  timeBudgetSec: Schema.optionalKey(Some),
  readyTtlSec: Schema.optionalKey(Some),
  monthlyPages: Schema.optionalKey(Schema.NullOr(Count)),
  createsPerMinute: Schema.optionalKey(Some),
  requestsPerMinute: Schema.optionalKey(Some),
  apiKeys: Schema.optionalKey(Schema.NullOr(Count)),
  webhooks: Schema.optionalKey(Count),
  batch: Schema.optionalKey(Schema.Boolean),
  uploadTickets: Schema.optionalKey(Schema.Boolean),
  pool: Schema.optionalKey(Schema.Literals(["standard", "priority"]))
})

const File = Schema.fromJsonString(
  Schema.Struct({
    anonymous: Schema.optionalKey(Values),
    free: Schema.optionalKey(Values),
    pro: Schema.optionalKey(Values),
    business: Schema.optionalKey(Values)
  })
)

const decode = Schema.decodeUnknownEffect(File, { onExcessProperty: "error", errors: "all" })

/** `TIERS_FILE` cannot be read, or says what cannot be. */
export class TiersUnusable extends Data.TaggedError("TiersUnusable")<{ readonly message: string }> {}

const replaced = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const values = yield* fs.readFileString(path).pipe(
    Effect.flatMap(decode),
    Effect.mapError(({ message }) => new TiersUnusable({ message: `TIERS_FILE (${path}): ${message}` }))
  )
  const table = Object.fromEntries(order.map((name) => [name, { ...tiers[name], ...values[name] }])) as TierTable
  const offences = worse(table)
  return offences.length === 0
    ? table
    : yield* new TiersUnusable({
        message: `TIERS_FILE (${path}): ${offences.join(", ")} would be worse than in the tier below`
      })
})

const accountTiers = ["free", "pro", "business"] as const

const defaultTier = Config.NonEmptyString("DEFAULT_TIER").pipe(
  Config.withDefault("free"),
  Effect.flatMap((named) => {
    const tier = accountTiers.find((tier) => tier === named)
    return tier === undefined
      ? Effect.fail(new TiersUnusable({ message: `DEFAULT_TIER is ${accountTiers.join(", ")}, not ${named}` }))
      : Effect.succeed(tier)
  })
)

/** The table of tiers, with what `TIERS_FILE` says instead. */
const table = Layer.effect(
  Tiers,
  Effect.gen(function* () {
    const path = yield* Config.option(Config.NonEmptyString("TIERS_FILE"))
    return Option.isNone(path) ? tiers : yield* replaced(path.value)
  })
).pipe(Layer.provide(NodeFileSystem.layer))

export const layer = Layer.merge(table, Layer.effect(DefaultTier, defaultTier))
