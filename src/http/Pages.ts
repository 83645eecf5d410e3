/** Pages for people: whole in themselves, without scripts, readable on a telephone. Values are escaped where they enter. */
import { Effect } from "effect"
import { Base64 } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import { RequestId } from "../../schema/RequestId.ts"

/** Text as it may stand in markup, in a quoted attribute too. */
export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Markup, as opposed to text that has yet to be escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<string | Html>): Html =>
  new Html(String.raw({ raw: parts }, ...values.map((value) => (value instanceof Html ? value.markup : escape(value)))))

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b1e23, #e6e7ea); --soft: light-dark(#5c6370, #a0a6b2); --line: light-dark(#e2dfd8, #2f343d); --back: light-dark(#fbfaf7, #15171b); --card: light-dark(#fff, #1c1f25); --link: light-dark(#2447d8, #9db0ff); --on-link: light-dark(#fff, #10131c); --good: light-dark(#15803d, #4ade80); --bad: light-dark(#b45309, #fbbf24) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1.25rem; padding: 1.5rem 1rem; background: var(--back); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
header { font-weight: 600; letter-spacing: .01em; display: flex; align-items: center; gap: .55rem }
header svg { width: 1.5rem; height: 1.5rem; color: var(--link) }
main { width: 100%; max-width: 27rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 2rem; box-shadow: 0 1px 2px rgb(0 0 0 / 5%), 0 12px 32px rgb(0 0 0 / 6%) }
.mark { width: 3rem; height: 3rem; display: block; margin-bottom: 1rem }
.app { color: var(--link) }
.good { color: var(--good) }
.bad { color: var(--bad) }
a { color: var(--link); text-underline-offset: .15em }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance }
p { margin: 0 0 .75rem; overflow-wrap: anywhere }
p:last-child { margin-bottom: 0 }
.soft { color: var(--soft) }
.button, button { display: block; width: 100%; margin-top: 1.25rem; padding: .75rem 1rem; border: 0; border-radius: .6rem; background: var(--link); color: var(--on-link); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
.plain { margin-top: .6rem; border: 1px solid var(--line); background: transparent; color: inherit }
ul { margin: 0 0 1rem; padding: 0; list-style: none; border-top: 1px solid var(--line) }
li { padding: .55rem 0; border-bottom: 1px solid var(--line) }
.button:hover, button:hover { filter: brightness(1.08) }
.button:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
label { display: block; font-weight: 600; margin: 1rem 0 .4rem }
input { width: 100%; padding: .7rem .8rem; border: 1px solid var(--line); border-radius: .6rem; background: transparent; color: inherit; font: inherit }
footer { color: var(--soft); font-size: .8rem; text-align: center; overflow-wrap: anywhere }
footer span { display: inline-block }
@media (max-width: 30rem) { main { padding: 1.5rem 1.25rem } }
`.trim()

const logo = new Html(
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M13.5 3H6.5A1.5 1.5 0 0 0 5 4.5v15A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5V8.5z"/><path d="M13.5 3v5.5H19"/><path d="M7.6 17.2v-4.4l1.9 2.1 1.9-2.1v4.4M15.2 12.8v4.4m-1.7-1.7 1.7 1.7 1.7-1.7"/></svg>`
)

const marks = {
  neutral: new Html(
    `<svg class="mark soft" viewBox="0 0 48 48" fill="none" aria-hidden="true"><circle cx="24" cy="24" r="24" fill="currentColor" opacity=".14"/><path d="M15.5 24h17" stroke="currentColor" stroke-width="3.5" stroke-linecap="round"/></svg>`
  ),
  apps: new Html(
    `<svg class="mark app" viewBox="0 0 48 48" fill="none" aria-hidden="true"><circle cx="24" cy="24" r="24" fill="currentColor" opacity=".14"/><g stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M20.5 27.5 27.5 20.5"/><path d="m22.6 17.5 2.1-2.1a5.6 5.6 0 0 1 7.9 7.9l-2.1 2.1"/><path d="m25.4 30.5-2.1 2.1a5.6 5.6 0 0 1-7.9-7.9l2.1-2.1"/></g></svg>`
  ),
  good: new Html(
    `<svg class="mark good" viewBox="0 0 48 48" fill="none" aria-hidden="true"><circle cx="24" cy="24" r="24" fill="currentColor" opacity=".14"/><path d="m15 24.5 6.2 6.2L33.5 18.4" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  ),
  bad: new Html(
    `<svg class="mark bad" viewBox="0 0 48 48" fill="none" aria-hidden="true"><circle cx="24" cy="24" r="24" fill="currentColor" opacity=".14"/><path d="M24 13.5v13" stroke="currentColor" stroke-width="3.5" stroke-linecap="round"/><circle cx="24" cy="33.5" r="2.3" fill="currentColor"/></svg>`
  )
}

/** A whole document around what stands in its card. */
export const document = (title: string, card: Html, footer: Html = html``): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – PDF to Markdown</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>${logo}PDF to Markdown</header>
<main>
${card}
</main>
<footer>${footer}</footer>
</body>
</html>
`.markup

/** Nothing may be loaded or run but the one style that is in the page. */
export const contentPolicy = Effect.map(
  Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))),
  (hash) =>
    `default-src 'none'; style-src 'sha256-${Base64.encode(new Uint8Array(hash))}'; base-uri 'none'; frame-ancestors 'none'`
)

/** A form of one button. */
export interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
  /** What the button says that sends the field `decline` too. */
  readonly decline?: string
  /** What answers it sends the browser on to other sites, which a policy on forms would have to name. */
  readonly isToLeave?: true
}

export interface Page {
  readonly status: number
  readonly title: string
  readonly text: Html
  /** `good` where it went well and `bad` where it did not, unless neither says it; `apps` where two are to be joined. */
  readonly mark?: keyof typeof marks
  /** Where to go from here, where there is anything to do. */
  readonly action?: { readonly label: string; readonly href: string }
  readonly form?: Form
}

const formed = ({ action, fields, label, decline }: Form): Html => {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`.markup
  )
  const no = decline === undefined ? html`` : html`<button class="plain" name="decline" value="yes">${decline}</button>`
  return html`<form method="post" action="${action}">${new Html(hidden.join(""))}<button>${label}</button>${no}</form>`
}

const formPolicy = (form: Form | undefined): string =>
  form === undefined ? "; form-action 'none'" : form.isToLeave ? "" : "; form-action 'self'"

/** A page as an answer. What went wrong carries the request's id, for whoever asks about it. */
export const respond = Effect.fnUntraced(function* ({ status, title, text, action, mark, form }: Page) {
  const isGood = status < 400
  const button = action === undefined ? html`` : html`<a class="button" href="${action.href}">${action.label}</a>`
  const reference = isGood ? html`` : html`Reference: <span>${yield* RequestId}</span>`
  const card = html`${marks[mark ?? (isGood ? "good" : "bad")]}
<h1>${title}</h1>
${text}
${button}${form === undefined ? html`` : formed(form)}`
  return HttpServerResponse.text(document(title, card, reference), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "cache-control": "no-store",
      "content-security-policy": `${yield* contentPolicy}${formPolicy(form)}`,
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY"
    }
  })
})
