/** The pages of the billing provider of the tests: what people see between a click of theirs and the way back. */
import { escape } from "../../src/http/Pages.ts"

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eef1f6; color: #1a1f36; font: 16px/1.5 system-ui, sans-serif }
main { width: min(24rem, calc(100vw - 2rem)); box-sizing: border-box; padding: 2rem; background: #fff; border-radius: 1rem; box-shadow: 0 8px 30px rgb(0 0 0 / 8%) }
h1 { margin: 0 0 1rem; font-size: 1.25rem }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
button { width: 100%; margin-top: .5rem; padding: .7rem; border: 1px solid #c7cdd9; border-radius: .5rem; background: #fff; font: inherit; cursor: pointer }
button.main { border-color: #4f46e5; background: #4f46e5; color: #fff }
</style>
</head>
<body><main><h1>${escape(title)}</h1>${body}</main></body>
</html>`

const button = (action: string, label: string, main = false) =>
  `<form method="post" action="${escape(action)}"><button${main ? ' class="main"' : ""}>${escape(label)}</button></form>`

const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`

export interface Item {
  readonly name: string
  readonly amount: number
  readonly interval: string
}

export const checkout = (id: string, { name, amount, interval }: Item) =>
  page(
    `Subscribe to ${name}`,
    `<p>${euros(amount)} a ${interval}</p>
${button(`/pages/checkout/${id}/pay`, "Pay", true)}
${button(`/pages/checkout/${id}/cancel`, "Cancel")}`
  )

export const portal = (
  id: string,
  back: string,
  subscriptions: ReadonlyArray<{ readonly id: string; readonly status: string; readonly item: Item | undefined }>
) =>
  page(
    "Your plan",
    `${subscriptions
      .map(
        (one) => `<p>${escape(one.item?.name ?? "Another plan")}: ${escape(one.status)}</p>
${one.status === "canceled" ? "" : button(`/pages/portal/${id}/cancel/${one.id}`, "Cancel plan", true)}`
      )
      .join("\n")}
<p><a href="${escape(back)}">Return to PDF to Markdown</a></p>`
  )

export const over = page("This page has expired", "<p>Nothing can be paid here any more.</p>")
