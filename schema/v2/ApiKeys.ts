import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKey, CreateApiKey, CreatedApiKey, RenameApiKey } from "../Account.ts"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"
import { FromOurPages, SessionOrDevice, WellFormed } from "./Security.ts"

export class V2ApiKeys extends HttpApiGroup.make("v2.apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/", {
      success: Schema.Struct({
        items: Schema.Array(ApiKey).annotate({ description: "The keys, newest first." }),
        limit: Schema.Int.annotate({ description: "How many keys the plan allows." }),
        used: Schema.Int.annotate({ description: "How many keys are active." })
      })
    })
      .annotate(OpenApi.Summary, "List the account's API keys")
      .annotate(
        OpenApi.Description,
        "Newest first, without secrets. `limit` is the plan's, `used` counts active keys."
      ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateApiKey,
      success: CreatedApiKey.annotate({ httpApiStatus: 201 }),
      error: [Wire.v2(Errors.KeyLimitReached), Wire.v2(Errors.DeviceNotLinked)]
    })
      .annotate(OpenApi.Summary, "Create an API key")
      .annotate(OpenApi.Description, "The answer holds the secret, this once. Keep it on a server."),
    HttpApiEndpoint.patch("rename", "/:keyId", {
      params: { keyId: Schema.String.annotate({ format: "uuid" }) },
      payload: RenameApiKey,
      success: ApiKey,
      error: [Wire.v2(Errors.KeyNotFound)]
    })
      .annotate(OpenApi.Summary, "Rename an API key")
      .annotate(OpenApi.Description, "Its secret, scopes and limits stay as they are."),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params: { keyId: Schema.String.annotate({ format: "uuid" }) },
      success: HttpApiSchema.NoContent,
      error: [Wire.v2(Errors.KeyNotFound)]
    })
      .annotate(OpenApi.Summary, "Revoke an API key")
      .annotate(OpenApi.Description, "At once, everywhere.")
  )
  .middleware(FromOurPages)
  .middleware(SessionOrDevice)
  .middleware(WellFormed)
  .prefix("/api/v2/api-keys")
  .annotate(OpenApi.Title, "API keys")
  .annotate(OpenApi.Description, "Credentials for programs: `Authorization: Bearer svc_…`.") {}
