/** Plans, and the way to the billing provider's pages. */
import type { Plans } from "../../../schema/Billing.ts"
import { type Account, post } from "./parts/Api.ts"
import { Empty, Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Badge, Failure, Head, useAct } from "./parts/Parts.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.plan

type OnSale = typeof Plans.Encoded

type PlanNow = OnSale["plans"][number]

const features = ({ limits }: PlanNow): ReadonlyArray<string> => [
  ...[
    [limits.monthly_pages === null ? words.limitless : shown.number(limits.monthly_pages), "monthly_pages"],
    [shown.number(limits.slots), "slots"],
    [shown.bytes(limits.max_file_size), "max_file_size"],
    [shown.number(limits.max_pages), "max_pages"],
    [shown.seconds(limits.ready_ttl_sec), "ready_ttl_sec"],
    [shown.number(limits.api_keys_limit), "api_keys_limit"],
    [shown.number(limits.webhooks_limit), "webhooks_limit"]
  ].map(([value = "", name = ""]) => `${value} ${words.features[name]}`),
  ...(limits.batch_enabled ? [words.batch] : [])
]

/** Leaves for the page that the provider says. */
const leave = async (path: string, body?: unknown) => {
  const { url } = await post<{ url: string }>(path, body)
  location.assign(url)
}

export const Plan = ({ account }: { readonly account: Account }) => {
  const { data, failure } = useLoaded<OnSale>("/api/v2/billing/plans")
  const { isBusy, error, act } = useAct()
  const isPaid = data?.plans.some(({ current }) => current) ?? false
  return (
    <>
      <Head title={text.views["plan"] ?? ""} lead={words.lead} />
      <section class="card row-between">
        <div>
          <h2>{words.current}</h2>
          <p class="figure">{text.tiers[account.tier]}</p>
        </div>
        {isPaid || account.tier !== "free" ? (
          <div>
            <button type="button" disabled={isBusy} onClick={() => void act(() => leave("/api/v2/billing/portal"))}>
              {words.manage}
            </button>
            <p class="quiet">{words.manageHint}</p>
          </div>
        ) : null}
      </section>
      <Failure error={failure ?? error} />
      {data === null ? (
        <Waiting failure={failure} />
      ) : (
        <>
          {data.plans.length === 0 ? (
            <Empty>{words.none}</Empty>
          ) : data.purchase_availability.website ? null : (
            <p class="notice">{words.closed}</p>
          )}
          <ul class="plans">
            {data.plans.map((plan) => (
              <li key={plan.plan_id} class={plan.current ? "card current" : "card"}>
                <h2>
                  {plan.name === plan.tier ? (text.tiers[plan.tier] ?? plan.name) : plan.name}
                  {plan.current ? <Badge kind="good">{words.yours}</Badge> : null}
                </h2>
                <p class="figure">
                  {plan.amount === null || plan.currency === null ? (
                    <span class="quiet">{words.noAmount}</span>
                  ) : (
                    <>
                      {shown.money(plan.amount, plan.currency)}
                      <span class="quiet"> {words.each[plan.interval ?? ""]}</span>
                    </>
                  )}
                </p>
                <ul class="features">
                  {features(plan).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
                {plan.current || !data.purchase_availability.website ? null : (
                  <button
                    type="button"
                    class={isPaid ? "" : "main"}
                    disabled={isBusy}
                    onClick={() => void act(() => leave("/api/v2/billing/checkout", { price_id: plan.price_id }))}
                  >
                    {(isPaid ? words.switchTo : words.choose)(
                      plan.name === plan.tier ? (text.tiers[plan.tier] ?? plan.name) : plan.name
                    )}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
