import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Device } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { frozen } from "../../../schema/Settings.ts"
import { Settings } from "../../accounts/Settings.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "v1.settings",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings

    return handlers
      .handle("read", () => Effect.flatMap(Device, ({ deviceId }) => Effect.map(settings.of({ deviceId }), frozen)))
      .handle(
        "update",
        Effect.fnUntraced(function* ({ payload }) {
          const { deviceId } = yield* Device
          return frozen(yield* settings.change({ deviceId }, payload))
        })
      )
  })
)
