/** Which routes refuse a body that does not decode with a code of their own. */
import { InvalidKey, InvalidSetting, InvalidWebhookEvents, InvalidWebhookUrl } from "../../schema/Errors.ts"
import { type Fault, issuesOf, type Refusal, refusing } from "../requests/Faults.ts"

const below =
  (name: string) =>
  ({ path }: Fault) =>
    path[0] === name

const message = (faults: ReadonlyArray<Fault>) =>
  faults.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")

/** A key that is not there is none that could be wrong. */
const register = refusing({
  is: ({ path, kind }) => path[0] === "public_key" && !(path.length === 1 && kind === "missing"),
  refuse: () => new InvalidKey()
})

/** The words of v1 for an unknown setting, which its clients know since it was frozen. */
const frozen = (fault: Fault) =>
  fault.kind === "unknown" ? { ...fault, message: "Expected no excess property" } : fault

const settings = (worded: (fault: Fault) => Fault = (fault) => fault) =>
  refusing({
    is: ({ path, message }) => path.length > 0 || message.startsWith("must"),
    refuse: (faults) => new InvalidSetting({ issues: issuesOf(faults.map(worded)) })
  })

const target = refusing<InvalidWebhookUrl | InvalidWebhookEvents>(
  { is: below("url"), refuse: (faults) => new InvalidWebhookUrl({ message: message(faults), reason: "bad_url" }) },
  {
    is: below("events"),
    refuse: (faults) => new InvalidWebhookEvents({ message: message(faults), reason: "unknown_event" })
  }
)

/** By the operation's id in the OpenAPI document. */
export const refusals: Readonly<Record<string, Refusal<unknown>>> = {
  "v1.devices.register": register,
  "v1.settings.update": settings(frozen),
  "v2.settings.update": settings(),
  "v2.webhooks.create": target,
  "v2.webhooks.change": target
}
