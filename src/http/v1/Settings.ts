import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Device } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { patch, Settings } from "../../accounts/Settings.ts"
import { json } from "../Body.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "v1.settings",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings

    return handlers
      .handle("read", () => Effect.flatMap(Device, ({ deviceId }) => settings.of({ deviceId })))
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ request }) {
          const { deviceId } = yield* Device
          const changes = yield* Effect.fromResult(patch(yield* json(request)))
          return yield* settings.change({ deviceId }, changes)
        })
      )
  })
)
