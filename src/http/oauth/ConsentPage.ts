/** What a person is shown who is asked to let an agent in. */
import type { Scope } from "../../../schema/Actor.ts"
import type { AccountId } from "../../../schema/Ids.ts"
import { consentPath } from "../../../schema/oauth/Paths.ts"
import { startPath } from "../../../schema/v2/Auth.ts"
import type { Asked } from "../../oauth/AuthorizationServer.ts"
import * as Pages from "../Pages.ts"

const words: Readonly<Partial<Record<Scope, string>>> = {
  "jobs:create": "Convert PDFs, which counts against your plan",
  "jobs:read": "See your documents and their progress",
  "jobs:download": "Read the converted documents",
  "jobs:delete": "Cancel conversions and delete documents"
}

const list = (scopes: ReadonlyArray<Scope>) =>
  new Pages.Html(scopes.map((scope) => Pages.html`<li>${words[scope] ?? scope}</li>`.markup).join(""))

const isThisComputer = (host: string) => ["localhost", "127.0.0.1", "[::1]"].includes(host)

const origin = ({ host, isDescribedByHost }: Asked) =>
  isDescribedByHost
    ? Pages.html`<p class="soft">The app is described at <strong>${host}</strong>.</p>`
    : isThisComputer(host)
      ? Pages.html`<p class="soft">It runs on this computer, and nobody has checked its name.</p>`
      : Pages.html`<p class="soft">You will go back to <strong>${host}</strong>. Nobody has checked the app’s name.</p>`

/** The question. `isToLeave`, because the answer leads back to the client, wherever that is. */
export const question = (
  uid: string,
  asked: Asked,
  account: { readonly accountId: AccountId; readonly email: string }
): Pages.Page => ({
  status: 200,
  title: `Let ${asked.clientName ?? asked.host} use your account?`,
  mark: "apps",
  text: Pages.html`<p>It asks to do this as <strong>${account.email}</strong>:</p>
<ul>${list(asked.scopes)}</ul>
${origin(asked)}
<p class="soft">You can end this at any time in the console. <a href="${startPath}?consent=${uid}&amp;other=yes">Use another account</a></p>`,
  form: {
    action: `${consentPath}/${uid}`,
    fields: { account: account.accountId },
    label: "Allow",
    decline: "Do not allow",
    isToLeave: true
  }
})

export const over: Pages.Page = {
  status: 400,
  title: "This question is over",
  text: Pages.html`<p>It was answered already, is older than half an hour, or was put in another browser.</p>
<p class="soft">Nothing was allowed. Connect once more in the app that opened this page.</p>`
}
