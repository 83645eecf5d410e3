/** What a create would come to, without making anything. */
import { Effect, Option, Result } from "effect"
import type { KeyActor } from "../../../schema/Actor.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { Usage } from "../../accounts/Usage.ts"
import type { ConversionFailed, FailureCode } from "../../convert/Converter.ts"
import type { DocumentInfo } from "../../convert/model/Document.ts"
import { ownerOf } from "../Job.ts"
import * as Quota from "../Quota.ts"
import { Slots } from "../Slots.ts"
import { inspect } from "./Inspect.ts"
import type { Labels, Received } from "./Intake.ts"
import { reachable } from "./PageRange.ts"

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

type Found = Result.Result<DocumentInfo, ConversionFailed>

/** What is wrong with the document itself. */
export const faults = (found: Found, maxPages: number): ReadonlyArray<FailureCode> =>
  Result.match(found, {
    onFailure: ({ code }) => [code],
    onSuccess: ({ pages }) => (pages > maxPages ? ["page_limit_exceeded"] : [])
  })

/** Whether a password or a permission stands between the document and its reader. */
export const isEncrypted = (found: Found): boolean | null =>
  Result.match(found, {
    onFailure: ({ code }) => (code === "password_required" ? true : null),
    onSuccess: ({ encrypted }) => encrypted === true
  })

const left = (limit: number | null, used: number) => (limit === null ? null : Math.max(0, limit - used))

const lower = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

const pagesLeft = Effect.fnUntraced(function* (actor: KeyActor) {
  const usage = yield* Usage
  const ofAccount = left((yield* Tiers)[actor.tier].monthlyPages, (yield* usage.thisMonth(actor.accountId)).pages)
  if (actor.monthlyPages === null) return ofAccount
  return lower(ofAccount, left(actor.monthlyPages, (yield* usage.thisMonth(actor.accountId, actor.keyId)).pages))
})

const refusal = <Code extends string>(check: Effect.Effect<void, { readonly _tag: Code }, Usage>) =>
  Effect.match(check, { onFailure: ({ _tag }) => Option.some(_tag), onSuccess: () => Option.none<Code>() })

/** Of a file in the store, which stays there. */
export const estimate = Effect.fn("Estimate.estimate")(function* (actor: KeyActor, file: Received & Labels) {
  const slots = yield* Slots
  const tiers = yield* Tiers
  const found = yield* Effect.result(inspect(file.inputKey))
  if (Result.isSuccess(found)) yield* reachable(file.options.page_range, found.success.pages)
  const refused = yield* Effect.all([refusal(slots.check(ownerOf(actor), actor.tier, 1)), refusal(Quota.check(actor))])
  return {
    pages: Result.isSuccess(found) ? found.success.pages : null,
    inputSize: file.inputSize,
    encrypted: isEncrypted(found),
    refusals: [...refused.flatMap((code) => Option.toArray(code)), ...faults(found, tiers[actor.tier].maxPages)],
    pagesLeft: yield* pagesLeft(actor)
  } satisfies Estimate
})
