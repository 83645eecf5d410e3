/** Who is to be told of a job must be somebody that may be told. */
import { Effect } from "effect"
import type { Actor } from "../../../schema/Actor.ts"
import { InvalidCallbackUrl, WebhooksUnavailable } from "../../../schema/Errors.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { Egress } from "../../net/Egress.ts"
import type { Submission } from "./Submission.ts"

export const make = Effect.gen(function* () {
  const egress = yield* Egress
  const tiers = yield* Tiers

  return Effect.fnUntraced(function* ({ tier }: Pick<Actor, "tier">, { items, isBatch }: Submission) {
    const urls = new Set(items.flatMap(({ labels }) => labels.callback?.url ?? []))
    if (urls.size > 0 && tiers[tier].webhooks === 0) return yield* new WebhooksUnavailable()
    for (const url of urls) {
      const index = items.findIndex(({ labels }) => labels.callback?.url === url)
      yield* Effect.mapError(
        egress.check(url, "webhook"),
        ({ reason, message }) => new InvalidCallbackUrl({ message, reason, ...(isBatch ? { index } : {}) })
      )
    }
  })
})
