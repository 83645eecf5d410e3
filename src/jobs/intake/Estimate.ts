/** What a create would come to, without making anything. */
import { Effect, Result } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import type { KeyActor } from "../../../schema/Actor.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { Usage } from "../../accounts/Usage.ts"
import type { ConversionFailed, FailureCode } from "../../convert/Converter.ts"
import type { PackedInfo } from "../../convert/model/Document.ts"
import * as Allowance from "../Allowance.ts"
import { Blobs, newKey } from "../Blobs.ts"
import { ownerOf } from "../Job.ts"
import * as Callbacks from "./Callbacks.ts"
import { Flights } from "./Flights.ts"
import * as Inspect from "./Inspect.ts"
import * as Link from "./Link.ts"
import { reachable } from "./PageRange.ts"
import { type Item, isLink, single } from "./Submission.ts"

export interface Estimate {
  /** Of the document; null when it cannot be opened. */
  readonly pages: number | null
  readonly inputSize: number
  /** Null when that cannot be told. */
  readonly encrypted: boolean | null
  /** Why a create would be refused now, or its job would fail. */
  readonly refusals: ReadonlyArray<FailureCode | "slots_full" | "quota_exceeded">
  /** Pages of this month that the account, and the key within it, still have; null without a limit. */
  readonly pagesLeft: number | null
}

/** Null is what could not be told in time: its job will tell. */
type Found = Result.Result<PackedInfo | null, ConversionFailed>

/** What is wrong with the document itself. */
const faults = (found: Found, maxPages: number): ReadonlyArray<FailureCode> =>
  Result.match(found, {
    onFailure: ({ code }) => [code],
    onSuccess: (info) => (info !== null && info.pages > maxPages ? ["page_limit_exceeded"] : [])
  })

/** Whether a password or a permission stands between the document and its reader. */
const isEncrypted = (found: Found): boolean | null =>
  Result.match(found, {
    onFailure: ({ code }) => (code === "password_required" || code === "password_wrong" ? true : null),
    onSuccess: (info) => (info === null ? null : info.encrypted === true)
  })

const left = (limit: number | null, used: number) => (limit === null ? null : Math.max(0, limit - used))

const lower = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

const refusal = <Code extends string>(checked: Result.Result<void, { readonly _tag: Code }>): ReadonlyArray<Code> =>
  Result.match(checked, { onFailure: ({ _tag }) => [_tag], onSuccess: () => [] })

export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const { of: allowance } = yield* Allowance.make
  const checkCallbacks = yield* Callbacks.make
  const fetchPdf = yield* Link.make
  const flights = yield* Flights
  const inspect = yield* Inspect.make
  const random = yield* SecureRandom
  const tiers = yield* Tiers
  const usage = yield* Usage

  const pagesLeft = Effect.fnUntraced(function* (actor: KeyActor) {
    const ofAccount = left(tiers[actor.tier].monthlyPages, (yield* usage.thisMonth(actor.accountId)).pages)
    if (actor.monthlyPages === null) return ofAccount
    return lower(ofAccount, left(actor.monthlyPages, (yield* usage.thisMonth(actor.accountId, actor.keyId)).pages))
  })

  /** The item's file is in the store for as long as this takes. */
  return Effect.fn("Estimate.estimate")(function* (actor: KeyActor, { document, labels }: Item) {
    const tier = tiers[actor.tier]
    const key = isLink(document) ? yield* newKey(random) : document.inputKey
    return yield* Effect.gen(function* () {
      yield* checkCallbacks(actor, single(document, labels))
      const file = isLink(document)
        ? yield* Effect.scoped(Effect.andThen(flights.fetch(1), fetchPdf(document, key, { limit: tier.maxFileSize })))
        : document
      const found = yield* Effect.result(inspect(key, ownerOf(actor), labels.password))
      const pages = Result.isSuccess(found) ? (found.success?.pages ?? null) : null
      if (pages !== null) yield* reachable(labels.options.page_range, pages)
      const { slots, quota } = yield* allowance({ surface: "v2", actor }, 1)
      return {
        pages,
        inputSize: file.inputSize,
        encrypted: isEncrypted(found),
        refusals: [...refusal(slots), ...refusal(quota), ...faults(found, tier.maxPages)],
        pagesLeft: yield* pagesLeft(actor)
      } satisfies Estimate
    }).pipe(Effect.ensuring(Effect.ignore(blobs.remove([key]))))
  })
})
