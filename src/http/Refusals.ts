/** Which routes refuse a body that does not decode with a code of their own. */
import { InvalidKey, InvalidWebhookEvents, InvalidWebhookUrl } from "../../schema/Errors.ts"
import { type Fault, invalid, invalidSetting, issuesOf, type Refusal, refusing } from "../requests/Faults.ts"

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

/** The body as a whole where it is no object, else what is wrong within it; text that is no JSON has no settings. */
const isSetting = ({ path, message }: Fault) => path.length > 0 || message.startsWith("must")

/** Settings go by their names alone in v1. */
const frozenSettings = refusing({
  is: isSetting,
  refuse: (faults, root) =>
    invalidSetting(faults.every(({ path }) => path.length > 0) ? issuesOf(faults) : issuesOf(faults, root))
})

const settings = refusing({ is: isSetting, refuse: (faults, root) => invalidSetting(issuesOf(faults, root)) })

const target = refusing<InvalidWebhookUrl | InvalidWebhookEvents>(
  { is: below("url"), refuse: (faults) => new InvalidWebhookUrl({ message: message(faults), reason: "bad_url" }) },
  {
    is: below("events"),
    refuse: (faults) => new InvalidWebhookEvents({ message: message(faults), reason: "unknown_event" })
  }
)

/** A client that registers is told in the words of RFC 7591. */
const clientMetadata = refusing({
  is: () => true,
  refuse: (faults, root) => ({
    error: "invalid_client_metadata",
    error_description: invalid(issuesOf(faults, root)).message
  })
})

/** By the operation's id in the OpenAPI document. */
export const refusals: Readonly<Record<string, Refusal<unknown>>> = {
  "oauth.register": clientMetadata,
  "v1.devices.register": register,
  "v1.settings.update": frozenSettings,
  "v2.settings.update": settings,
  "v2.webhooks.create": target,
  "v2.webhooks.change": target
}
